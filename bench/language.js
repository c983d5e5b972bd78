'use strict';
// make bench-language: compares Array, Map, Set and String with C++'s own containers and texts, and the work on texts
// with simdutf. Runs build/release/bench/micro_base, one program that contains all sides and runs them in turns. Writes
// bench/results/language.json and the tables of docs/benchmarks.md. With other settings the results go to
// build/bench/results:
//   ROUNDS=3 SECONDS=0.005 PARTS=array,map,set,string,text node bench/language.js
// FROM=bench/results/language.json writes the tables of an earlier run and measures nothing.
// BEFORE names a micro_base with an older String: today's string_bench.cpp with the library of an older commit.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {median} = require('./lib/median.js');
const {table} = require('../tools/load.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const program = path.join(build, 'bench/micro_base');
const before = process.env.BEFORE || null;
const usual = {rounds: 15, seconds: 0.01};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds)};
const known = ['array', 'map', 'set', 'string', 'text'];
const parts = process.env.PARTS ? process.env.PARTS.split(',') : known;
for (const part of parts) if (!known.includes(part)) throw new Error(`PARTS are ${known.join(', ')}; not ${part}`);

function inOrder(file) {
  return spawnSync(file, ['--benchmark_list_tests'], {encoding: 'utf8', maxBuffer: 1 << 24}).stdout.split('\n');
}

// Returns {name: nanoseconds} in the program's order, the medians of `rounds` runs in random order.
function measure(file, filter, rounds, seconds = settings.seconds) {
  const {status, stdout, stderr} = spawnSync('taskset', ['-c', String(require('os').cpus().length - 1), file,
    `--benchmark_filter=${filter}`, `--benchmark_repetitions=${rounds}`, `--benchmark_min_time=${seconds}`,
    '--benchmark_enable_random_interleaving=true', '--benchmark_format=json'],
  {encoding: 'utf8', timeout: 1800000, maxBuffer: 1 << 28});
  if (status !== 0) throw new Error(`${file} ${filter}: exit code ${status}\n${stderr}`);
  const times = {};
  const unit = {ns: 1, us: 1e3, ms: 1e6};
  for (const one of JSON.parse(stdout).benchmarks) {
    if (one.run_type === 'iteration') (times[one.run_name] ??= []).push(one.cpu_time * unit[one.time_unit]);
  }
  return Object.fromEntries(inOrder(file).filter(name => times[name]).map(name => [name, median(times[name])]));
}

const ratio = value => (value === undefined ? '' : value >= 9.95 ? value.toFixed(1) : value.toFixed(2));
const grouped = value => value.toLocaleString('en-US');
const reached = (values, most) => (values.every(one => one <= most) ? 'yes' : 'no');

// Returns rows of `times` for the tables: the operation, the kinds, the sizes, and the ratio of our time to the
// other's.
function compare(times, part, other, name = both => both) {
  const rows = {};
  for (const key of Object.keys(times)) {
    const [first, what, kind, side, size] = key.split('/');
    if (first !== part || side !== 'ours') continue;
    const theirs = times[[first, what, kind, other, size].join('/')];
    if (theirs === undefined) continue;
    (rows[name(`${what}, ${kind}`)] ??= []).push({size: Number(size), ours: times[key], ratio: times[key] / theirs});
  }
  return rows;
}

const words = {append: 'append', indexed: 'indexed loop', rangeFor: 'range-for', sort: 'sort', find: 'find',
  findNone: 'find what is not there', insert: 'insert', erase: 'erase and insert', eraseAll: 'fill and erase', iterate: 'iterate'};
const worded = name => name.replace(/^\w+/, word => words[word] || word);
const sizeText = size => (size >= 1 << 20 ? `${size >> 20} MiB` : size >= 1024 ? `${size >> 10} KiB` : `${size} B`);

function sized(rows, first, most, text = grouped) {
  const sizes = [...new Set(Object.values(rows).flat().map(one => one.size))].sort((a, b) => a - b);
  return [[first, ...sizes.map(text), 'target', 'reached'], ...Object.entries(rows).map(([label, all]) => [label,
    ...sizes.map(size => ratio(all.find(one => one.size === size)?.ratio)), `at most ${most}`,
    reached(all.map(one => one.ratio), most)])];
}

function containers(times) {
  const tables = [];
  const add = (part, other, title, most) => {
    const rows = compare(times, part, other, worded);
    if (Object.keys(rows).length) tables.push(sized(rows, title, most));
  };
  add('array', 'std', 'Array to std::vector; elements', 1.1);
  add('map', 'std', 'Map to std::unordered_map; entries', 1);
  add('map', 'absl', 'Map to absl::flat_hash_map; entries', 1.5);
  add('set', 'std', 'Set to std::unordered_set; elements', 1);
  add('set', 'absl', 'Set to absl::flat_hash_set; elements', 1.5);
  return tables;
}

