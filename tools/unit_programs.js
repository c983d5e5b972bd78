'use strict';
// The unit tests' programs that `make test` builds and runs under the sanitizers: compiling all of them takes seven minutes. Some
// always, every other one by the sample's seed, and those of each folder that the last commit, or what is not committed yet,
// has changed. make test-all has all.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {sample} = require('../tests/support/sample.js');

const root = path.resolve(__dirname, '..');
// What everything stands on, what a client sends, and the order in which things happen.
const always = ['test_base', 'test_http', 'test_promise'];

// As cmake/Tests.cmake names them: the *_test.cpp of src/FOLDER are test_FOLDER, those of tests/FOLDER tests_FOLDER.
function unitPrograms() {
  const of = (folder, prefix) => fs.readdirSync(path.join(root, folder), {recursive: true})
    .filter(file => file.endsWith('_test.cpp')).map(file => `${prefix}_${file.split(path.sep)[0]}`);
  return [...new Set([...of('src', 'test'), ...of('tests', 'tests')])].sort();
}

// The programs of the folders of these files. A public header belongs to its folder where there is one of its name.
function programsOf(files, programs) {
  const names = files.flatMap(file => {
    const [top, folder, name = ''] = file.split('/');
    if (top === 'src') return [`test_${folder}`];
    if (top === 'tests') return [`tests_${folder}`];
    return top === 'include' ? [`test_${name.replace(/\.h$/, '')}`] : [];
  });
  return programs.filter(program => names.includes(program));
}

function changedFiles() {
  const git = (...args) => (spawnSync('git', args, {cwd: root, encoding: 'utf8'}).stdout || '').split('\n').filter(Boolean);
  return [...git('show', '--format=', '--name-only', 'HEAD'), ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard')];
}

// {chosen, left}
function choose(programs = unitPrograms(), changed = changedFiles()) {
  const some = new Set([...always, ...sample(programs, 2), ...programsOf(changed, programs)]);
  return {chosen: programs.filter(one => some.has(one)), left: programs.filter(one => !some.has(one))};
}

module.exports = {choose, programsOf, unitPrograms};
