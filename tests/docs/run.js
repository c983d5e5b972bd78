'use strict';
// Runs the code of the pages in docs/: the JavaScript of each pair under Node 24, and its C++. Both must print the same
// and end with the same exit code.
//   node tests/docs/run.js                 runs all pages
//   node tests/docs/run.js http net        runs some pages
//   node tests/docs/run.js http:headers    runs one pair and shows what it printed
const fs = require('fs');
const path = require('path');
const {runToEnd} = require('../support/programs.js');
const {withoutPlaces} = require('../support/stderr.js');
const {allPages, pageProgram} = require('./pages.js');
const {sample} = require('../support/sample.js');
const {buildFolder, compiler, each, flags, libraries, root, sanitizers} = require('../support/users.js');

const build = buildFolder('release');
const out = path.join(build, 'docs');
const TIME = sanitizers(build).length ? 60000 : 10000;

function writeIfNew(file, text) {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return;
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, text);
}

async function compilePage(page) {
  const source = path.join(out, page.page + '.cpp');
  const program = path.join(out, page.page);
  writeIfNew(source, pageProgram(page));
  const ccache = fs.existsSync('/usr/bin/ccache') ? ['/usr/bin/ccache', compiler] : [compiler];
  const object = program + '.o';
  // Without optimisation: these programs run once.
  const options = ['-Wall', '-Wextra', '-Wno-unused-parameter', '-O0', ...sanitizers(build)];
  let result = await runToEnd(ccache[0], [...ccache.slice(1), ...flags(build), ...options, '-c', source, '-o', object]);
  if (result.code === 0) {
    if (result.stderr.trim()) console.log(result.stderr);
    result = await runToEnd(compiler, [object, ...libraries(build), ...sanitizers(build), '-pthread', '-o', program]);
  }
  return result.code === 0 ? program : (console.log(result.stdout + result.stderr), null);
}

const indent = text => text.replace(/^(?=.)/gm, '    ');

(async () => {
  const wanted = process.argv.slice(2).map(word => word.split(':'));
  const chosen = (page, pair) => !wanted.length || wanted.some(([p, q]) => p === page && (!q || !pair || q === pair));
  const pages = allPages(path.join(root, 'docs')).filter(page => chosen(page.page));
  let passed = 0;
  let failed = 0;
  for (const {complaints} of pages) {
    failed += complaints.length;
    complaints.forEach(text => console.log(text));
  }
  const work = [];
  await each(sample(pages.filter(page => page.pairs.length), 6, page => page.page), async page => {
    const program = await compilePage(page);
    for (const pair of page.pairs) {
      if (chosen(page.page, pair.name)) work.push({page, pair, program});
    }
  });
  await each(work, async ({page, pair, program}) => {
    const where = `docs/${page.page}.md:${pair.line}: ${pair.name}`;
    if (!program) {
      failed++;
      return console.log(`${where}: its page does not compile`);
    }
    const script = path.join(out, page.page + '_js', pair.name + '.js');
    // Code on a page may use await at its top level, as its C++ does. A script with require needs a function for that.
    const awaits = /^(?:\S.*)?\bawait\b/m.test(pair.js.text);
    writeIfNew(script, awaits ? `(async () => {\n${pair.js.text}})();\n` : pair.js.text);
    const argument = pair.words.find(word => word.startsWith('args='));
    const args = argument ? argument.slice(5).split(',') : [];
    const key = ({ended, stdout, stderr}) =>
      `${ended}\n${stdout}\n${pair.words.includes('stderr') ? withoutPlaces(stderr) : ''}`;
    let js;
    let cpp;
    let same = false;
    // When Node's own output differs from run to run, the output of Node.cpp must be one of those that were seen.
    const allowed = new Set();
    for (let i = 0; i < 3 && !same; i++) {
      [js, cpp] = await Promise.all([
        runToEnd(process.execPath, ['--no-deprecation', '--experimental-eventsource', script, ...args], {time: TIME}),
        runToEnd(program, args, {time: TIME, env: {NODECPP_DOCS_PAIR: pair.name}})]);
      allowed.add(key(js));
      same = allowed.has(key(cpp));
    }
    if (same) passed++;
    else failed++;
    if (!same || wanted.some(([, name]) => name)) {
      console.log(`${where}: ${same ? 'the same' : 'DIFFERS'}`);
      for (const [label, result] of [['Node.js', js], ['Node.cpp', cpp]]) {
        console.log(`  ${label}: exit code ${result.ended}\n${indent(result.stdout)}${
          result.stderr ? `  standard error:\n${indent(result.stderr)}` : ''}`);
      }
    }
  });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
