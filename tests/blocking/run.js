'use strict';
// Runs examples/blocking in Node.js and in Node.cpp: both must send the same bytes except for the date. In Node.cpp the
// event loop must serve other requests while handlers block, and a recording of the server must be replayed.
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {children, start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/blocking');

// Sends `request` to the server at `port`, and resolves to everything that the server sends until it closes.
function ask(port, request) {
  return new Promise((resolve, reject) => {
    let all = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', chunk => { all += chunk; });
    socket.on('end', () => resolve(all.replace(/^Date: .*$/mg, 'Date: -')));
    socket.on('error', reject);
  });
}
const get = (url, version = '1.1') => `GET ${url} HTTP/${version}\r\nHost: x\r\nConnection: close\r\n\r\n`;

const requests = [
  get('/blocking?ms=5'), get('/blocking?ms=5', '1.0'), get('/blocking?ms=x'), get('/blocking?ms=-1'), get('/async'), get('/'),
  get('/blocking?ms=5').replace('GET', 'HEAD'),
  'POST /blocking?ms=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody',
  'POST /blocking?ms=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
  'GET /blocking?ms=1 HTTP/1.1\r\nHost: x\r\n\r\nGET /async HTTP/1.1\r\nHost: x\r\n\r\n' + get('/blocking?ms=2'),
];

let passed = 0;
let failed = 0;
function check(good, what) {
  good ? ++passed : ++failed;
  if (!good) console.log(what);
}

(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-blocking-'));
  const log = path.join(folder, 'log');
  const {port: node} = await start([process.execPath, '--no-deprecation', path.join(root, 'examples/blocking/blocking.js')]);
  const {port: ours, child} = await start([cpp, `--nodecpp-record=${log}`]);
  for (const request of requests) {
    const [theirs, own] = [await ask(node, request), await ask(ours, request)];
    check(theirs === own, `${JSON.stringify(request)}\n  Node.js:  ${JSON.stringify(theirs)}\n  Node.cpp: ${JSON.stringify(own)}`);
  }

  // All threads are blocked and more blocking requests wait, but the event loop must respond before the first of them.
  const order = [];
  const blocked = Array.from({length: 12}, () => ask(ours, get('/blocking?ms=400')).then(() => order.push('blocking')));
  await new Promise(resolve => setTimeout(resolve, 100));
  const quick = Array.from({length: 5}, () => ask(ours, get('/async')).then(() => order.push('async')));
  await Promise.all([...blocked, ...quick]);
  check(order.slice(0, 5).join() === 'async,async,async,async,async', `the loop was held up: ${order.join()}`);

  // The server must be able to end while a handler is running.
  ask(ours, get('/blocking?ms=10000')).catch(() => {});
  await new Promise(resolve => setTimeout(resolve, 100));
  const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve(signal || code)));
  child.kill('SIGTERM');
  check(await ended === 'SIGTERM', 'it does not end while a handler runs');
  stopAll();
  for (const each of children) if (each.errors) console.log(each.errors);

  const replay = spawnSync(cpp, [`--nodecpp-replay=${log}`], {encoding: 'utf8', timeout: 60000});
  check(replay.status === 0, `the replay ends with ${replay.status || replay.signal}: ${replay.stderr}`);
  fs.rmSync(folder, {recursive: true});
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
