'use strict';
// make bench-record: measures the cost of recording. Listing 1 runs under 64 connections without recording, with
// recording, and with the flight recorder, in turns. Then the recording is replayed. Writes bench/results/record.json
// and the tables of docs/benchmarks.md and docs/recording.md. With other settings the results go to
// build/bench/results:
//   ROUNDS=1 SECONDS=2 node bench/record.js
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {Server} = require('../tests/parity/server.js');
const {cores, cpuOf, says} = require('./lib/processes.js');
const {choose: chooseLoads} = require('./lib/loads.js');
const {describe, sentence} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {table} = require('../tools/load.js');
const {size} = require('../tests/replay/log.js');

const usual = {rounds: 5, seconds: 6, ring: '64M'};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds),
  ring: process.env.RING || usual.ring};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const program = path.join(build, 'examples/listing1');
const target = '/?value=hello';
fs.mkdirSync(scratch, {recursive: true});
const folder = fs.mkdtempSync(path.join(scratch, 'record-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}));

const sum = values => values.reduce((all, one) => all + one, 0);

// Returns the size of one request of wrk, as the server receives it.
const requestBytes = port => `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.length;

const ways = [
  {id: 'plain', label: 'as it is', options: () => []},
  {id: 'record', label: 'recording', options: log => [`--nodecpp-record=${log}`]},
  {id: 'flight', label: 'flight recorder', options: () => [`--nodecpp-flight=${settings.ring}`]},
];

// Replays the log. Returns the seconds of CPU time and what the replay prints.
function replay(log) {
  const {stdout, stderr, status} = spawnSync('sh',
    ['-c', 'taskset -c "$1" "$2" "$3"; code=$?; times; exit $code', 'sh', String(cores.server), program, `--nodecpp-replay=${log}`],
    {encoding: 'utf8', timeout: 600000});
  const said = /replay: (\d+) turns, (\d+) operations, identical/.exec(stdout);
  if (status !== 0 || !said) throw new Error(`the replay: exit code ${status}\n${stdout}${stderr}`);
  const [, , children] = /([^]*\n)([\d.ms ]+)\n?$/.exec(stdout);
  const seconds = sum(children.trim().split(' ').map(one => /(\d+)m([\d.]+)s/.exec(one)).map(([, m, s]) => m * 60 + Number(s)));
  return {cpu: seconds, turns: Number(said[1]), operations: Number(said[2])};
}

async function measure() {
  const {loads, skipped} = chooseLoads(['keepalive64']);
  if (!loads.length) throw new Error(skipped[0].why);
  const progress = new Progress(settings.rounds * (ways.length * (settings.seconds + 1.5) + settings.seconds));
  const rounds = {plain: [], record: [], flight: []};
  const logs = [];
  const flights = [];
  for (let round = 0; round < settings.rounds; round++) {
    for (let i = 0; i < ways.length; i++) {
      const way = ways[(round + i) % ways.length];
      const log = path.join(folder, 'log');
      fs.rmSync(log, {recursive: true, force: true});
      progress.step(way.label, `round ${round + 1}`);
      const server = new Server(way.label, ['taskset', '-c', String(cores.server), program, ...way.options(log)]);
      const port = await server.port();
      const pid = server.child.pid;
      const before = cpuOf([pid]);
      const found = await loads[0].run(port, settings.seconds, {target, id: way.id, pids: [pid]});
      const after = cpuOf([pid]);
      const one = {requests: found.requests, perSecond: found.perSecond, errors: found.errors,
        user: after.user - before.user, system: after.system - before.system};
      rounds[way.id].push(one);
      if (way.id === 'flight') {
        // The flight recorder prints the cost of its snapshots when it makes the last one.
        server.child.kill('SIGTERM');
        await server.ended;
        const said = /flight: (\d+) snapshots, the process stood still for ([\d.]+) ms \(p50\), ([\d.]+) ms \(p99\), ([\d.]+) ms in all; a snapshot held ([\d.]+) MiB/
          .exec(server.stderr);
        if (!said) throw new Error(`the flight recorder said ${server.stderr || 'nothing'}`);
        const [snapshots, p50, p99, paused, held] = said.slice(1).map(Number);
        flights.push({snapshots, p50, p99, paused, held});
        one.paused = paused / 1000;
      } else {
        await server.stop();
      }
      progress.spent(settings.seconds + 1.5);
      if (way.id !== 'record') continue;
      // Only the records count, not the space by which the file was enlarged in advance.
      const bytes = size(log);
      logs.push({bytes: bytes / found.requests, over: bytes / found.requests - requestBytes(port)});
      const again = replay(log);
      logs[logs.length - 1].replayed = again.cpu / (one.user + one.system);
      progress.spent(settings.seconds);
    }
  }
  progress.end();
  return {rounds, logs, flights};
}

function report({rounds, logs, flights}) {
  const requests = id => sum(rounds[id].map(one => one.requests));
  const cpu = (id, field) => sum(rounds[id].map(one => one[field])) * 1e6 / requests(id);
  const total = id => cpu(id, 'user') + cpu(id, 'system');
  const paused = sum(rounds.flight.map(one => one.paused)) * 1e6 / requests('flight');
  const p99 = Math.max(...flights.map(one => one.p99));
  const targets = [
    {what: 'CPU a request recording, to not recording', value: total('record') / total('plain'), most: 1.05},
    {what: 'with the flight recorder, fork pauses aside', value: (total('flight') - paused) / total('plain'), most: 1.07},
    {what: 'with the flight recorder, fork pauses and all', value: total('flight') / total('plain')},
    {what: 'a fork\'s pause, p99, ms', value: p99},
    {what: 'memory of a snapshot\'s own, MiB', value: Math.max(...flights.map(one => one.held))},
    {what: 'log, bytes a request beyond those received', value: median(logs.map(one => one.over)), most: 64},
    {what: 'CPU of the replay, to the recorded run\'s', value: median(logs.map(one => one.replayed)), most: 0.5},
  ].map(one => ({...one, value: Number(one.value.toPrecision(4)), reached: one.most === undefined ? null : one.value <= one.most}));
  return {
    points: ways.map(({id, label}) => ({way: id, label, perSecond: Math.round(median(rounds[id].map(one => one.perSecond))),
      cpu: Number(total(id).toFixed(3)), user: Number(cpu(id, 'user').toFixed(3)), system: Number(cpu(id, 'system').toFixed(3)),
      errors: sum(rounds[id].map(one => one.errors))})),
    targets,
  };
}


(async () => {
  for (const [tool, args] of [['wrk', ['-v']], ['taskset', ['-V']]])
    if (!says(tool, args)) throw new Error(`${tool} is not there: tools/setup.sh bench could not get it`);
  if (!fs.existsSync(program)) throw new Error(`${program} is not there: make bench-record builds it`);
  const machine = describe(root);
  const date = new Date().toISOString().slice(0, 10);
  console.log(`Listing 1 recorded: ${settings.rounds} rounds of ${settings.seconds} s each way, ${sentence(machine, date)}`);
  const result = report(await measure());
  const first = [['', 'requests/s', 'CPU a request, µs', 'user', 'system', 'errors'],
    ...result.points.map(one => [one.label, one.perSecond.toLocaleString('en-US'), one.cpu.toFixed(2), one.user.toFixed(2),
      one.system.toFixed(2), String(one.errors)])];
  const second = [['', 'measured', 'target', 'reached'], ...result.targets.map(one => [one.what, String(one.value),
    one.most === undefined ? '' : `at most ${one.most}`, one.reached === null ? '' : one.reached ? 'yes' : 'no'])];
  console.log('\n' + table(first) + '\n\n' + table(second));
  const published = settings.rounds >= usual.rounds && settings.seconds >= usual.seconds && settings.ring === usual.ring;
  const directory = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(directory, 'record.json'), {date, machine, settings, ...result});
  if (published) {
    for (const page of ['docs/benchmarks.md', 'docs/recording.md']) fill(path.join(root, page), 'record',
      `Measured ${sentence(machine, date)}; ${settings.rounds} rounds of ${settings.seconds} s each way, in turn.\n\n` +
      `${markdown(first)}\n\n${markdown(second)}`);
  }
  console.log(`\nwrote ${path.relative(root, path.join(directory, 'record.json'))}${published ? '; docs/benchmarks.md and docs/recording.md have the tables' : ''}`);
  process.exit();
})().catch(error => {
  console.error('\nbench-record: ' + error.message);
  process.exit(1);
});
