'use strict';
// make test: builds and runs the tests that must pass, and prints a summary, which is also written to
// build/test_summary in one line. Big suites run a sample here, chosen by the name of the last commit (SAMPLE=seed
// repeats a sample), and run completely in make test-all. Compiling the library takes longer than all else, so one run
// compiles one build of it, release or asan, chosen by the same seed (or by TURN, which is the name of a group below).
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, conclude, buildAndTest, testNames} = require('./runner.js');

// NODECPP_SAMPLE must be set before the modules that sample are loaded.
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {cwd: root, encoding: 'utf8'});
process.env.NODECPP_SAMPLE = process.env.SAMPLE || commit.stdout?.trim() || 'none';
const {pairTargets} = require('../tests/pairs/pairs.js');
const {pick, turn: turnOf} = require('../tests/support/sample.js');
const {choose} = require('./unit_programs.js');

const started = Date.now();
const pairs = pairTargets();
// These groups take long to build for few tests, and run in turns. Each belongs to a build.
const turns = {
  threads: 'asan',       // src/os, where the threads are, under ThreadSanitizer
  native: 'release',     // native modules of Node.js, and a project that uses the installed library
  optimised: 'release',  // the instructions for a request to Listing 1 with link-time optimisation, and whether the profile fits
  checked: 'asan',       // nodecpp-check and the corpus of memory safety
};
const turn = turnOf(Object.keys(turns));
const preset = turns[turn];
const units = choose();
const group = turn === 'threads' ? [] : [turn];
// A test program that uses the simulated port is two tests, NAME and NAME_completing. Only one of the two runs here.
const otherManner = names => names.filter(name => names.includes(`${name}_completing`))
  .map(name => pick([name, `${name}_completing`], name));
const unit = (names, programs) => names.filter(name => programs.includes(name.replace(/_completing$/, '')));

// In both builds: the pairs, the pages, the rules of the tree. In asan: unit tests (some of them: unit_programs.js) and
// what clients and files may send, because the sanitizers find most there. In release: replays, growth, and the unit
// tests of the folders that have changed.
const plan = {
  asan: [
    {preset, targets: ['asked_programs', 'examples', ...units.chosen, ...pairs, ...group.map(name => `${name}_tests`)],
      select: ['-L', ['unit', 'golden', 'parity', 'script', ...group].join('|')],
      leaveOut: names => [...otherManner(names), ...unit(names, units.left)]},
    ...(turn === 'threads' ? [{preset: 'tsan', targets: ['test_os'], select: ['-R', '^test_os$']}] : []),
  ],
  release: [
    {preset, targets: ['script_tests', ...units.changed, ...pairs, ...group.map(name => `${name}_tests`)],
      select: ['-LE', ['golden', 'parity', 'whole', ...Object.keys(turns).filter(name => name !== turn)].join('|')],
      leaveOut: names => {
        const run = unit(names, units.changed);
        return [...otherManner(names), ...testNames(preset, ['-L', 'unit']).filter(name => !run.includes(name))];
      }},
  ],
}[preset];

(async () => {
  console.log(`sample ${process.env.NODECPP_SAMPLE}, turn ${turn}: ${preset}; ` + (preset === 'asan'
    ? `unit tests left out: ${units.left.join(', ')}` : `unit tests: ${units.changed.join(', ') || 'none, for no folder that has some has changed'}`));
  const summary = path.join(root, 'build/test_summary');
  fs.mkdirSync(path.dirname(summary), {recursive: true});
  fs.rmSync(summary, {force: true});
  const {passed, failed} = await buildAndTest(...plan);
  fs.writeFileSync(summary, `${passed} passed, ${failed} failed\n`);
  conclude(passed, failed, started);
})();
