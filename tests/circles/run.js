'use strict';
// Checks that cycles of objects, functions and variables are freed (docs/safety.md). Each kind of circles.cpp is made a
// million times (a hundred thousand times in a sample), and the process may not grow by 8 MiB between the first tenth
// and the end. Then the collector works among 100,000 live objects, and no slice of it may visit more than a thousand.
//
//   run.js PROGRAM [NAME…] [--show]
const {spawnSync} = require('child_process');
const {sample, seed} = require('../support/sample.js');

const [program, ...rest] = process.argv.slice(2);
const show = rest.includes('--show');
const only = rest.filter(word => !word.startsWith('--'));
const count = seed ? 100000 : 1000000;
const most = 8 * 1024 * 1024;

function ask(...words) {
  const run = spawnSync(program, words, {encoding: 'utf8', timeout: 300000});
  if (run.error || run.status !== 0)
    return {failure: run.error ? run.error.message : `it ended with ${run.signal || run.status}: ${run.stderr.trim().slice(0, 500)}`};
  return {answer: run.stdout.trim()};
}

let passed = 0;
let failed = 0;
function check(name, failure) {
  if (!failure) return void passed++;
  failed++;
  console.log(`${name}: ${failure}`);
}

const listed = ask();
if (listed.failure) throw new Error(`${program}: ${listed.failure}`);
const idioms = listed.answer.split('\n');
const unknown = only.filter(name => !idioms.includes(name));
if (unknown.length) throw new Error(`there is no circle called ${unknown.join(', ')}`);
for (const name of only.length ? only : sample(idioms, 2)) {
  const {answer, failure} = ask(name, String(count));
  const grown = Number(answer);
  if (show) console.log(`${name}\t${failure || `${(grown / 1024 / 1024).toFixed(2)} MiB`}`);
  check(name, failure || (grown < most ? null : `${count} of them let the process grow by ${(grown / 1024 / 1024).toFixed(1)} MiB`));
}
if (!only.length) {
  const {answer, failure} = ask('--slices');
  if (show) console.log(failure || answer);
  check('slices', failure || (Number(/visited (\d+)/.exec(answer)[1]) <= 1000 ? null : answer));
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
