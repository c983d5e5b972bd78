'use strict';
// make bench-native: measures the cost of a call from Node.js to C++ for each kind of argument, in a module written
// with Node.cpp and in the same module written with node-addon-api. It also compares the promise form of the sieve of
// examples/primes with its synchronous form on one core. Writes bench/results/native.json and the tables of
// docs/benchmarks.md. With other settings the results go to build/bench/results:
//   ROUNDS=1 SECONDS=0.2 KINDS=number,bytes node bench/native.js
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {median} = require('./lib/median.js');
const {tails} = require('./lib/tails.js');
const {table} = require('../tools/load.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const usual = {rounds: 7, seconds: 1};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds)};
const kinds = [
  {id: 'nothing', label: 'nothing'},
  {id: 'number', label: 'a number, and one back', most: 1.05},
  {id: 'stringIn', label: 'a string of 64 bytes', most: 1.05},
  {id: 'string', label: 'a string of 64 bytes, and back', most: 1.05},
  {id: 'bytes', label: 'a Buffer of 64 KiB, as a span', most: 1.05},
  {id: 'buffer', label: 'a Buffer of 64 KiB, as a Buffer', most: 1.05},
  {id: 'struct', label: 'a struct of 3 numbers, and back'},
  {id: 'array', label: 'an array of 10 numbers'},
  {id: 'promise', label: 'a number by promise, 100 at a time'},
].filter(one => !process.env.KINDS || process.env.KINDS.split(',').includes(one.id));
const modules = [
  {id: 'ours', label: 'Node.cpp', file: path.join(build, 'bench/native/ours.node')},
  {id: 'addon', label: 'node-addon-api', file: path.join(build, 'bench/native/addon.node')},
];

// Runs a script on the last core. (Servers of other benchmarks run on the first core.)
function run(script, args) {
  const {status, stdout, stderr} = spawnSync('taskset', ['-c', String(require('os').cpus().length - 1), process.execPath,
    path.join(__dirname, 'lib', script), ...args.map(String)], {encoding: 'utf8', timeout: 120000});
  const value = Number(stdout);
  if (status !== 0 || !(value > 0)) throw new Error(`${script} ${args.join(' ')}: exit code ${status}\n${stdout}${stderr}`);
  return value;
}

(async () => {
  for (const {file} of modules) if (!fs.existsSync(file)) throw new Error(`${path.relative(root, file)} is not built`);
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(sentence(machine, date));
  warnIfBusy();

  const progress = new Progress(settings.rounds * (kinds.length * 2 * (settings.seconds + 0.2) + settings.seconds * 8));
  const times = {};
  const sieve = {sync: [], promise: []};
  for (let round = 0; round < settings.rounds; round++) {
    for (const kind of kinds) {
      for (const one of round % 2 ? modules : [...modules].reverse()) {
        progress.step('crossings', `${kind.label}, ${one.label}`);
        (times[`${kind.id} ${one.id}`] ??= []).push(run('native_loop.js', [one.file, kind.id, settings.seconds]));
        progress.spent(settings.seconds + 0.2);
      }
    }
    for (const form of round % 2 ? ['sync', 'promise'] : ['promise', 'sync']) {
      progress.step('the sieve', form);
      sieve[form].push(run('sieve_loop.js', [path.join(build, 'examples/count_primes.node'), form, settings.seconds * 4]));
      progress.spent(settings.seconds * 4);
    }
  }
  progress.end();
  const crossings = kinds.map(kind => {
    const [ours, addon] = modules.map(one => median(times[`${kind.id} ${one.id}`]));
    const ratio = median(times[`${kind.id} ours`].map((value, i) => value / times[`${kind.id} addon`][i]));
    return {kind: kind.id, label: kind.label, ours, addon, ratio, most: kind.most ?? null};
  });
  const forms = {sync: median(sieve.sync), promise: median(sieve.promise),
    ratio: median(sieve.promise.map((value, i) => value / sieve.sync[i]))};
  const server = await tails([{id: 'node', label: 'Node.js', busy: ['/c0']}], {build, rounds: Math.min(settings.rounds, 5),
    seconds: Math.max(settings.seconds * 3, 1)});

  const number = (value, digits) => value.toFixed(digits);
  const rows = [['one call of C++ from Node.js, ns', 'Node.cpp', 'node-addon-api', 'ratio', 'target', 'reached'],
    ...crossings.map(one => [one.label, number(one.ours, 0), number(one.addon, 0), number(one.ratio, 2),
      one.most ? `at most ${one.most}` : '', one.most ? (one.ratio <= one.most ? 'yes' : 'no') : ''])];
  const tail = server.points[0];
  const rest = [['c0 on one core', 'measured', 'target', 'reached'],
    ['the promise form\'s throughput, to the synchronous form\'s', number(forms.ratio, 3), 'at least 0.97',
      forms.ratio >= 0.97 ? 'yes' : 'no'],
    ['p99 of / while c0 is asked for by 30, to its p99 at rest', number(tail.ratio, 2), 'at most 2', tail.ratio <= 2 ? 'yes' : 'no']];
  console.log(`\n${table(rows)}\n\n${table(rest)}`);

  const published = !process.env.KINDS && settings.rounds >= usual.rounds && settings.seconds >= usual.seconds;
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  fs.mkdirSync(results, {recursive: true});
  writeJson(path.join(results, 'native.json'), {date, machine, settings, crossings, forms, tail});
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'native', [`Measured ${sentence(machine, date)}.`, markdown(rows),
      `The sieve of examples/primes: ${number(forms.sync, 0)} times a second by calls, ${number(forms.promise, 0)} by ` +
      `promises. / of primes.js, asked 200 times a second: p99 ${number(tail.idle, 2)} ms at rest, ` +
      `${number(tail.busy, 2)} ms while c0 is asked for.`, markdown(rest)].join('\n\n'));
  }
  console.log(`\nwrote ${path.relative(root, path.join(results, 'native.json'))}${published ? '; docs/benchmarks.md has the tables' : ''}`);
})().catch(error => {
  console.error('\nbench-native: ' + error.message);
  process.exit(1);
});
