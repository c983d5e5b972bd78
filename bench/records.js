'use strict';
// make bench-records: measures the figures of "Stratified Node.js: IO performance". A file of 1 GiB is read and written
// with records of 16 B to 1 MiB, by powers of 4, with Node.cpp's record streams, with Node's streams, with Node's …Sync
// calls, and with the floor, a loop of read(2) or write(2) with memcpy. Writes bench/results/records.json,
// records_read.svg and records_write.svg, and the table of docs/benchmarks.md. With other settings the files go to
// build/bench/results:
//   ROUNDS=1 BYTES=100000000 RECORDS=16,65536 PROGRAMS=floor,nodecpp OPS=read node bench/records.js
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const plots = require('./lib/plots.js');
const {table} = require('../tools/load.js');

const usual = {bytes: 2 ** 30, rounds: 5, seconds: 2, records: Array.from({length: 9}, (_, i) => 16 * 4 ** i),
  ops: ['read', 'write']};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const driver = path.join(__dirname, 'lib/records_node.js');
const programs = [
  {id: 'floor', label: 'floor', command: [path.join(build, 'bench/records_floor')],
    does: 'read(2) or write(2) of 64 KiB at a time, and memcpy'},
  {id: 'nodecpp', label: 'Node.cpp', command: [path.join(build, 'examples/records')],
    does: 'examples/records: `co_await` of readBuf, writeBuf'},
  {id: 'sync', label: 'Node.js sync', command: [process.execPath, driver, 'sync'], stops: true,
    does: 'readSync, writeSync: a call a record'},
  {id: 'streams', label: 'Node.js streams', command: [process.execPath, driver, 'streams'], stops: true,
    does: 'createReadStream with `highWaterMark` of a record; createWriteStream, `write` and `drain`'},
];

const list = (name, otherwise, map = one => one) => (process.env[name] ? process.env[name].split(',').map(map) : otherwise);
const sizeOf = bytes => (bytes < 1024 ? `${bytes} B` : bytes < 2 ** 20 ? `${bytes / 1024} KiB` : `${bytes / 2 ** 20} MiB`);

// Returns the seconds for all bytes, and whether the program was stopped before the end.
function run(program, op, file, record, settings) {
  const args = [...program.command.slice(1), op, file, ...(op === 'write' ? [settings.bytes] : []), record,
    ...(program.stops ? [settings.seconds] : [])];
  const {status, stdout, stderr, error} = spawnSync(program.command[0], args.map(String), {encoding: 'utf8', timeout: 300000});
  if (status !== 0) throw new Error(`${program.label}: ${error ? error.message : `exit code ${status}\n${stderr}`}`);
  const said = JSON.parse(stdout);
  const size = op === 'write' ? fs.statSync(file).size : said.bytes;
  if (said.op !== op || said.record !== record || said.bytes !== size) throw new Error(`${program.label} said ${stdout}`);
  if (said.bytes !== settings.bytes && !program.stops) throw new Error(`${program.label} came to ${said.bytes} bytes`);
  return {seconds: said.seconds * settings.bytes / said.bytes, extrapolated: said.bytes < settings.bytes};
}

function measure(settings, directory) {
  const source = path.join(directory, 'source');
  const target = path.join(directory, 'target');
  const chosen = programs.filter(one => settings.programs.includes(one.id));
  const progress = new Progress(settings.ops.length * settings.records.length * settings.rounds *
    chosen.reduce((sum, one) => sum + (one.stops ? settings.seconds * 0.7 : 0.5), 0));
  const runs = new Map();
  if (settings.ops.includes('read')) run(programs[0], 'write', source, 2 ** 20, settings);
  for (const op of settings.ops) {
    // Reads the file once, so that it is in the page cache again.
    if (op === 'read') run(programs[0], 'read', source, 2 ** 20, settings);
    for (const record of settings.records) {
      for (let round = 0; round < settings.rounds; round++) {
        for (let i = 0; i < chosen.length; i++) {
          const program = chosen[(round + i) % chosen.length];
          progress.step(`${op} by ${sizeOf(record)}`, program.label);
          if (op === 'write') fs.rmSync(target, {force: true});
          const key = `${op} ${record} ${program.id}`;
          if (!runs.has(key)) runs.set(key, {op, record, program: program.id, all: []});
          runs.get(key).all.push(run(program, op, op === 'read' ? source : target, record, settings));
          progress.spent(program.stops ? settings.seconds * 0.7 : 0.5);
        }
      }
    }
  }
  progress.end();
  return [...runs.values()].map(({op, record, program, all}) => ({op, record, program,
    seconds: Number(median(all.map(one => one.seconds)).toPrecision(4)), extrapolated: all.some(one => one.extrapolated)}));
}

const at = (figure, op, record, program) =>
  figure.points.find(one => one.op === op && one.record === record && one.program === program);
