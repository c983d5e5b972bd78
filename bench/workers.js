'use strict';
// make bench-workers: measures Listing 1 as a cluster of one worker and of two workers, under 64 connections that are
// kept alive, and with a new connection for each request. Writes bench/results/workers.json and its table in
// docs/benchmarks.md. With other settings the file goes to build/bench/results:
//   ROUNDS=1 SECONDS=2 node bench/workers.js
const fs = require('fs');
const path = require('path');
const {root, scratch} = require('./lib/servers.js');
const {Server} = require('../tests/parity/server.js');
const {cores, cpuOf, family, says} = require('./lib/processes.js');
const {choose: chooseLoads} = require('./lib/loads.js');
const {describe, sentence} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 5, seconds: 5};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds)};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const program = path.join(build, 'examples/listing1_cluster');
const target = '/?value=hello';
fs.mkdirSync(scratch, {recursive: true});

const sum = values => values.reduce((all, one) => all + one, 0);

// Two workers use two cores. On a machine with two cores the load shares the second one.
const ways = [
  {id: 'one', label: '1 worker', workers: 1, cores: String(cores.server), policy: 'rr'},
  {id: 'two', label: '2 workers', workers: 2, cores: `${cores.server},${cores.load}`, policy: 'rr'},
  {id: 'shared', label: '2 workers, SCHED_NONE', workers: 2, cores: `${cores.server},${cores.load}`, policy: 'none'},
];

async function measure(loads) {
  const progress = new Progress(settings.rounds * loads.length * ways.length * (settings.seconds + 1.5));
  const rounds = Object.fromEntries(loads.map(load => [load.id, Object.fromEntries(ways.map(way => [way.id, []]))]));
  for (const load of loads) {
    for (let round = 0; round < settings.rounds; round++) {
      for (let i = 0; i < ways.length; i++) {
        const way = ways[(round + i) % ways.length];
        progress.step(`${way.label}, ${load.id}`, `round ${round + 1}`);
        const server = new Server(way.label, ['taskset', '-c', way.cores, program],
          {WORKERS: way.workers, NODE_CLUSTER_SCHED_POLICY: way.policy});
        const port = await server.port();
        const pids = family(server.child.pid);
        if (pids.length !== 1 + way.workers) throw new Error(`${way.label}: ${pids.length} processes`);
        await load.run(port, 1, {target, id: way.id, pids});
        const before = cpuOf(pids);
        const found = await load.run(port, settings.seconds, {target, id: way.id, pids});
        const after = cpuOf(pids);
        rounds[load.id][way.id].push({requests: found.requests, perSecond: found.perSecond, errors: found.errors, p99: found.p99,
          user: after.user - before.user, system: after.system - before.system});
        await server.stop();
        progress.spent(settings.seconds + 1.5);
      }
    }
  }
  progress.end();
  return rounds;
}

function report(rounds) {
  const points = [];
  const targets = [];
  for (const [load, ofLoad] of Object.entries(rounds)) {
    const cpu = (id, field) => sum(ofLoad[id].map(one => one[field])) * 1e6 / sum(ofLoad[id].map(one => one.requests));
    const total = id => cpu(id, 'user') + cpu(id, 'system');
    for (const {id, label} of ways) {
      points.push({load, way: id, label, perSecond: Math.round(median(ofLoad[id].map(one => one.perSecond))),
        cpu: Number(total(id).toFixed(3)), user: Number(cpu(id, 'user').toFixed(3)), system: Number(cpu(id, 'system').toFixed(3)),
        p99: Number(median(ofLoad[id].map(one => one.p99)).toFixed(3)), errors: sum(ofLoad[id].map(one => one.errors))});
    }
    targets.push({what: `${load}: CPU a request of 2 workers, to 1`, value: Number((total('two') / total('one')).toFixed(3)),
      most: load === 'keepalive64' ? 1.1 : undefined});
    targets.push({what: `${load}: the same by SCHED_NONE`, value: Number((total('shared') / total('one')).toFixed(3))});
  }
  for (const one of targets) one.reached = one.most === undefined ? null : one.value <= one.most;
  return {points, targets};
}


(async () => {
  if (!says('taskset', ['-V'])) throw new Error('taskset is not there: tools/setup.sh bench could not get it');
  if (!fs.existsSync(program)) throw new Error(`${program} is not there: make bench-workers builds it`);
  const {loads, skipped} = chooseLoads(['keepalive64', 'newconnection']);
  for (const one of skipped) console.log(`left out: ${one.id}: ${one.why}`);
  const machine = describe(root);
  const date = new Date().toISOString().slice(0, 10);
  console.log(`Listing 1 on workers: ${settings.rounds} rounds of ${settings.seconds} s, ${sentence(machine, date)}`);
  const result = report(await measure(loads));
  const first = [['', 'requests/s', 'CPU a request, µs', 'user', 'system', 'p99, ms', 'errors'],
    ...result.points.map(one => [`${one.load}: ${one.label}`, one.perSecond.toLocaleString('en-US'), one.cpu.toFixed(2),
      one.user.toFixed(2), one.system.toFixed(2), one.p99.toFixed(2), String(one.errors)])];
  const second = [['', 'measured', 'target', 'reached'], ...result.targets.map(one => [one.what, String(one.value),
    one.most === undefined ? '' : `at most ${one.most}`, one.reached === null ? '' : one.reached ? 'yes' : 'no'])];
  console.log('\n' + table(first) + '\n\n' + table(second));
  const published = settings.rounds >= usual.rounds && settings.seconds >= usual.seconds;
  const directory = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(directory, 'workers.json'), {date, machine, settings, ...result});
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'workers',
      `Measured ${sentence(machine, date)}; ${settings.rounds} rounds of ${settings.seconds} s each way, in turn.\n\n` +
      `${markdown(first)}\n\n${markdown(second)}`);
  }
  console.log(`\nwrote ${path.relative(root, path.join(directory, 'workers.json'))}${published ? '; docs/benchmarks.md has the table' : ''}`);
  process.exit();
})().catch(error => {
  console.error('\nbench-workers: ' + error.message);
  process.exit(1);
});
