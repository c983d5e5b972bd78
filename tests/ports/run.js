'use strict';
// Compares the ports of npm packages (tests/ports/NAME) with their originals, which npm installs: the same calls must
// give the same answers.
//   node tests/ports/run.js --program build/asan/tests/ports_cases [--count 1000] [--seed 1] [PORT…]
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {seed: sampled} = require('../support/sample.js');

const args = process.argv.slice(2);
const option = (name, other) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : other);
const program = option('--program');
const count = Number(option('--count', sampled ? 1000 : 5000));
const seed = option('--seed', sampled || '1');

// Returns random numbers that are the same for a seed on each machine.
function random(text) {
  let state = 0x811c9dc5;
  for (const c of text) state = Math.imul(state ^ c.charCodeAt(0), 0x01000193);
  const next = () => {
    state = state + 0x6d2b79f5 | 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return (t ^ t >>> 14) >>> 0;
  };
  const below = n => next() % n;
  return {below, pick: list => list[below(list.length)]};
}

// The cases run in batches, each in a process of its own, so that only the answers of one batch are in memory.
const batchSize = 500;

// Runs the program on the cases. Returns how it ended and its answers, a line for each case.
function answersOf(cases) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-ports-'));
  const file = path.join(folder, 'cases');
  fs.writeFileSync(file, cases.map(one => one.text + '\n').join(''));
  const run = spawnSync(program, [file], {encoding: 'utf8', maxBuffer: 1 << 28});
  fs.rmSync(folder, {recursive: true});
  return {run, answers: run.stdout.split('\n')};
}

// Returns where two texts begin to differ.
function difference(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b?.[at]) at++;
  return at;
}

(async () => {
  const ports = (args.length ? args : ['lru_cache', 'mustache', 'ws']).map(name => require(`./${name}/cases.js`));
  const totals = {passed: 0, failed: 0, first: 0};
  const runBatch = async batch => {
    const {run, answers} = answersOf(batch);
    for (const [i, {port, text}] of batch.entries()) {
      const wanted = JSON.stringify(await port.original(JSON.parse(text)));
      if (answers[i] === wanted) {
        totals.passed++;
        continue;
      }
      if (totals.failed++ >= 5) continue;
      const at = Math.max(0, difference(wanted, answers[i]) - 60);
      console.log(`case ${totals.first + i}: ${text.slice(0, 3000)}\n  Node.js:  ${wanted.slice(at, at + 160)}\n  Node.cpp: ${answers[i]?.slice(at, at + 160)}`);
      if (answers[i] === undefined) break;
    }
    if (run.status !== 0) {
      totals.failed++;
      console.log(`the program ended with ${run.status ?? run.signal}\n${run.stderr.slice(0, 4000)}`);
    }
    totals.first += batch.length;
    return run.status === 0;
  };
  let batch = [];
  let goesOn = true;
  for (const [i, port] of ports.entries()) {
    for (const one of port.cases(random(`${seed} ${i}`), count)) {
      batch.push({port, text: JSON.stringify(one)});
      if (batch.length < batchSize) continue;
      goesOn = await runBatch(batch);
      batch = [];
      if (!goesOn) break;
    }
    if (!goesOn) break;
  }
  if (batch.length) await runBatch(batch);
  console.log(`seed ${seed}: ${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed ? 1 : 0);
})();
