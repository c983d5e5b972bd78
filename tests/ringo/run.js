'use strict';
// Runs the servers of examples/ringo in Node.js and in Node.cpp: the same requests must get the same bytes.
const net = require('net');
const path = require('path');
const {check, conclude} = require('../support/counts.js');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/ringo');

function ask(port, bytes) {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1');
    socket.setTimeout(5000, () => reject(new Error('no answer')));
    socket.on('data', chunk => { answer += chunk; });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.replace(/(date: )[^\r]*/gi, '$1…')));
  });
}

const close = 'Host: x\r\nConnection: close\r\n\r\n';
const scripts = {
  'get': `GET / HTTP/1.1\r\n${close}`,
  'as ab asks': 'GET / HTTP/1.0\r\nHost: x\r\nUser-Agent: ApacheBench/2.3\r\nAccept: */*\r\n\r\n',
  'as ab -k asks, twice': 'GET / HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: x\r\n\r\nGET / HTTP/1.0\r\nHost: x\r\n\r\n',
  'head': `HEAD /any HTTP/1.1\r\n${close}`,
  'post': `POST / HTTP/1.1\r\nContent-Length: 5\r\n${close}hello`,
  'two at once': `GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\n${close}`,
};
// The expected bodies are computed here, so that a body that is wrong in both servers is noticed.
const document = {};
for (let i = 0; i < 1000; i++) (document[`outer${i / 10 | 0}`] ??= {})[`inner${i % 10}`] = `123456789${i / 10 | 0}`;
const bodies = {no_alloc: 'd'.repeat(1024), buffer_alloc: 'd'.repeat(1024), string_alloc: 'd'.repeat(1024),
  parse_json: JSON.stringify(document)};

(async () => {
  const both = (name, a, b) =>
    check(name, a === b, `\n  Node.js:  ${JSON.stringify(a)}\n  Node.cpp: ${JSON.stringify(b)}`);
  for (const [name, body] of Object.entries(bodies)) {
    const js = await start([process.execPath, path.join(root, `examples/ringo/${name}.js`)]);
    const ours = await start([path.join(cpp, name)]);
    for (const [script, bytes] of Object.entries(scripts)) {
      const [a, b] = await Promise.all([ask(js.port, bytes), ask(ours.port, bytes)]);
      both(`${name}: ${script}`, a, b);
    }
    const sent = await ask(ours.port, scripts['as ab asks']);
    both(`${name}: the body`, body, sent.slice(sent.indexOf('\r\n\r\n') + 4));
    both(`${name} says nothing`, '', ours.child.errors);
    js.child.kill('SIGKILL');
    ours.child.kill('SIGKILL');
  }
  stopAll('SIGKILL');
  conclude();
})().catch(error => {
  console.error(error.message);
  stopAll('SIGKILL');
  process.exit(1);
});
