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

(async () => {
  const ports = (args.length ? args : ['lru_cache', 'mustache', 'ws']).map(name => require(`./${name}/cases.js`));
  const cases = ports.flatMap((port, i) => [...port.cases(random(`${seed} ${i}`), count)].map(one => ({port, text: JSON.stringify(one)})));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-ports-'));
  const file = path.join(folder, 'cases');
  fs.writeFileSync(file, cases.map(one => one.text + '\n').join(''));
  const run = spawnSync(program, [file], {encoding: 'utf8', maxBuffer: 1 << 30});
  fs.rmSync(folder, {recursive: true});
  const answers = run.stdout.split('\n');
  let passed = 0;
  let failed = 0;
  for (const [i, {port, text}] of cases.entries()) {
    const wanted = JSON.stringify(await port.original(JSON.parse(text)));
    if (answers[i] === wanted) {
      passed++;
      continue;
    }
    if (failed++ >= 5) continue;
    const at = Math.max(0, [...wanted].findIndex((c, k) => c !== answers[i]?.[k]) - 60);
    console.log(`case ${i}: ${text.slice(0, 3000)}\n  Node.js:  ${wanted.slice(at, at + 160)}\n  Node.cpp: ${answers[i]?.slice(at, at + 160)}`);
    if (answers[i] === undefined) break;
  }
  if (run.status !== 0) {
    failed++;
    console.log(`the program ended with ${run.status ?? run.signal}\n${run.stderr.slice(0, 4000)}`);
  }
  console.log(`seed ${seed}: ${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
