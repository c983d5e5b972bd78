'use strict';
// make bench-build: measures how long a newcomer and a developer wait. In a fresh clone with an empty compiler cache
// (the packages are installed): make demo; make test, each of its turns; make test again after one changed file. It also
// measures what compiling Listing 1 costs with and without the precompiled header, and the number of lines that the
// compiler reads. Writes bench/results/build.json and its table in docs/benchmarks.md. It takes about 60 minutes, and
// nothing else should run at the same time. PARTS measures only some parts, and TURNS only some turns; the other results
// of a machine with as many cores are kept, with their date and processor:
//   PARTS=compile,test TURNS=native,units node bench/build.js
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {describe, sentence} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {table} = require('../tools/load.js');
const allTurns = Object.keys(require('../tools/turns.js'));

const all = ['compile', 'demo', 'test', 'warm'];
const date = new Date().toISOString().slice(0, 10);
// Returns the names that a variable of the environment chooses, by default all of them.
function chosen(variable, names) {
  const some = (process.env[variable] || names.join()).split(',');
  const unknown = some.filter(name => !names.includes(name));
  if (!unknown.length) return some;
  console.error(`bench-build: ${variable} is some of ${names.join(', ')}; there is no ${unknown.join(', ')}`);
  process.exit(2);
}
const parts = chosen('PARTS', all);
const turns = chosen('TURNS', allTurns);
const minutes = {compile: 2, demo: 3, test: 7 * turns.length, warm: 4 + (parts.includes('test') ? 0 : 7)};
const compiler = process.env.NODECPP_CXX || 'clang++-19';
// The last commit before the headers were made smaller. The time to compile is compared with that commit.
const before = 'bf36be9072ea';
// The file that is edited before the warm run: it is not the smallest file, and not all files depend on it.
const changed = 'src/url/whatwg_parser.cpp';

function run(command, args, options = {}) {
  const started = process.hrtime.bigint();
  const {status, stdout, stderr, error} = spawnSync(command, args, {encoding: 'utf8', maxBuffer: 1 << 28, ...options});
  if (error) throw error;
  if (status !== 0) {
    // The clone is removed, so that what it printed is kept: the names of tests that failed are far from its end.
    const log = path.join(scratch, 'build-failed.log');
    fs.mkdirSync(scratch, {recursive: true});
    fs.writeFileSync(log, stdout + stderr);
    throw new Error(`${command} ${args.join(' ')} failed (${path.relative(root, log)} has all of it):\n` +
      (stdout + stderr).split('\n').slice(-15).join('\n'));
  }
  return {stdout, seconds: Number(process.hrtime.bigint() - started) / 1e9};
}

const points = [];
let part = '';  // the part of `all` that is being measured
function point(what, value, unit, most) {
  points.push({part, date, what, value: Number(value.toFixed(unit === 'lines' ? 0 : 2)), unit, most, reached: most === undefined ? null : value <= most});
  console.log(`  ${what}: ${points.at(-1).value} ${unit}`);
}

function compile(work) {
  const old = path.join(work, 'before');
  fs.mkdirSync(old);
  run('sh', ['-c', 'git archive "$0" include examples/listing1 | tar -x -C "$1"', before, old], {cwd: root});
  const flags = tree => ['-std=c++23', '-DNODECPP_SAFETY=1', `-I${path.join(tree, 'include')}`];
  const {stdout} = run(compiler, [...flags(root), '-E', '-P', '-include', 'nodecpp/http.h', '-x', 'c++', '/dev/null']);
  point('http.h after preprocessing', stdout.split('\n').filter(line => line.trim() !== '').length, 'lines', 22000);
  const pch = path.join(work, 'nodecpp.pch');
  const once = (tree, args) => run(compiler, [...flags(tree), ...args, '-c',
    path.join(tree, 'examples/listing1/listing1.cpp'), '-o', path.join(work, 'listing1.o')]).seconds;
  for (const level of ['-O0', '-O2']) {
    run(compiler, [...flags(root), level, '-fpch-instantiate-templates', '-x', 'c++-header',
      path.join(root, 'include/nodecpp/precompiled.h'), '-o', pch]);
    const ways = [[old, [level]], [root, [level]], [root, [level, '-include-pch', pch]]];
    const rounds = Array.from({length: 9}, () => ways.map(([tree, args]) => once(tree, args)));
    // The least of several times is the time to compile; anything above it was other activity of the machine.
    const [then, plain, precompiled] = ways.map((_, way) => Math.min(...rounds.map(round => round[way])));
    point(`Listing 1 compiled at ${level}`, plain, 's');
    point(`the same with the precompiled header`, precompiled, 's');
    point(`plain, to plain with the headers of ${before}`, plain / then, 'of it', 0.7);
    point(`precompiled, to the same`, precompiled / then, 'of it', 0.4);
  }
}

