'use strict';
// Chooses the unit test programs that `make test` builds and runs, because compiling all of them takes seven minutes:
// those of each folder that the last commit or an uncommitted change has touched, and in the turn of the unit tests some
// always, and every third of the others by the sample's seed. make test-all runs all of them.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {sample} = require('../tests/support/sample.js');

const root = path.resolve(__dirname, '..');
// These programs always run: they test the base of everything, the parser of what clients send, and the order of
// events.
const always = ['test_base', 'test_http', 'test_promise'];

// Returns the programs with the names that cmake/Tests.cmake gives them: test_FOLDER for the *_test.cpp of src/FOLDER,
// tests_FOLDER for those of tests/FOLDER, and package_NAME for those of packages/NAME.
function unitPrograms() {
  const of = (folder, prefix) => fs.readdirSync(path.join(root, folder), {recursive: true})
    .filter(file => file.endsWith('_test.cpp')).map(file => `${prefix}_${file.split(path.sep)[0]}`);
  return [...new Set([...of('src', 'test'), ...of('tests', 'tests'), ...of('packages', 'package')])].sort();
}

// Returns the programs of the folders that contain these files. A public header belongs to the folder of its name, if
// there is one.
function programsOf(files, programs) {
  const names = files.flatMap(file => {
    const [top, folder, name = ''] = file.split('/');
    if (top === 'src') return [`test_${folder}`];
    if (top === 'tests') return [`tests_${folder}`];
    if (top === 'packages') return [`package_${folder}`];
    return top === 'include' ? [`test_${name.replace(/\.h$/, '')}`] : [];
  });
  return programs.filter(program => names.includes(program));
}

function changedFiles() {
  const git = (...args) => (spawnSync('git', args, {cwd: root, encoding: 'utf8'}).stdout || '').split('\n').filter(Boolean);
  return [...git('show', '--format=', '--name-only', 'HEAD'), ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard')];
}

// Returns {chosen, changed}: the programs that run in the turn of the unit tests, and those of the folders that have
// changed.
function choose(programs = unitPrograms(), changed = changedFiles()) {
  const touched = programsOf(changed, programs);
  const some = new Set([...always, ...sample(programs, 3), ...touched]);
  return {chosen: programs.filter(one => some.has(one)), changed: touched};
}

module.exports = {choose, programsOf, unitPrograms};
