'use strict';
// Tests a cluster under load. Replacing the workers must not make any request fail. A killed worker costs only the
// requests that it is processing, and is started again, as is a worker that crashes. A recorded run of the primary and
// its workers must be replayed.
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {children, start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const program = process.argv[2] || path.join(root, 'build/release/tests/cluster_server');
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-cluster-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}));

let passed = 0;
let failed = 0;
function check(good, what) {
  good ? ++passed : ++failed;
  if (!good) console.log(what);
}

// A client that sends one request after the other. With `fresh` each request uses a new connection. The server may
// close the connection between two responses if it has announced that.
class Client {
  constructor(port, fresh) {
    this.port = port;
    this.fresh = fresh;
    this.answers = 0;
    this.failures = [];
    this.answeredBy = new Set();
    this.over = this.run();
  }
  async run() {
    while (!this.stopped) {
      try {
        await this.connection();
      } catch (error) {
        this.failures.push(error.code || error.message);
      }
    }
  }
  connection() {
    return new Promise((resolve, reject) => {
      let text = '';
      let asked = false;
      const socket = net.connect(this.port, '127.0.0.1');
      const ask = () => {
        asked = true;
        socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${this.fresh ? 'Connection: close\r\n' : ''}\r\n`);
      };
      socket.on('connect', ask);
      socket.on('data', chunk => {
        text += chunk;
        const head = text.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(text)[1]);
        if (text.length < head + 4 + length) return;
        this.answeredBy.add(text.slice(head + 4, head + 4 + length));
        ++this.answers;
        asked = false;
        const closes = /connection: close/i.test(text);
        text = '';
        if (closes || this.stopped) return socket.end();
        ask();
      });
      socket.on('end', () => { socket.end(); });
      socket.on('error', error => { asked || text ? reject(error) : resolve(); });
      socket.on('close', () => { asked || text ? reject(new Error('closed')) : resolve(); });
    });
  }
  async stop() {
    this.stopped = true;
    await this.over;
  }
}

async function under(port, work) {
  const clients = [...Array.from({length: 6}, () => new Client(port, false)), ...Array.from({length: 3}, () => new Client(port, true))];
  await sleep(100);
  await work();
  await sleep(100);
  await Promise.all(clients.map(client => client.stop()));
  return {
    answers: clients.reduce((sum, client) => sum + client.answers, 0),
    failures: clients.flatMap(client => client.failures),
    by: new Set(clients.flatMap(client => [...client.answeredBy])),
  };
}

const get = (port, url) => new Promise((resolve, reject) => {
  http.get({host: '127.0.0.1', port, path: url, agent: false}, response => {
    let body = '';
    response.on('data', chunk => { body += chunk; });
    response.on('end', () => resolve(body));
  }).on('error', reject);
});

async function until(condition, what) {
  for (let i = 0; i < 400; ++i) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error(`not in ten seconds: ${what}`);
}

const workersOf = pid => {
  const found = spawnSync('pgrep', ['-P', String(pid)], {encoding: 'utf8'});
  return found.stdout.split('\n').filter(Boolean).map(Number);
};

async function session(policy) {
  const {port, child} = await start([program, '2'], {POLICY: policy}, 'pipe');
  let said = '';
  child.stdout.on('data', text => { said += text; });
  await until(() => workersOf(child.pid).length === 2, 'two workers');
  const first = workersOf(child.pid);

  const restarted = await under(port, async () => {
    child.kill('SIGHUP');
    await until(() => said.includes('restarted'), 'a restart');
  });
  check(restarted.failures.length === 0, `${policy}: a restart under load: ${restarted.failures}`);
  check(restarted.answers > 100, `${policy}: ${restarted.answers} answers`);
  const second = workersOf(child.pid);
  check(second.length === 2 && !second.some(pid => first.includes(pid)), `${policy}: ${first} are replaced by ${second}`);
  check(restarted.by.size > 2, `${policy}: only ${[...restarted.by]} have answered`);
  check((said.match(/^exit 0 null true$/mg) || []).length === 2, `${policy}: ${said}`);

  // Nine clients have at most nine requests in progress.
  const killed = await under(port, async () => {
    process.kill(second[0], 'SIGKILL');
    await until(() => said.includes('SIGKILL') && workersOf(child.pid).length === 2, 'a new worker');
  });
  check(killed.failures.length <= 9, `${policy}: a killed worker has cost ${killed.failures.length}: ${killed.failures}`);
  check(/^exit null SIGKILL false$/m.test(said), `${policy}: ${said}`);

  // A crashed worker is started again. Its own requests fail, but not those of other workers.
  await get(port, '/crash').then(() => check(false, `${policy}: a crash has answered`), () => check(true));
  await until(() => said.includes('exit 1') && workersOf(child.pid).length === 2, 'a new worker');
  check(/^exit 1 null false$/m.test(said), `${policy}: ${said}`);

  // A worker that is told to end first responds to its running request.
  const slow = get(port, '/slow');
  await sleep(100);
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGUSR2');
  check(/^\d+$/.test(await slow), `${policy}: what was under way`);
  check(await ended === 0, `${policy}: the end`);
}

async function recorded() {
  const log = path.join(folder, 'log');
  const {port, child} = await start([program, '1', `--nodecpp-record=${log}`], {}, 'pipe');
  let said = '';
  child.stdout.on('data', text => { said += text; });
  await get(port, '/');
  child.kill('SIGHUP');
  await until(() => said.includes('restarted'), 'a restart, recorded');
  await get(port, '/');
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGUSR2');
  await ended;
  check(String(fs.readdirSync(folder)) === 'log', `one folder: ${fs.readdirSync(folder)}`);
  const manifest = fs.readFileSync(path.join(log, 'manifest.jsonl'), 'utf8').trim().split('\n').map(line => JSON.parse(line));
  const logs = manifest.map(entry => entry.log);
  check(String(logs) === 'main,cluster-1,cluster-2', `logs of a primary and two workers: ${logs}`);
  check(manifest.every((entry, i) => entry.kind === (i ? 'cluster worker' : 'process') && entry.of === (i ? 'main' : undefined) &&
    entry.pid > 0), JSON.stringify(manifest));
  for (const each of logs) {
    const {status, stdout, stderr} = spawnSync(program, [`--nodecpp-replay=${log}`, `--nodecpp-replay-worker=${each}`], {encoding: 'utf8', timeout: 20000});
    check(status === 0 && stdout.includes('identical'), `the replay of ${each}: ${status}\n${stdout}${stderr}`);
  }
}

(async () => {
  await session('rr');
  await session('none');
  await recorded();
  stopAll();
  for (const child of children) if (child.errors && !child.errors.includes('as asked')) console.log(child.errors);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})().catch(error => {
  console.log(error);
  stopAll('SIGKILL');
  console.log(`${passed} passed, ${failed + 1} failed`);
  process.exit(1);
});
