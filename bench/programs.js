'use strict';
// make bench-programs: compares small programs of everyday code, bench/programs/NAME, which have the same statements in
// JavaScript and in C++. There are two C++ versions: one with static types, and one with var (NAME_var.cpp). Node.js,
// Bun and Node.cpp run them in turns. Each program calls its work repeatedly (bench/programs/measure.js), and all
// results must be equal. Writes bench/results/programs.json and the table of docs/benchmarks.md. With other settings
// the results go to build/bench/results:
//   ROUNDS=3 SECONDS=0.2 PROGRAMS=words,tree node bench/programs.js
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {bun, root, scratch} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {draw, missing} = require('./lib/plots.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {median} = require('./lib/median.js');
const {table} = require('../tools/load.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const folder = path.join(__dirname, 'programs');
const usual = {rounds: 7, seconds: 0.4};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds)};
const has = (name, file) => fs.existsSync(path.join(folder, name, file));
const all = fs.readdirSync(folder).filter(name => has(name, name + '.cpp')).sort();
const programs = process.env.PROGRAMS ? process.env.PROGRAMS.split(',') : all;
for (const name of programs) if (!all.includes(name)) throw new Error(`PROGRAMS are ${all.join(', ')}; not ${name}`);

// The ways to run a program, which take turns, each with its command.
const kinds = {
  node: name => [process.execPath, path.join(folder, name, name + '.js')],
  nodecpp: name => [path.join(build, 'bench/programs', name)],
  onVar: name => [path.join(build, 'bench/programs', name + '_var')],
  // V8's code as it is before the optimising compilers know which types the program uses. A compiler of C++ does not know
  // the types in a var either.
  baseline: name => [process.execPath, '--no-turbofan', '--no-maglev', path.join(folder, name, name + '.js')],
  ...(fs.existsSync(bun) ? {bun: name => [bun, path.join(folder, name, name + '.js')]} : {}),
};

const kindsOf = name => Object.keys(kinds).filter(kind => !['onVar', 'baseline'].includes(kind) || has(name, name + '_var.cpp'));

// Returns {answer, ns} of one run.
function once(kind, name) {
  const [command, ...args] = kinds[kind](name);
  const {status, stdout, stderr, error} = spawnSync(command, args,
    {encoding: 'utf8', timeout: 60000, env: {...process.env, SECONDS: String(settings.seconds)}});
  if (status !== 0) throw new Error(`${name} in ${kind}: ${error || 'exit code ' + status}\n${stderr}`);
  return JSON.parse(stdout);
}

const does = name => fs.readFileSync(path.join(folder, name, name + '.js'), 'utf8').split('\n')[1].replace(/^\/\/ |\.$/g, '');
// Programs that spend more time in regular expressions than in their own code are listed separately.
const usesRegExp = name => /<nodecpp\/regexp\.h>/.test(fs.readFileSync(path.join(folder, name, name + '.cpp'), 'utf8'));
const micro = ns => (ns < 99500 ? (ns / 1000).toFixed(1) : Math.round(ns / 1000).toLocaleString('en-US'));

function measure(name, progress) {
  const mine = kindsOf(name);
  const times = Object.fromEntries(mine.map(kind => [kind, []]));
  let answer;
  for (let round = 0; round < settings.rounds; round++) {
    const order = [...mine];
    for (const kind of round % 2 ? order.reverse() : order) {
      progress.step(name, kind);
      const got = once(kind, name);
      answer ??= got.answer;
      if (got.answer !== answer) throw new Error(`${name}: ${kind} answers ${got.answer}, and another ${answer}`);
      times[kind].push(got.ns);
      progress.spent(settings.seconds * 1.7);
    }
  }
  // Each ratio is of one round, because the speed of a machine changes over time.
  const ratioOf = (kind, to = 'node') => times[kind] && Number(median(times[kind].map((ns, i) => ns / times[to][i])).toFixed(3));
  return {name, does: does(name), ...Object.fromEntries(mine.map(kind => [kind, Math.round(median(times[kind]))])),
    ratio: ratioOf('nodecpp'), ratioOnVar: ratioOf('onVar'), onVarToBaseline: ratioOf('onVar', 'baseline')};
}

