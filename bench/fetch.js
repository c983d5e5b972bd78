'use strict';
// make bench-fetch: the CPU time of a fetch of 64 bytes and of 1 MiB, one after the other from a server on the same machine, beside
// Node.js. Writes build/bench/results/fetch.json:
//   ROUNDS=1 FETCHES=1000 node bench/fetch.js
const fs = require('fs');
const path = require('path');
const {execFileSync, spawn} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {cores} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {writeJson} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = [['Node.cpp', path.join(build, 'bench/fetch/client')], ['Node.js', process.execPath, path.join(__dirname, 'fetch/client.js')]];
const settings = {rounds: Number(process.env.ROUNDS || 7), fetches: Number(process.env.FETCHES || 8000)};
// [what, length, fetches, the most of Node's time that is allowed]
const loads = [['64 bytes', 64, settings.fetches, 1 / 3], ['1 MiB', 1 << 20, Math.ceil(settings.fetches / 20), 1 / 2]];

const startServer = () => new Promise((resolve, reject) => {
  const child = spawn('taskset', ['-c', String(cores.load), process.execPath, path.join(__dirname, 'fetch/server.js')], {stdio: ['ignore', 'pipe', 'inherit']});
  process.on('exit', () => child.kill());
  child.on('error', reject);
  child.stdout.once('data', text => resolve(Number(text)));
});

(async () => {
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${settings.fetches} fetches\n${sentence(machine, date)}`);
  warnIfBusy();
  const port = await startServer();
  const points = loads.map(([load, length, fetches, most]) => {
    const times = programs.map(() => []);
    for (let round = 0; round < settings.rounds; round++) {
      for (const [i, [, ...command]] of programs.entries()) {
        const all = ['-c', String(cores.server), ...command, `http://127.0.0.1:${port}/${length}`, String(fetches), String(length)];
        times[i].push(Number(execFileSync('taskset', all, {encoding: 'utf8'})));
      }
    }
    const ratio = Number(median(times[0].map((one, i) => one / times[1][i])).toFixed(3));
    return {load, ours: median(times[0]), node: median(times[1]), ratio, most, reached: ratio <= most};
  });
  console.log('\n' + table([['µs of CPU a fetch', ...programs.map(([label]) => label), 'of Node.js', 'target', 'reached'],
    ...points.map(one => [one.load, one.ours.toFixed(1), one.node.toFixed(1), one.ratio.toFixed(2), `at most ${one.most.toFixed(2)}`,
      one.reached ? 'yes' : 'no'])]));
  const directory = path.join(scratch, 'results');
  fs.mkdirSync(directory, {recursive: true});
  writeJson(path.join(directory, 'fetch.json'), {date, machine, settings, points});
  process.exit(0);
})();
