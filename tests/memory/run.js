'use strict';
// Runs ordinary programs that use much memory (program.cpp): one of them in a sample, otherwise all.
//   run.js PROGRAM [NAME…]
const {spawnSync} = require('child_process');
const {sample} = require('../support/sample.js');

const [program, ...only] = process.argv.slice(2);
const all = ['shuffled', 'large', 'workers', 'pool', 'children'];
const unknown = only.filter(name => !all.includes(name));
if (unknown.length) throw new Error(`there is no program called ${unknown.join(', ')}: ${all.join(', ')}`);
let failed = 0;
const names = only.length ? only : sample(all, 5);
for (const name of names) {
  const run = spawnSync(program, [name], {encoding: 'utf8', timeout: 120000});
  if (!run.error && run.status === 0) continue;
  failed++;
  console.log(`${name}: ${run.error ? run.error.message : `it ended with ${run.signal || run.status}\n${run.stdout}${run.stderr}`}`);
}
console.log(`${names.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
