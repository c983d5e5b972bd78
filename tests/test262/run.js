'use strict';
// make test262: translates test262's cases for the parts of JavaScript's own library that Node.cpp has to C++, and runs
// them.
//   node tests/test262/run.js [--preset release] [--update] [--show NAME] [--reason TEXT]
// --update writes the counts into docs/test262.md. --show prints the outcome of a file. --reason lists the files that
// were not tried for a reason that contains TEXT.
const fs = require('fs');
const path = require('path');
const {source} = require('./fetch.js');
const {cases} = require('./generate.js');
const {build, run} = require('./build.js');
const report = require('./report.js');

const root = path.resolve(__dirname, '../..');
const option = name => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

// Reads differs.txt: a line "= reason", and below it the names of the cases.
function differences() {
  const known = new Map();
  let reason = '';
  for (const line of fs.readFileSync(path.join(__dirname, 'differs.txt'), 'utf8').split('\n')) {
    if (line.startsWith('= ')) reason = line.slice(2);
    else if (line && !line.startsWith('#')) known.set(line, reason);
  }
  return known;
}

function show(all, name) {
  for (const one of all.filter(each => each.name.includes(name))) {
    console.log(`// ${one.name}${one.reason ? `: not tried: ${one.reason}` : one.left ? `: in part: ${one.leftReason}` : ''}`);
    if (one.pieces) console.log(one.pieces.map(piece => piece.code).join('\n'));
  }
}

// The zone is not UTC. Its offset before 1883 had seconds, which test262's own computations ignore.
process.env.TZ = 'America/New_York';

(async () => {
  const started = Date.now();
  const all = cases(await source(root));
  if (option('--show')) return show(all, option('--show'));
  if (option('--reason')) {
    const wanted = option('--reason');
    for (const one of all) if ((one.reason ?? one.leftReason ?? '').includes(wanted)) console.log(one.name);
    return;
  }
  const preset = option('--preset') || 'release';
  await build(root, all, preset);
  const program = path.join(root, 'build', preset, 'tests/test262_cases');
  const {code, output} = await run(program, [], root);
  if (!/^\d+ passed, \d+ failed$/m.test(output)) {
    const {output: names} = await run(program, ['/'], root);
    console.log(`the program ended with ${code}, in ${names.trim().split('\n').pop()}`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
  const failed = new Map([...output.matchAll(/^FAILED (\S+) (.*)$/gm)].map(([, name, why]) => [name, why]));
  const known = differences();
  const tried = all.filter(one => one.pieces && !one.refused);
  let bad = 0;
  for (const one of tried) {
    one.differs = failed.has(one.name);
    if (one.differs && !known.has(one.name)) bad++, console.log(`FAILED ${one.name}: ${failed.get(one.name)}`);
    if (!one.differs && known.has(one.name)) bad++, console.log(`FAILED ${one.name}: passes, take it out of differs.txt`);
  }
  const names = new Set(tried.map(one => one.name));
  for (const name of known.keys()) if (!names.has(name)) bad++, console.log(`FAILED ${name}: is in differs.txt, and is not tried`);
  report.print(all);
  if (process.argv.includes('--update')) report.update(path.join(root, 'docs/test262.md'), all, known);
  console.log(`${Math.round((Date.now() - started) / 1000)} s`);
  console.log(`${tried.length - bad} passed, ${bad} failed`);
  process.exit(bad ? 1 : 0);
})().catch(error => {
  console.error(error.stack);
  process.exit(1);
});
