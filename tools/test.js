'use strict';
// make test: builds and runs the tests that must pass, and prints a summary, which is also written to
// build/test_summary in one line. Big suites run a sample here, chosen by the name of the last commit (SAMPLE=seed
// repeats a sample), and run completely in make test-all. Unit tests (some of them: unit_programs.js) and parity run
// under the sanitizers, where they find most. make test-all also runs them optimised. Groups that take long to build
// for few tests run in turns, chosen by the same seed (or by TURN=threads, native, optimised or checked).
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, conclude, buildAndTest} = require('./runner.js');

// NODECPP_SAMPLE must be set before the modules that sample are loaded.
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {cwd: root, encoding: 'utf8'});
process.env.NODECPP_SAMPLE = process.env.SAMPLE || commit.stdout?.trim() || 'none';
const {pairNames} = require('../tests/pairs/pairs.js');
const {pick, turn: turnOf} = require('../tests/support/sample.js');
const {choose} = require('./unit_programs.js');

const started = Date.now();
const pairs = pairNames().map(name => `pair_${name.replace('/', '_')}`);
// The groups that run in turns are:
// threads: src/os, where the threads are, under ThreadSanitizer.
// native: native modules of Node.js, and a project that uses the installed library.
// optimised: the instructions for a request to Listing 1 with link-time optimisation, and whether the profile fits.
// checked: nodecpp-check and the corpus of memory safety.
const turns = ['threads', 'native', 'optimised', 'checked'];
const turn = turnOf(turns);
const others = turns.filter(one => one !== turn);
const scripts = ['script_tests', ...(turn === 'threads' ? [] : [`${turn}_tests`]), ...pairs];
// A test program that uses the simulated port is two tests, NAME and NAME_completing. Only one of the two runs here.
const otherManner = names => names.filter(name => names.includes(`${name}_completing`))
  .map(name => pick([name, `${name}_completing`], name));
const units = choose();
const leftOut = names => [...otherManner(names), ...names.filter(name => units.left.includes(name.replace(/_completing$/, '')))];
const plan = [
  // Node's answers to the parity scripts are recorded here, while the next part is built: Node needs little processor
  // time for them.
  {preset: 'release', targets: scripts, select: ['-LE', ['unit', 'parity', 'whole', ...others].join('|')]},
  ...(turn === 'threads' ? [{preset: 'tsan', targets: ['test_os'], select: ['-R', '^test_os$']}] : []),
  {preset: 'asan', targets: ['asked_programs', 'examples', ...units.chosen],
    select: ['-L', ['unit', 'golden', 'parity', ...(turn === 'checked' ? [turn] : [])].join('|')], leaveOut: leftOut},
];

(async () => {
  console.log(`sample ${process.env.NODECPP_SAMPLE}, turn ${turn}; unit tests left out: ${units.left.join(', ')}`);
  const summary = path.join(root, 'build/test_summary');
  fs.mkdirSync(path.dirname(summary), {recursive: true});
  fs.rmSync(summary, {force: true});
  const {passed, failed} = await buildAndTest(...plan);
  fs.writeFileSync(summary, `${passed} passed, ${failed} failed\n`);
  conclude(passed, failed, started);
})();
