'use strict';
// make bench-regexp: compares ten typical patterns (bench/regexp/patterns.js) in Node.cpp and in V8, in turns. Writes
// bench/results/regexp.json and the table of docs/benchmarks.md.
//   SECONDS=1 ROUNDS=3 PROGRAM=build/release/bench/regexp node bench/regexp.js
const path = require('path');
const {spawnSync} = require('child_process');

const root = path.join(__dirname, '..');
const patterns = require('./regexp/patterns.js');
const seconds = Number(process.env.SECONDS || 1), rounds = Number(process.env.ROUNDS || 3);
const program = process.env.PROGRAM || path.join(process.env.NODECPP_BUILD || path.join(root, 'build/release'), 'bench/regexp');

function once(pattern, {does, with: by}, text, lines) {
  let sum = 0;
  if (does === 'test') {
    for (const line of lines) sum += pattern.test(line);
  } else if (does === 'execLines') {
    for (const line of lines) {
      const m = pattern.exec(line);
      if (m) sum += m[1].length;
    }
  } else if (does === 'exec') {
    pattern.lastIndex = 0;
    for (let m; (m = pattern.exec(text));) {
      sum += m[0].length;
      if (m[0] === '') pattern.lastIndex++;
    }
  } else if (does === 'replace') {
    sum = text.replace(pattern, by).length;
  } else {
    sum = text.split(pattern).length;
  }
  return sum;
}
function here(one, text) {
  const pattern = new RegExp(one.pattern, one.flags);
  let best = Infinity, result;
  for (let round = 0; round < 5; round++) {
    const from = process.hrtime.bigint();
    let goes = 0, spent;
    do {
      for (let i = 0; i < 16; i++) result = once(pattern, one, text, one.lines);
      goes += 16;
      spent = Number(process.hrtime.bigint() - from);
    } while (spent < seconds * 1e9 / 5);
    best = Math.min(best, spent / goes);
  }
  return [best, result];
}

const median = list => list.sort((a, b) => a - b)[list.length >> 1];
const rows = patterns.map(one => {
  const text = one.text ? one.text.repeat(one.times) : undefined;
  const ours = [], theirs = [];
  for (let round = 0; round < rounds; round++) {
    const [time, result] = here(one, text);
    const {stdout, stderr} = spawnSync(program, {input: JSON.stringify({...one, text, seconds}) + '\n', encoding: 'utf8'});
    const [our, answer] = stdout.split(' ').map(Number);
    if (answer !== result) throw new Error(`${one.name}: Node.js says ${result}, Node.cpp ${answer} ${stderr}`);
    theirs.push(time);
    ours.push(our);
  }
  return {name: one.name, ours: median(ours), node: median(theirs), ratio: median(ours) / median(theirs)};
});
for (const row of rows) console.log(`${row.name.padEnd(12)} ${row.ours.toFixed(0).padStart(9)} ns ${row.node.toFixed(0).padStart(9)} ns  ${row.ratio.toFixed(2)}`);
const ratios = rows.map(row => row.ratio);
console.log(`median ${median([...ratios]).toFixed(2)}, greatest ${Math.max(...ratios).toFixed(2)}`);
if (process.env.PROGRAM) return;

const {describe, sentence} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const machine = describe(root), date = new Date().toISOString();
writeJson(path.join(root, 'bench/results/regexp.json'), {date, machine, node: process.version, seconds, rounds, rows});
fill(path.join(root, 'docs/benchmarks.md'), 'regexp', [`Measured ${sentence(machine, date)}.`,
  `Median ${median([...ratios]).toFixed(2)} of V8's time (target: at most 1.0); the most is ${Math.max(...ratios).toFixed(2)} (target: at most 3).`,
  markdown([['', 'Node.cpp, ns', 'Node.js, ns', 'to Node.js'],
    ...rows.map(row => [row.name, row.ours.toFixed(0), row.node.toFixed(0), row.ratio.toFixed(2)])])].join('\n\n'));
