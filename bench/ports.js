'use strict';
// make bench-ports: compares the ports of npm packages (tests/ports) in Node.cpp with their originals in Node.js, by
// the programs bench/ports/NAME, in turns. Each program calls its work repeatedly (bench/programs/measure.js), and the
// results of both must be equal. Writes bench/results/ports.json and the table of docs/ports.md. With other settings it
// only prints:
//   ROUNDS=3 SECONDS=0.2 node bench/ports.js
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {median} = require('./lib/median.js');
const {table} = require('../tools/load.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const folder = path.join(__dirname, 'ports');
const usual = {rounds: 7, seconds: 0.4};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds)};
const names = fs.readdirSync(folder).filter(file => file.endsWith('.js')).map(file => file.slice(0, -3)).sort();

function once(command, ...args) {
  const {status, stdout, stderr, error} = spawnSync(command, args, {encoding: 'utf8', timeout: 60000, env: {...process.env, SECONDS: String(settings.seconds)}});
  if (status !== 0) throw new Error(`${command} ${args}: ${error || 'exit code ' + status}\n${stderr}`);
  return JSON.parse(stdout);
}

function measure(name) {
  const node = [], ours = [];
  for (let round = 0; round < settings.rounds; round++) {
    const runs = [() => once(process.execPath, path.join(folder, name + '.js')), () => once(path.join(build, 'bench/ports', name))];
    const [a, b] = round % 2 ? [runs[1](), runs[0]()].reverse() : runs.map(run => run());
    if (a.answer !== b.answer) throw new Error(`${name}: Node.js answers ${a.answer}, Node.cpp ${b.answer}`);
    node.push(a.ns);
    ours.push(b.ns);
  }
  // Each ratio is of one round, because the speed of a machine changes over time.
  return {name, does: fs.readFileSync(path.join(folder, name + '.js'), 'utf8').split('\n')[1].replace(/^\/\/ |\.$/g, ''), node: Math.round(median(node)),
    nodecpp: Math.round(median(ours)), ratio: Number(median(ours.map((ns, i) => ns / node[i])).toFixed(3))};
}

const machine = describe(root);
const date = new Date().toISOString();
console.log(sentence(machine, date));
warnIfBusy();
const points = names.map(measure);
const micro = ns => (ns / 1000).toFixed(ns < 99500 ? 1 : 0);
const rows = [['', 'what it does', 'original in Node.js, µs', 'port, µs', 'to Node.js'],
  ...points.map(one => [one.name, one.does, micro(one.node), micro(one.nodecpp), one.ratio.toFixed(2)])];
console.log('\n' + table(rows.map(row => row.filter((_, i) => i !== 1))));
if (settings.rounds >= usual.rounds && settings.seconds >= usual.seconds) {
  writeJson(path.join(root, 'bench/results/ports.json'), {date, machine, settings, points});
  fill(path.join(root, 'docs/ports.md'), 'ports', [`Measured ${sentence(machine, date)}.`, markdown(rows, 2)].join('\n\n'));
  console.log('wrote bench/results/ports.json and the table of docs/ports.md');
}
