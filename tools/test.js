'use strict';
// make test: builds, runs everything that must pass, and says what it came to. The sum goes to build/test_summary too,
// in one line. Big suites run a sample here, of which the last commit's name is the seed (SAMPLE=seed gives that sample
// again), and whole in make test-all. Unit tests and parity run under the sanitizers, where they tell most; as they are
// optimised make test-all runs them.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, conclude, buildAndTest} = require('./runner.js');

// Before what samples is loaded.
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {cwd: root, encoding: 'utf8'});
process.env.NODECPP_SAMPLE = process.env.SAMPLE || commit.stdout?.trim() || 'none';
const {pairNames} = require('../tests/pairs/pairs.js');

const started = Date.now();
const pairs = pairNames().map(name => `pair_${name.replace('/', '_')}`);
const plan = [
  {preset: 'release', targets: ['script_tests', ...pairs], select: ['-LE', 'unit|golden|parity|whole']},
  {preset: 'asan', targets: ['unit_tests', 'examples'], select: ['-L', 'unit|golden|parity']},
  // Threads are in src/os/ only.
  {preset: 'tsan', targets: ['test_os'], select: ['-R', '^test_os$']},
];

(async () => {
  console.log(`sample ${process.env.NODECPP_SAMPLE}`);
  const summary = path.join(root, 'build/test_summary');
  fs.mkdirSync(path.dirname(summary), {recursive: true});
  fs.rmSync(summary, {force: true});
  const {passed, failed} = await buildAndTest(...plan);
  fs.writeFileSync(summary, `${passed} passed, ${failed} failed\n`);
  conclude(passed, failed, started);
})();
