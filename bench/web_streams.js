'use strict';
// make bench-web-streams: times a pipe of 1 MiB through web streams in chunks of 64 bytes, beside Node.js: from a source to a sink, and
// through a TransformStream. Writes build/bench/results/web_streams.json:
//   ROUNDS=1 PIPES=5 node bench/web_streams.js
const fs = require('fs');
const path = require('path');
const {execFileSync} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {cores} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {writeJson} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = [['Node.cpp', path.join(build, 'bench/web_streams/pipe')], ['Node.js', process.execPath, path.join(__dirname, 'web_streams/pipe.js')]];
const loads = [['source to sink', 'plain'], ['through a TransformStream', 'transform']];
const most = 1 / 3;  // of Node's time

const settings = {rounds: Number(process.env.ROUNDS || 7), pipes: Number(process.env.PIPES || 20)};
const machine = describe(root);
const date = new Date().toISOString();
console.log(`${settings.rounds} rounds of ${settings.pipes} pipes\n${sentence(machine, date)}`);
warnIfBusy();
const points = loads.map(([load, option]) => {
  const times = programs.map(() => []);
  for (let round = 0; round < settings.rounds; round++) {
    for (const [i, [, ...command]] of programs.entries())
      times[i].push(Number(execFileSync('taskset', ['-c', String(cores.server), ...command, String(settings.pipes), option], {encoding: 'utf8'})));
  }
  const ratio = Number(median(times[0].map((one, i) => one / times[1][i])).toFixed(3));
  return {load, ours: median(times[0]), node: median(times[1]), ratio, most, reached: ratio <= most};
});
console.log('\n' + table([['µs of CPU a pipe', ...programs.map(([label]) => label), 'of Node.js', 'target', 'reached'],
  ...points.map(one => [one.load, Math.round(one.ours).toLocaleString('en-US'), Math.round(one.node).toLocaleString('en-US'),
    one.ratio.toFixed(2), 'at most 0.33', one.reached ? 'yes' : 'no'])]));
const directory = path.join(scratch, 'results');
fs.mkdirSync(directory, {recursive: true});
writeJson(path.join(directory, 'web_streams.json'), {date, machine, settings, points});
