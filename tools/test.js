'use strict';
// make test: builds and runs the tests that must pass, and prints a summary, which is also written to
// build/test_summary in one line. Compiling the library takes longer than all else, so one run compiles one build of it,
// and takes one group of the tests, chosen by the name of the last commit (or by TURN, a name of turns.js). Of big
// suites a group has a sample, chosen by the same name (SAMPLE=seed repeats one). Everything runs in make test-all.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, conclude, buildAndTest} = require('./runner.js');

// NODECPP_SAMPLE must be set before the modules that sample are loaded.
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {cwd: root, encoding: 'utf8'});
process.env.NODECPP_SAMPLE = process.env.SAMPLE || commit.stdout?.trim() || 'none';
const {pairTargets} = require('../tests/pairs/pairs.js');
const {pick, turn: turnOf} = require('../tests/support/sample.js');
const turns = require('./turns.js');
const {choose} = require('./unit_programs.js');

const started = Date.now();
const turn = turnOf(Object.keys(turns));
const preset = turns[turn];
const pairs = pairTargets();
const units = choose();
const unitPrograms = turn === 'units' ? units.chosen : units.changed;
// A test program that uses the simulated port is two tests, NAME and NAME_completing. Only one of the two runs here.
const otherManner = names => names.filter(name => names.includes(`${name}_completing`))
  .map(name => pick([name, `${name}_completing`], name));
// Returns the names of the tests of unit test programs that do not run here.
const notChosen = names => {
  const unit = names.filter(name => /^(test|tests|package)_/.test(name));
  return [...otherManner(unit), ...unit.filter(name => !unitPrograms.includes(name.replace(/_completing$/, '')))];
};

// What each group builds and selects by label. The rules of the tree and the unit tests of the folders that have changed
// run in each of them.
const release = {targets: ['script_tests', ...pairs], labels: ['pages', 'script']};
const {targets, labels} = {
  units: {targets: ['unit_questions'], labels: ['questions']},
  programs: {targets: pairs, labels: ['pages']},
  services: {targets: ['parity_tests', 'examples'], labels: ['parity']},
  checked: {targets: ['checked_tests'], labels: ['checked']},
  native: {targets: [...release.targets, 'native_tests'], labels: [...release.labels, 'native']},
  optimised: {targets: [...release.targets, 'optimised_tests'], labels: [...release.labels, 'optimised']},
  threads: release,
}[turn];
const plan = [
  {preset, targets: [...targets, ...unitPrograms], select: ['-L', `^(${['rules', 'unit', ...labels].join('|')})$`],
    leaveOut: notChosen},
  ...(turn === 'threads' ? [{preset: 'tsan', targets: ['test_os'], select: ['-R', '^test_os$']}] : []),
];

(async () => {
  console.log(`sample ${process.env.NODECPP_SAMPLE}, turn ${turn}: ${preset}; unit tests: ${
    unitPrograms.join(', ') || 'none, for no folder that has some has changed'}`);
  const summary = path.join(root, 'build/test_summary');
  fs.mkdirSync(path.dirname(summary), {recursive: true});
  fs.rmSync(summary, {force: true});
  const {passed, failed} = await buildAndTest(...plan);
  fs.writeFileSync(summary, `${passed} passed, ${failed} failed\n`);
  conclude(passed, failed, started);
})();
