'use strict';
// make test: builds, runs what must pass, and says what it came to. The sum goes to build/test_summary too,
// in one line. Big suites run a sample here, of which the last commit's name is the seed (SAMPLE=seed gives that sample
// again), and whole in make test-all. Unit tests (some of them: unit_programs.js) and parity run under the sanitizers, where
// they tell most; as they are optimised make test-all runs them. What is long to build for a few tests is built by turns, of
// which the seed says whose it is (TURN=threads, native, optimised or checked says it, too).
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, conclude, buildAndTest} = require('./runner.js');

// Before what samples is loaded.
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {cwd: root, encoding: 'utf8'});
process.env.NODECPP_SAMPLE = process.env.SAMPLE || commit.stdout?.trim() || 'none';
const {pairNames} = require('../tests/pairs/pairs.js');
const {pick, turn: turnOf} = require('../tests/support/sample.js');
const {choose} = require('./unit_programs.js');

const started = Date.now();
const pairs = pairNames().map(name => `pair_${name.replace('/', '_')}`);
// threads: src/os under ThreadSanitizer, where the threads are. native: modules of Node.js, and an outsider's project.
// optimised: what a request costs Listing 1 when it is linked as it is measured, and whether the profile still fits.
// checked: nodecpp-check and the corpus of memory safety.
const turns = ['threads', 'native', 'optimised', 'checked'];
const turn = turnOf(turns);
const others = turns.filter(one => one !== turn);
const scripts = ['script_tests', ...(turn === 'threads' ? [] : [`${turn}_tests`]), ...pairs];
// What runs on the simulated port has two manners, NAME and NAME_completing: one of the two.
const otherManner = names => names.filter(name => names.includes(`${name}_completing`))
  .map(name => pick([name, `${name}_completing`], name));
const units = choose();
const leftOut = names => [...otherManner(names), ...names.filter(name => units.left.includes(name.replace(/_completing$/, '')))];
const plan = [
  // Node's answers to the parity scripts come here, while there is something to build beside: asking takes no processor.
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