// Clones what is committed, with the packages that setup has installed, and with nothing compiled.
function clone(work) {
  const directory = path.join(work, 'clone');
  if (fs.existsSync(directory)) return directory;
  run('git', ['clone', '--quiet', root, directory]);
  fs.cpSync(path.join(root, 'node_modules'), path.join(directory, 'node_modules'), {recursive: true, verbatimSymlinks: true});
  return directory;
}

function make(work, ...words) {
  return run('make', words, {cwd: clone(work), env: {...process.env, CCACHE_DIR: path.join(work, 'ccache')}}).seconds / 60;
}

function forgetBuilds(work) {
  for (const name of ['ccache', 'clone/build']) fs.rmSync(path.join(work, name), {recursive: true, force: true});
}

// Writes what has been measured so far, with the last results of what has not, so that an error in the seventh turn does
// not lose the six before it. Returns the directory and the rows of the table.
function save(machine) {
  for (const one of points) one.cpu = machine.cpu;
  const results = path.join(root, 'bench/results/build.json');
  const last = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : {points: []};
  const isCurrent = one => one.part !== 'test' || allTurns.some(turn => one.what.endsWith(`TURN=${turn}`));
  const isReplaced = one => points.some(now => now.what === one.what || (now.part === 'warm' && one.part === 'warm'));
  const kept = last.machine?.cores === machine.cores ? last.points.filter(one => isCurrent(one) && !isReplaced(one)) : [];
  const shown = all.flatMap(name => [...points, ...kept].filter(one => one.part === name));
  const rows = [['', 'measured', '', 'target', 'reached', 'when, processor'], ...shown.map(one => [one.what, String(one.value), one.unit,
    one.most === undefined ? '' : `at most ${one.most}`, one.reached === null ? '' : one.reached ? 'yes' : 'no', `${one.date}, ${one.cpu}`])];
  const published = all.every(name => shown.some(one => one.part === name));
  const directory = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  fs.mkdirSync(directory, {recursive: true});
  writeJson(path.join(directory, 'build.json'), {date, machine, points: shown});
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'build', `Measured ${sentence(machine, date)}.\n\n${markdown(rows)}`);
  }
  return {rows, written: `${path.relative(root, path.join(directory, 'build.json'))}${published ? '; docs/benchmarks.md has the table' : ''}`};
}

(async () => {
  const machine = describe(root);
  console.log(`builds, ${parts.join(', ')}: about ${parts.reduce((sum, part) => sum + minutes[part], 0)} minutes, ${sentence(machine, date)}`);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-build-'));
  let saved;
  try {
    const begins = name => parts.includes(name) && Boolean(part = name);
    if (begins('compile')) compile(work), saved = save(machine);
    if (begins('demo')) point('fresh clone, cold cache: make demo', make(work, 'demo'), 'minutes', 4), saved = save(machine);
    if (begins('test')) {
      for (const turn of turns) {
        forgetBuilds(work);
        point(`fresh clone, cold cache: make test TURN=${turn}`, make(work, 'test', `TURN=${turn}`), 'minutes', 10);
        saved = save(machine);
      }
    }
    if (begins('warm')) {
      const turn = `TURN=${turns.at(-1)}`;
      if (!parts.includes('test')) make(work, 'test', turn);
      fs.appendFileSync(path.join(clone(work), changed), '// Edited.\n');
      point(`make test ${turn} again, ${changed} edited`, make(work, 'test', turn), 'minutes', 4);
      saved = save(machine);
    }
  } finally {
    fs.rmSync(work, {recursive: true, force: true});
    if (saved) console.log(`\n${table(saved.rows)}\n\nwrote ${saved.written}`);
  }
})().catch(error => {
  console.error('\nbench-build: ' + error.message);
  process.exit(1);
});
