'use strict';
// make bench-ws: measures packages/ws beside npm's ws on Node.js and, but for the memory, beside Bun and beside the least
// that an epoll loop needs: the server's CPU time of a message that comes back and of one that goes to all, and the memory of idle connections.
// Writes bench/results/ws.json and the tables of docs/ws.md. With other settings the result goes to build/bench/results:
//   ROUNDS=1 SECONDS=1 IDLE=500 CLIENTS=500 node bench/ws.js
const fs = require('fs');
const path = require('path');
const {Server} = require('../tests/parity/server.js');
const {bun, root} = require('./lib/servers.js');
const {cores, run, family, cpuDuring} = require('./lib/processes.js');
const {httpLoad, memoryOfEach} = require('./lib/idle_memory.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {markdown, publish} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 5, seconds: 3, idle: 10000, clients: 5000};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const load = path.join(build, 'bench/ws/load');
const {version} = require('ws/package.json');
const kindsOf = settings => [
  {id: 'echo64', label: 'echo of 64 B, 64 connections', args: seconds => ['echo', seconds, 64, 64]},
  {id: 'echo64k', label: 'echo of 64 KiB, 64 connections', args: seconds => ['echo', seconds, 64, 65536]},
  {id: 'broadcast', label: `64 B to all of ${settings.clients}`, args: seconds => ['broadcast', seconds, settings.clients]},
];
const labels = {nodecpp: 'Node.cpp', node: `Node.js ${process.version.slice(1)}, ws ${version}`,
  ...(fs.existsSync(bun) ? {bun: 'Bun'} : {}), floor: 'an epoll loop that unmasks'};

function serversFor(kind) {
  return [
    ['nodecpp', path.join(build, 'bench/ws/server')],
    ['node', process.execPath, path.join(__dirname, 'ws/server.js')],
    ...(kind !== 'idle' && labels.bun ? [['bun', bun, path.join(__dirname, 'ws/server_bun.js')]] : []),
    ...(kind === 'idle' ? [] : [['floor', path.join(build, 'bench/ws/floor')]]),
  ].map(([id, ...command]) => Object.assign(new Server(labels[id], ['taskset', '-c', String(cores.server), ...command],
    {KIND: kind.startsWith('echo') ? 'echo' : kind}), {id}));
}

async function loaded(server, [kind, ...rest]) {
  const said = JSON.parse(await run([load, kind, String(await server.port()), ...rest.map(String)]));
  if (said.errors > 0 || said.done === 0) throw new Error(`${server.label}, ${kind} ${rest.join(' ')}: ${JSON.stringify(said)}`);
  return said;
}

// Returns the server's microseconds of CPU for each message that a client gets, medians of rounds in which the servers take
// turns, and the median of each round's ratio of Node.cpp to each of the others.
async function cpu(settings, progress) {
  const points = [];
  for (const kind of kindsOf(settings)) {
    const here = serversFor(kind.id);
    for (const server of here) await loaded(server, kind.args(Math.min(1, settings.seconds)));
    const rounds = here.map(() => []);
    for (let round = 0; round < settings.rounds; round++) {
      for (let i = 0; i < here.length; i++) {
        const at = (i + round) % here.length;
        progress.step(kind.label, here[at].label);
        const pids = family(here[at].child.pid);
        const {cpu, result} = await cpuDuring(pids, () => loaded(here[at], kind.args(settings.seconds)));
        rounds[at].push(cpu * 1e6 / result.done);
        progress.spent(settings.seconds);
      }
    }
    here.forEach((server, i) => points.push({kind: kind.id, label: kind.label, server: server.id,
      cpu: Number(median(rounds[i]).toFixed(2)), ratio: Number(median(rounds[i].map((one, j) => rounds[0][j] / one)).toFixed(3))}));
    for (const server of here) await server.stop();
  }
  return points;
}

// Returns the KiB of resident memory by which an idle WebSocket makes a server larger, and an idle connection of http that
// is kept alive, which a WebSocket may exceed by 1 KiB.
async function idle(settings, progress) {
  const plain = {nodecpp: [path.join(build, 'bench/events/server')], node: [process.execPath, path.join(__dirname, 'events/server.js')]};
  const points = [];
  for (const server of serversFor('idle')) {
    progress.step('idle connections', server.label);
    const each = await memoryOfEach(server, (port, count) => [load, 'idle', String(port), String(count)], settings.idle);
    const http = new Server(`${server.label}, http`, ['taskset', '-c', String(cores.server), ...plain[server.id]], {NODE_ENV: 'production'});
    const keptAlive = await memoryOfEach(http, httpLoad('/'), settings.idle);
    points.push({server: server.id, each: Number(each.toFixed(2)), keptAlive: Number(keptAlive.toFixed(2))});
    progress.spent(16);
  }
  return points;
}

function rowsOf(figure) {
  const others = [['node', 'Node.cpp to Node.js'], ['bun', 'to Bun'], ['floor', 'to the loop']].filter(([id]) => labels[id]);
  return [['', ...figure.servers, ...others.map(([, label]) => label)],
    ...kindsOf(figure.settings).map(({id, label}) => {
      const of = server => figure.cpu.find(one => one.kind === id && one.server === server);
      return [`${label}, µs of CPU a message`, ...Object.keys(labels).map(server => of(server).cpu.toFixed(2)),
        ...others.map(([id]) => of(id).ratio.toFixed(2))];
    }),
    ...[['an idle WebSocket, KiB', one => one.each], ['an idle connection of http that is kept alive, KiB', one => one.keptAlive],
      ['the first above the second (target: at most 1)', one => one.each - one.keptAlive]].map(([label, value]) => [label,
      ...Object.keys(labels).map(id => figure.idle.filter(one => one.server === id).map(one => value(one).toFixed(2)).join()),
      (value(figure.idle[0]) / value(figure.idle[1])).toFixed(2), ...others.slice(1).map(() => '')])];
}

(async () => {
  const number = (name, otherwise) => Number(process.env[name] || otherwise);
  const settings = {rounds: number('ROUNDS', usual.rounds), seconds: number('SECONDS', usual.seconds),
    idle: number('IDLE', usual.idle), clients: number('CLIENTS', usual.clients)};
  if (!Object.values(settings).every(value => value > 0)) throw new Error('ROUNDS, SECONDS, IDLE and CLIENTS are to be numbers above 0');
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${settings.seconds} s\n${sentence(machine, date)}`);
  warnIfBusy();
  const progress = new Progress(settings.rounds * settings.seconds * 12 + 32);
  const figure = {date, machine, settings, servers: Object.values(labels), cpu: await cpu(settings, progress),
    idle: await idle(settings, progress)};
  progress.end();
  const rows = rowsOf(figure);
  console.log('\n' + table(rows));
  publish('ws', 'docs/ws.md', figure, usual, `.\n\n${markdown(rows)}`);
})().catch(error => {
  console.error('\nbench-ws: ' + error.message);
  process.exit(1);
});
