'use strict';
// make test: builds, runs everything that must pass, and says what it came to. The sum goes to build/test_summary too,
// in one line. Big suites run a sample here, and whole in make test-all.
const fs = require('fs');
const path = require('path');
const {root, conclude, buildAndTest} = require('./runner.js');

const started = Date.now();
const plan = [
  {preset: 'release', targets: [], select: []},
  {preset: 'asan', targets: ['unit_tests', 'examples'], select: ['-L', 'unit|golden|parity']},
  // Threads are in src/os/ only.
  {preset: 'tsan', targets: ['test_os'], select: ['-R', '^test_os$']},
];

(async () => {
  const summary = path.join(root, 'build/test_summary');
  fs.mkdirSync(path.dirname(summary), {recursive: true});
  fs.rmSync(summary, {force: true});
  let passed = 0;
  let failed = 0;
  for (const part of plan) {
    const total = await buildAndTest(part);
    passed += total.passed;
    failed += total.failed;
  }
  fs.writeFileSync(summary, `${passed} passed, ${failed} failed\n`);
  conclude(passed, failed, started);
})();