const texts = [
  ['length', 'length() of 1 MiB'], ['lengthOfFew', 'length() of 12 bytes'], ['loop/ascii/1048576', 'index loop over 1 MiB'],
  ['loopOfFew', 'index loop over 14 bytes'], ['concat', '+= 100 times'], ['concatOfTwo', 'a + b'], ['indexOf', 'indexOf'],
  ['split', 'split'], ['slice', 'slice'],
];

// The two programs run alternately, so that other activity of the machine affects both alike.
function stringsBefore() {
  const filter = `^string/(${texts.map(([name]) => name).join('|')})$`;
  const ratios = {}, now = {};
  for (let round = 0; round < settings.rounds; round++) {
    const files = round % 2 ? [program, before] : [before, program];
    // These runs are longer, because each is a new process that must warm up.
    const times = files.map(file => measure(file, filter, 1, settings.seconds * 5));
    const [ours, theirs] = round % 2 ? times : [...times].reverse();
    for (const name of Object.keys(ours)) {
      (ratios[name] ??= []).push(ours[name] / theirs[name]);
      (now[name] ??= []).push(ours[name]);
    }
  }
  return texts.map(([name, label]) => ({label, now: median(now[`string/${name}`]), ratio: median(ratios[`string/${name}`])}));
}

function loops(times) {
  const at = (kind, size) => times[`string/loop/${kind}/${size}`];
  const large = 1 << 20, small = large / 16;
  return [['index loop over 1 MiB', 'to ASCII\'s', 'target', 'to 64 KiB, a byte', 'reached'],
    ...['cyrillic', 'emoji', 'mixed'].map(kind => {
      const toAscii = at(kind, large) / at('ascii', large), growth = at(kind, large) / at(kind, small) / 16;
      return [kind, ratio(toAscii), 'at most 4', ratio(growth), reached([toAscii / 4, growth / 1.5], 1)];
    })];
}

(async () => {
  if (!fs.existsSync(program)) throw new Error(`${path.relative(root, program)} is not built: it needs libbenchmark-dev`);
  const old = process.env.FROM ? JSON.parse(fs.readFileSync(process.env.FROM, 'utf8')) : null;
  if (old) {
    const found = Object.fromEntries(old.points.map(one => [one.name, one.ns]));
    return write({...old, times: Object.fromEntries(inOrder(program).filter(name => found[name]).map(name => [name, found[name]]))});
  }
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(sentence(machine, date));
  warnIfBusy();

  const progress = new Progress(settings.rounds * settings.seconds * 2500);
  const times = {};
  for (const part of parts) {
    progress.step(part, 'all at once');
    Object.assign(times, measure(program, `^${part}/`, settings.rounds));
    progress.spent(settings.rounds * settings.seconds * 500);
  }
  let strings = [];
  if (before && parts.includes('string')) {
    progress.step('string', 'beside the one of before');
    strings = stringsBefore();
  }
  progress.end();
  write({date, machine, settings, strings, times});
})().catch(error => {
  console.error('\nbench-language: ' + error.message);
  process.exit(1);
});

function write({date, machine, settings, strings, times}) {
  const tables = containers(times);
  if (strings.length) {
    tables.push([['String to the one that counted bytes, ASCII', 'ns', 'ratio', 'target', 'reached'],
      ...strings.map(one => [one.label, one.now < 10 ? one.now.toFixed(2) : grouped(Math.round(one.now)), ratio(one.ratio),
        'at most 1.02', reached([one.ratio], 1.02)])]);
  }
  if (times['string/loop/ascii/1048576']) tables.push(loops(times));
  const rows = compare(times, 'text', 'simdutf');
  const beside = Object.keys(rows).length ? sized(rows, 'to simdutf; bytes of UTF-8, or of what is decoded', 1.3, sizeText) : null;
  for (const one of [...tables, ...(beside ? [beside] : [])]) console.log('\n' + table(one));

  const whole = !process.env.PARTS && settings.rounds >= usual.rounds && settings.seconds >= usual.seconds;
  const published = whole && strings.length && beside && Object.keys(times).some(name => name.includes('/absl/'));
  if (whole && !published) console.log('\nNot everything was there to compare with (libabsl-dev, NODECPP_SIMDUTF_FOLDER, BEFORE): docs/benchmarks.md is left as it is.');
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  fs.mkdirSync(results, {recursive: true});
  const points = Object.entries(times).map(([name, ns]) => ({name, ns: Number(ns.toPrecision(4))}));
  writeJson(path.join(results, 'language.json'), {date, machine, settings, strings, points});
  if (published) {
    const page = path.join(root, 'docs/benchmarks.md');
    const measured = `Measured ${sentence(machine, date)}. Ratios of times: below 1, ours is faster.`;
    fill(page, 'language', [measured, ...tables.map(one => markdown(one))].join('\n\n'));
    fill(page, 'texts', [measured, markdown(beside)].join('\n\n'));
  }
  console.log(`\nwrote ${path.relative(root, path.join(results, 'language.json'))}${published ? '; docs/benchmarks.md has the tables' : ''}`);
}