(async () => {
  for (const name of programs) {
    for (const kind of kindsOf(name).filter(kind => kind === 'nodecpp' || kind === 'onVar')) {
      const file = kinds[kind](name)[0];
      if (!fs.existsSync(file)) throw new Error(`${path.relative(root, file)} is not built`);
    }
  }
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(sentence(machine, date));
  warnIfBusy();
  if (!kinds.bun) console.log('Bun is not there: tools/setup.sh bench could not get it from npm.');

  const progress = new Progress(programs.length * Object.keys(kinds).length * settings.rounds * settings.seconds * 1.7);
  const points = programs.map(name => measure(name, progress));
  progress.end();

  const rows = [['', 'what it does', 'Node.js, µs', 'Node.cpp, µs', ...(kinds.bun ? ['Bun, µs'] : []), 'to Node.js', 'reached',
    'on var, µs', 'to Node.js', 'to Node.js unoptimised'],
    ...points.map(one => [one.name, one.does, micro(one.node), micro(one.nodecpp), ...(kinds.bun ? [micro(one.bun)] : []),
      one.ratio.toFixed(2), one.ratio <= 1 ? 'yes' : 'no', ...(one.onVar ? [micro(one.onVar), one.ratioOnVar.toFixed(2), one.onVarToBaseline.toFixed(2)] : ['', '', ''])])];
  const apart = points.filter(one => usesRegExp(one.name));
  const others = points.filter(one => !usesRegExp(one.name));
  const counted = others.length ? others : points;
  const middle = median(counted.map(one => one.ratio));
  const worst = counted.reduce((a, b) => (a.ratio > b.ratio ? a : b));
  const summary = `Median ${middle.toFixed(2)} of Node.js's time (target: at most 0.5); the most is ${worst.ratio.toFixed(2)} (${worst.name}; ` +
    `target: at most 1). ${counted.filter(one => one.ratio > 0.5).length} of ${counted.length} take more than half of it.` +
    (apart.length && others.length ? ` Those of RegExp, which are not counted in: ${apart.map(one => `${one.name} ${one.ratio.toFixed(2)}` +
      (one.onVar ? `, on var ${one.ratioOnVar.toFixed(2)}` : '')).join('; ')}.` : '');
  const onVar = counted.filter(one => one.onVar);
  const worstOnVar = onVar.length && onVar.reduce((a, b) => (a.ratioOnVar > b.ratioOnVar ? a : b));
  const ofVar = onVar.length ? ` On var, ${onVar.length} of them: median ${median(onVar.map(one => one.ratioOnVar)).toFixed(2)} (target: at most 1.5), ` +
    `the most ${worstOnVar.ratioOnVar.toFixed(2)} (${worstOnVar.name}; target: at most 4); of Node.js without its optimising compilers, ` +
    `median ${median(onVar.map(one => one.onVarToBaseline)).toFixed(2)}.` : '';
  console.log('\n' + table(rows.map(row => row.filter((_, i) => i !== 1))) + '\n\n' + summary + ofVar);

  const published = !process.env.PROGRAMS && settings.rounds >= usual.rounds && settings.seconds >= usual.seconds;
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(results, 'programs.json'), {date, machine, settings, points});
  if (published) {
    let plot = '';
    if (missing()) {
      console.log(missing());
    } else {
      await draw({title: {text: 'Everyday programs: time to Node.js’s', subtitle: 'typed; below 1, Node.cpp is faster'},
        data: {values: points}, mark: 'bar', width: 460, height: {step: 16},
        encoding: {y: {field: 'name', type: 'nominal', title: null, sort: '-x'},
          x: {field: 'ratio', type: 'quantitative', title: 'time to Node.js’s'},
          color: {condition: {test: 'datum.ratio <= 0.5', value: '#c2410c'}, value: '#64748b'}}}, path.join(results, 'programs.svg'));
      plot = '\n\n![Time to Node.js’s, a bar a program](../bench/results/programs.svg)';
    }
    fill(path.join(root, 'docs/benchmarks.md'), 'programs',
      [`Measured ${sentence(machine, date)}.`, summary + ofVar, markdown(rows, 2)].join('\n\n') + plot);
  }
  console.log(`\nwrote ${path.relative(root, path.join(results, 'programs.json'))}${published ? '; docs/benchmarks.md has the table' : ''}`);
})().catch(error => {
  console.error('\nbench-programs: ' + error.message);
  process.exit(1);
});
