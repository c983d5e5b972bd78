'use strict';
// make wpt: runs the web platform's tests that Node carries, unchanged, once with Node's own globals and once with those
// of Node.cpp. Fails when a test passes with Node and not with Node.cpp, unless differs.txt names it with a reason.
//   node tests/wpt/run.js [--only TEXT] [--update] [--verbose]
// --only runs the files whose path contains TEXT. --update writes the counts into docs/conformance.md.
const fs = require('fs');
const path = require('path');
const {spawn} = require('child_process');
const {table} = require('../../tools/load.js');
const {fill, markdown} = require('../../bench/lib/report.js');
const {source} = require('./fetch.js');
const {sets} = require('./sets.js');

const root = path.resolve(__dirname, '../..');
const program = path.join(process.env.NODECPP_BUILD || path.join(root, 'build/release'), 'tests/wpt_bridge');
const option = name => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] || '' : '');

function filesUnder(folder) {
  return fs.readdirSync(folder, {withFileTypes: true}).flatMap(entry => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(file) : /\.(any|window)\.js$/.test(entry.name) ? [file] : [];
  }).sort();
}

// The files of a set, each once for each of its variants.
function chosenOf([, folder, leftOut], base) {
  return filesUnder(path.join(base, folder)).map(file => path.relative(base, file)).filter(file => !leftOut.test(file)).flatMap(file => {
    const variants = [...fs.readFileSync(path.join(base, file), 'utf8').matchAll(/^\/\/ META: variant=(.*)$/gm)].map(([, variant]) => variant);
    return variants.length ? variants.map(variant => file + variant) : [file];
  });
}

// Runs one file. Resolves to a Map from the names of its tests to their verdicts, and what went wrong.
function runOne(base, file, more = []) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--no-warnings', '--expose-internals', path.join(__dirname, 'run_one.js'), base, file, ...more],
      {stdio: ['ignore', 'pipe', 'pipe']});
    let out = '';
    let errors = '';
    let late = false;
    const timer = setTimeout(() => { late = true; child.kill('SIGKILL'); }, 60000);
    child.stdout.on('data', chunk => { out += chunk; });
    child.stderr.on('data', chunk => { errors += chunk; });
    child.on('close', () => {
      clearTimeout(timer);
      const verdicts = new Map();
      try {
        const {results, status, message} = JSON.parse(out);
        // Two tests of one name are told apart by their order.
        for (const [name, verdict, why] of results) {
          let unique = name;
          for (let i = 2; verdicts.has(unique); i++) unique = `${name} (${i})`;
          verdicts.set(unique, {verdict, why});
        }
        resolve({verdicts, trouble: status ? `${message} ${errors}`.trim() : ''});
      } catch {
        resolve({verdicts, trouble: late ? 'takes more than a minute' : errors.trim() || 'prints nothing'});
      }
    });
  });
}

// Reads differs.txt: a line "= reason", and below it lines "file | name of the test", or "file" for all of its tests.
function differences() {
  const known = new Map();
  let why = '';
  for (const line of fs.readFileSync(path.join(__dirname, 'differs.txt'), 'utf8').split('\n')) {
    if (line.startsWith('= ')) why = line.slice(2);
    else if (line && !line.startsWith('#')) known.set(line, why);
  }
  return known;
}

const oneLine = text => text.replace(/\s+/g, ' ');

(async () => {
  const started = Date.now();
  const base = await source(root);
  const known = differences();
  const met = new Set();
  const rows = [];
  let bad = 0;
  for (const set of sets) {
    const files = chosenOf(set, base).filter(file => file.includes(option('--only')));
    if (!files.length) continue;
    const row = {name: set[0], files: files.length, tests: 0, node: 0, ours: 0, differ: 0};
    for (const file of files) {
      const [node, ours] = await Promise.all([runOne(base, file), runOne(base, file, [set[3], program])]);
      const complain = text => {
        bad++;
        console.log(`FAILED ${file}: ${oneLine(text)}`);
      };
      if (ours.trouble && !node.trouble) {
        if (known.has(file)) met.add(file);
        else complain(ours.trouble.slice(0, 600));
      }
      for (const [name, {verdict}] of node.verdicts) {
        row.tests++;
        const own = ours.verdicts.get(name) || {verdict: 'missing', why: ''};
        if (verdict === 'PASS') row.node++;
        if (own.verdict === 'PASS') row.ours++;
        const entry = [`${file} | ${oneLine(name)}`, file].find(each => known.has(each));
        if (verdict === 'PASS' && own.verdict !== 'PASS') {
          if (entry) {
            row.differ++;
            met.add(entry);
          } else {
            complain(`${name}: ${own.verdict} ${own.why}`);
          }
        }
      }
    }
    rows.push(row);
    console.log(`${row.name}: ${row.files} files, ${row.tests} tests, Node passes ${row.node}, Node.cpp ${row.ours}`);
  }
  if (!option('--only')) {
    for (const [entry] of known) {
      if (met.has(entry)) continue;
      bad++;
      console.log(`FAILED ${entry}: does not differ, take it out of differs.txt`);
    }
  }
  const sum = key => rows.reduce((total, row) => total + row[key], 0);
  const all = [...rows, {name: 'all', ...Object.fromEntries(['files', 'tests', 'node', 'ours', 'differ'].map(key => [key, sum(key)]))}];
  const cells = [['set', 'files', 'tests', 'Node.js passes', 'Node.cpp passes', 'differ on purpose'],
    ...all.map(row => [row.name, row.files, row.tests, row.node, row.ours, row.differ].map(String))];
  console.log(table(cells));
  if (process.argv.includes('--update') && !option('--only')) {
    const reasons = new Map();
    for (const [entry, why] of known) if (met.has(entry)) reasons.set(why, (reasons.get(why) || 0) + 1);
    const parts = [markdown(cells, 6)];
    if (reasons.size) parts.push(markdown([['tests', 'what differs'], ...[...reasons].map(([why, count]) => [String(count), why])], 2));
    fill(path.join(root, 'docs/conformance.md'), 'wpt', parts.join('\n\n'));
  }
  if (!sum('tests')) bad++;
  console.log(`${Math.round((Date.now() - started) / 1000)} s`);
  console.log(`${sum('ours')} passed, ${bad} failed`);
  process.exit(bad ? 1 : 0);
})().catch(error => {
  console.error(error.stack);
  process.exit(1);
});
