'use strict';
// make bench-multipart: the server's CPU time of a form of 100 MB in 10 files that busboy reads, beside Node.js with npm's
// busboy, and its memory meanwhile. Writes bench/results/multipart.json and the table of docs/busboy.md; with other settings,
// build/bench/results/multipart.json:
//   ROUNDS=1 MEGABYTES=20 node bench/multipart.js
const path = require('path');
const {spawn} = require('child_process');
const {root} = require('./lib/servers.js');
const {cores, run, cpuDuring, byTurns, forgetPeak, peakMiB, residentMiB} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {markdown, publish} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 7, megabytes: 100};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), megabytes: Number(process.env.MEGABYTES || usual.megabytes)};
const files = 10;
const forms = 20;  // in a round; the kernel counts CPU time in hundredths of a second
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = [['Node.cpp', path.join(build, 'bench/multipart/server')],
  ['Node.js', process.execPath, path.join(__dirname, 'multipart/server.js')]];

(async () => {
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${forms} forms of ${settings.megabytes} MB in ${files} files, 1 minute\n${sentence(machine, date)}`);
  warnIfBusy();
  const servers = programs.map(([, ...command], i) => spawn('taskset', ['-c', String(cores.server), ...command],
    {env: {...process.env, NODE_ENV: 'production', PORT: String(9420 + i)}, stdio: 'inherit'}));
  process.on('exit', () => servers.forEach(child => child.kill('SIGKILL')));
  await new Promise(resolve => setTimeout(resolve, 500));
  const send = (i, times) => run([process.execPath, path.join(__dirname, 'multipart/load.js'), String(9420 + i), String(times),
    String(files), String(settings.megabytes)]);
  for (const i of programs.keys()) await send(i, 3);
  const first = servers.map(({pid}) => residentMiB([pid]));
  servers.forEach(({pid}) => forgetPeak([pid]));
  const times = await byTurns(programs.length, settings.rounds, async i =>
    (await cpuDuring([servers[i].pid], () => send(i, forms))).cpu * 1000 / forms);
  const points = programs.map(([label], i) => ({label, cpu: Number(median(times[i]).toFixed(1)),
    ratio: Number(median(times[0].map((one, round) => one / times[i][round])).toFixed(3)),
    first: Number(first[i].toFixed(1)), peak: Number(peakMiB([servers[i].pid]).toFixed(1))}));
  const labels = programs.map(([label]) => label);
  const rows = [['', ...labels, 'Node.cpp to Node.js', 'target'],
    [`a form of ${settings.megabytes} MB, ms of CPU`, ...points.map(one => one.cpu.toFixed(1)), points[1].ratio.toFixed(2), 'at most 0.25'],
    ['resident memory after three forms, MiB', ...points.map(one => one.first.toFixed(1)), '', ''],
    [`the most during ${settings.rounds * forms} more, MiB`, ...points.map(one => one.peak.toFixed(1)), '', 'at most 1 above']];
  console.log('\n' + table(rows));
  publish('multipart', 'docs/busboy.md', {date, machine, settings, points}, usual, `.\n\n${markdown(rows)}`);
  process.exit(0);
})().catch(error => {
  console.error('\nbench-multipart: ' + error.message);
  process.exit(1);
});