const ratio = (figure, op, record, program) => {
  const [other, own] = [at(figure, op, record, program), at(figure, op, record, 'nodecpp')];
  return other && own ? other.seconds / own.seconds : null;
};
const brief = value => (value === null ? '' : value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3));

function rowsOf(figure, op) {
  return [['record', ...figure.programs.map(one => one.label), 'Node.cpp to the floor', 'to Node.js streams'],
    ...figure.settings.records.map(record => [sizeOf(record), ...figure.programs.map(one => {
      const point = at(figure, op, record, one.id);
      return point ? `${point.extrapolated ? '~' : ''}${brief(point.seconds)}` : '';
    }), brief(ratio(figure, op, record, 'floor')), brief(ratio(figure, op, record, 'streams'))])];
}

// Returns [what, measured, target] for each target, the least speed that Node.cpp should have.
function targets(figure) {
  const wanted = [];
  const least = (op, record, program, target) => {
    const value = ratio(figure, op, record, program);
    const label = programs.find(one => one.id === program).label;
    if (value !== null) wanted.push([`${op} by ${sizeOf(record)}, to ${label}`, value, target]);
  };
  for (const op of figure.settings.ops) {
    for (const record of figure.settings.records) {
      if (record >= 64) least(op, record, 'floor', 0.9);
      else if (op === 'read') least(op, record, 'floor', 0.6);
      if (op === 'write') least(op, record, 'streams', 1);
    }
  }
  least('read', 64, 'streams', 500);
  least('read', 2 ** 20, 'streams', 3);
  return wanted;
}

(async () => {
  const settings = {
    bytes: Number(process.env.BYTES || usual.bytes), rounds: Number(process.env.ROUNDS || usual.rounds),
    seconds: Number(process.env.SECONDS || usual.seconds), records: list('RECORDS', usual.records, Number),
    ops: list('OPS', usual.ops), programs: list('PROGRAMS', programs.map(one => one.id)),
  };
  if (!(settings.bytes > 0 && settings.rounds > 0 && settings.seconds > 0 && settings.records.every(one => one > 0))) {
    throw new Error('BYTES, ROUNDS, SECONDS and RECORDS are to be numbers above 0');
  }
  const base = path.join(scratch, 'records');
  fs.mkdirSync(base, {recursive: true});
  const {bavail, bsize} = fs.statfsSync(base);
  if (bavail * bsize < settings.bytes * 3) throw new Error(`${base} has no room for two files of ${settings.bytes} bytes`);
  const directory = fs.mkdtempSync(path.join(base, 'run-'));
  const clean = () => fs.rmSync(directory, {recursive: true, force: true});
  process.on('exit', clean);
  process.on('SIGINT', () => process.exit(130));

  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.bytes} bytes, records of ${settings.records.map(sizeOf).join(', ')}; ${settings.rounds} rounds\n` +
    sentence(machine, date));
  warnIfBusy();
  const points = measure(settings, directory);
  clean();
  const figure = {date, machine, settings,
    programs: programs.filter(one => settings.programs.includes(one.id)).map(({id, label, does}) => ({id, label, does})), points};

  const note = `Seconds for ${settings.bytes.toLocaleString('en-US')} bytes, medians of ${settings.rounds} rounds. ~: ` +
    `stopped after ${settings.seconds} s, and reckoned from the bytes that it had come to. Ratios: how many times as fast.`;
  for (const op of settings.ops) console.log(`\n${op}: ${note}\n${table(rowsOf(figure, op))}`);
  const wanted = targets(figure).map(([what, value, target]) =>
    [what, brief(value), `at least ${target}`, value >= target ? 'yes' : 'no']);
  console.log('\n' + table([['Node.cpp', 'measured', 'target', 'reached'], ...wanted]));

  const published = !['PROGRAMS', 'RECORDS', 'OPS', 'BYTES'].some(name => process.env[name]) &&
    settings.rounds >= usual.rounds && settings.seconds >= usual.seconds;
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(results, 'records.json'), figure);
  const noPlots = plots.missing();
  const drawn = noPlots ? [] : settings.ops.map(op => `records_${op}.svg`);
  if (noPlots) console.log(`no plots: ${noPlots}`);
  else for (const op of settings.ops) await plots.drawRecords(figure, op, path.join(results, `records_${op}.svg`));
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'records', [`Measured ${sentence(machine, date)}.`, note,
      ...settings.ops.flatMap(op => [...(noPlots ? [] : [`![${op}](../bench/results/records_${op}.svg)`]),
        `**${op}**`, markdown(rowsOf(figure, op))]),
      '**Targets**', markdown([['Node.cpp, how many times as fast', 'measured', 'target', 'reached'], ...wanted])].join('\n\n'));
  }
  console.log(`\nwrote ${path.relative(root, results)}: ${['records.json', ...drawn].join(', ')}` +
    (published ? '; docs/benchmarks.md has the tables' : ''));
})().catch(error => {
  console.error('\nbench-records: ' + error.message);
  process.exit(1);
});
