'use strict';
// Tests that the source tree has the structure that DESIGN describes. `--budgets` prints the number of lines of each
// public header.
const fs = require('fs');
const path = require('path');
const checks = require('./checks.js');
const {friends} = require('./friends.js');
const {longFunctions} = require('./functions.js');
const {untested} = require('./have.js');
const mediaTypes = require('../../tools/mime/generate.js');
const pages = require('./pages.js');
const plantedErrors = require('../assertions/errors.js');
const rules = require('./rules.js');
const selfTest = require('./self_test.js');
const {sample} = require('../support/sample.js');

const root = path.resolve(__dirname, '../..');
const compiler = process.env.NODECPP_CXX || 'clang++-19';

(async () => {
  let passed = 0;
  let failed = 0;
  const report = (name, complaints) => {
    if (complaints.length) failed++;
    else passed++;
    for (const {file, line, text} of complaints) console.log(`${name}: ${file}:${line}: ${text}`);
  };

  const planted = await selfTest(compiler);
  report('the checks themselves', [
    ...planted.missing.map(text => ({file: 'tests/house/self_test.js', line: 1, text: `not found: ${text}`})),
    ...planted.extra.map(text => ({file: 'tests/house/self_test.js', line: 1, text: `found for nothing: ${text}`}))]);

  const files = checks.load(root);
  const packageFiles = checks.loadPackages(root);
  const all = [...files, ...packageFiles];
  report('floors', checks.floors(files, rules));
  report('packages', checks.packagesAlone(root, packageFiles));
  report('error numbers', checks.errorNumbers(files));
  const headers = checks.systemHeaders(all, rules);
  report('system headers', headers.filter(({check}) => check === 'system headers'));
  report('public headers', headers.filter(({check}) => check === 'public headers'));
  report('pointer keys', checks.pointerKeys(all));
  report('round the port', checks.calls(all, rules));
  report('thread_local', checks.threadLocals(all, rules));
  report('hooks', checks.hooks(files, rules));
  report('file size', checks.sizes(root, rules));
  report('function size', longFunctions(all, rules));
  report('friends', friends(all, rules));
  report('picture', pages.picture(root, files, rules));
  report('homes', pages.homes(root, files, rules));
  report('full folders', pages.fullFolders(root, rules));
  report('examples', pages.examples(root, rules));
  report('riddles', pages.riddles(root, rules));
  report('names', pages.names(root, rules));
  report('have', untested(root, rules));
  report('media types', fs.readFileSync(path.join(root, mediaTypes.file), 'utf8') === mediaTypes.text() ? []
    : [{file: mediaTypes.file, line: 1, text: 'is not what tools/mime/generate.js writes'}]);
  report('planted errors', plantedErrors.complaints(root));
  const {complaints, measured} = await checks.headerBudgets(
    root, sample(files.filter(({kind}) => kind === 'public'), 8, ({file}) => file), rules, compiler);
  report('header budget', complaints.filter(({check}) => check === 'header budget'));
  report('header alone', complaints.filter(({check}) => check === 'header alone'));

  if (process.argv.includes('--budgets')) {
    for (const {name, lines, budget} of measured) console.log(`${String(lines).padStart(7)} of ${budget}  ${name}`);
  }
  for (const file of checks.longFiles(root, rules)) {
    console.log(`warning: ${file.file} has ${file.lines} lines; most files have at most ${rules.warnLines}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
