'use strict';
// make bench-ringo: measures the article "RingoJS vs. Node.js: Runtime Values". Its four servers run under ab -n 50000
// -c 50, without -k and with -k, in Node.js and in Node.cpp, together with the floor of no_alloc. Each server is loaded
// once before its measured runs, as in the article. Then JSON.parse and JSON.stringify are measured on four documents.
// Writes bench/results/ringo.json and the plots, and the tables of docs/benchmarks.md. With other settings the files go
// to build/bench/results:
//   ROUNDS=1 REQUESTS=5000 SERVERS=no_alloc,parse_json PARTS=load,json node bench/ringo.js
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {Server} = require('../tests/parity/server.js');
const {root, scratch} = require('./lib/servers.js');
const {cores, run, family, cpuOf, peakMiB, forgetPeak} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const documents = require('./lib/json_documents.js');
const plots = require('./lib/plots.js');
const {table} = require('../tools/load.js');

const usual = {requests: 50000, rounds: 3};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const examples = ['no_alloc', 'buffer_alloc', 'string_alloc', 'parse_json'];
const bodies = {parse_json: 24091};
const modes = [{id: 'new', label: 'a connection a request', args: []}, {id: 'keepalive', label: 'with -k', args: ['-k']}];

const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];
const brief = (value, digits = 3) => (value == null ? '' : value >= 1000 ? Math.round(value).toLocaleString('en-US')
  : String(Number(value.toPrecision(digits))));

function servers(wanted) {
  return wanted.flatMap(example => [
    {example, id: 'node', label: 'Node.js', command: [process.execPath, path.join(root, `examples/ringo/${example}.js`)]},
    {example, id: 'nodecpp', label: 'Node.cpp', command: [path.join(build, 'examples/ringo', example)]},
    ...(example === 'no_alloc' ? [{example, id: 'floor', label: 'floor', command: [path.join(build, 'bench/ringo_floor')]}] : []),
  ]).map(one => Object.assign(new Server(`${one.example}, ${one.label}`,
    ['taskset', '-c', String(cores.server), ...one.command]), one, {name: one.label}));
}

// Runs one load. Returns what ab reports, and the CPU time and memory that the server used meanwhile.
async function load(server, mode, requests) {
  const port = await server.port();
  const file = path.join(scratch, 'ringo.csv');
  const pids = family(server.child.pid);
  forgetPeak(pids);
  const before = cpuOf(pids);
  const out = await run(['ab', '-q', '-n', String(requests), '-c', '50', '-e', file, ...mode.args, `http://127.0.0.1:${port}/`]);
  const after = cpuOf(pids);
  const number = name => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(out)?.[1] ?? NaN);
  const body = number('Document Length');
  if (number('Failed requests') !== 0 || number('Complete requests') !== requests || body !== (bodies[server.example] || 1024)) {
    throw new Error(`${server.label}: ab says\n${out}`);
  }
  return {perSecond: number('Requests per second'), user: (after.user - before.user) * 1e6 / requests,
    system: (after.system - before.system) * 1e6 / requests, peak: peakMiB(pids), kept: number('Keep-Alive requests') || 0,
    // Each time is a percentile: within it that percentage of the requests was answered.
    times: fs.readFileSync(file, 'utf8').trim().split('\n').slice(1).map(line => Number(line.split(',')[1]))};
}

async function loads(settings) {
  const chosen = servers(settings.servers);
  const progress = new Progress(chosen.length * modes.length * (settings.rounds + 1) * settings.requests / 9000);
  const points = [];
  for (const mode of modes) {
    for (const example of settings.servers) {
      const here = chosen.filter(one => one.example === example);
      const runs = new Map(here.map(one => [one, []]));
      for (let round = 0; round <= settings.rounds; round++) {
        for (const server of here) {
          progress.step(`${example}, ${mode.label}`, server.name);
          const one = await load(server, mode, settings.requests);
          if (round > 0) runs.get(server).push(one);
          progress.spent(settings.requests / 9000);
        }
      }
      for (const [server, all] of runs) {
        const point = {example, mode: mode.id, server: server.id};
        for (const field of ['perSecond', 'user', 'system', 'peak', 'kept']) point[field] = Number(median(all.map(one => one[field])).toFixed(2));
        point.cpu = Number((point.user + point.system).toFixed(2));
        point.times = all[0].times.map((_, i) => Number(median(all.map(one => one.times[i])).toFixed(3)));
        points.push(point);
        await server.stop();
      }
    }
  }
  progress.end();
  return points;
}

// Returns the microseconds of CPU time, medians of rounds in which the programs take turns.
function json(settings) {
  const {found, left} = documents();
  if (left.length) console.log(`left out, since npm could not get them: ${left.join(', ')}`);
  const files = found.map(one => one.file);
  const runs = [];
  const spawn = (command, env) => {
    const {status, stdout, stderr, error} = spawnSync('taskset', ['-c', String(cores.server), ...command],
      {encoding: 'utf8', env: {...process.env, ...env}, timeout: 300000});
    if (status !== 0) throw new Error(`${command[0]}: ${error ? error.message : stderr}`);
    return JSON.parse(stdout);
  };
  for (let round = 0; round < settings.rounds; round++) {
    const node = spawn([process.execPath, path.join(__dirname, 'lib/json_node.js'), ...files]);
    const ours = spawn([path.join(build, 'bench/micro_json'), '--benchmark_format=json', '--benchmark_filter=^(parse|stringify)/'],
      {NODECPP_JSON_DOCUMENTS: files.join(':')});
    runs.push({node, ours: Object.fromEntries(ours.benchmarks.map(one => [one.name, one.cpu_time / 1000]))});
  }
  return found.flatMap(({name, bytes, does}) => ['parse', 'stringify'].map(op => {
    const of = side => Number(median(runs.map(one => one[side][`${op}/${name}`])).toPrecision(4));
    return {document: name, bytes, does, op, node: of('node'), nodecpp: of('ours')};
  }));
}

const at = (figure, example, mode, server) =>
  figure.points.find(one => one.example === example && one.mode === mode && one.server === server);

function rowsOf(figure, mode) {
  return [['server', 'program', 'requests/s', 'CPU a request, us', 'user', 'system', 'peak memory, MiB', 'median, ms', '99%, ms'],
    ...figure.points.filter(one => one.mode === mode).map(one => [one.example, {node: 'Node.js', nodecpp: 'Node.cpp', floor: 'floor'}[one.server],
      brief(one.perSecond), brief(one.cpu), brief(one.user), brief(one.system), brief(one.peak), brief(one.times[50]), brief(one.times[99])])];
}
const jsonRows = figure => [['document', 'bytes', 'operation', 'Node.js, us', 'Node.cpp, us', 'times as fast'],
  ...figure.json.map(one => [one.document, one.bytes.toLocaleString('en-US'), one.op, brief(one.node), brief(one.nodecpp), brief(one.node / one.nodecpp)])];

function targets(figure) {
  const wanted = [];
  const judge = (what, value, limit, most) =>
    Number.isFinite(value) && wanted.push([what, brief(value), `${most ? 'at most' : 'at least'} ${limit}`, (most ? value <= limit : value >= limit) ? 'yes' : 'no']);
  const ratio = (example, field, to) => {
    const [own, other] = [at(figure, example, 'new', 'nodecpp'), at(figure, example, 'new', to)];
    return own && other ? own[field] / other[field] : NaN;
  };
  judge('no_alloc: requests/s, to the floor', ratio('no_alloc', 'perSecond', 'floor'), 0.95, false);
  for (const example of examples) judge(`${example}: CPU a request, to Node.js`, ratio(example, 'cpu', 'node'), 0.65, true);
  judge('parse_json: user CPU, to Node.js', ratio('parse_json', 'user', 'node'), 0.4, true);
  for (const one of figure.json) judge(`${one.op} of ${one.document}: times as fast as Node.js`, one.node / one.nodecpp, 2, false);
  return wanted;
}

(async () => {
  const list = (name, otherwise) => (process.env[name] ? process.env[name].split(',') : otherwise);
  const settings = {requests: Number(process.env.REQUESTS || usual.requests), rounds: Number(process.env.ROUNDS || usual.rounds),
    servers: list('SERVERS', examples), parts: list('PARTS', ['load', 'json'])};
  if (!(settings.requests >= 100 && settings.rounds > 0)) throw new Error('REQUESTS and ROUNDS are to be numbers, 100 and 1 at least');
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`ab -n ${settings.requests} -c 50; ${settings.rounds} rounds, after one that is not measured\n${sentence(machine, date)}`);
  warnIfBusy();
  fs.mkdirSync(scratch, {recursive: true});
  const figure = {date, machine, settings, points: settings.parts.includes('load') ? await loads(settings) : [],
    json: settings.parts.includes('json') ? json(settings) : []};

  const parts = [...modes.filter(() => figure.points.length).map(mode => [mode.label, rowsOf(figure, mode.id)]),
    ...(figure.json.length ? [['JSON', jsonRows(figure)]] : [])];
  for (const [label, rows] of parts) console.log(`\n${label}\n${table(rows)}`);
  const wanted = [['Node.cpp', 'measured', 'target', 'reached'], ...targets(figure)];
  console.log('\n' + table(wanted));

  const published = !['REQUESTS', 'SERVERS', 'PARTS'].some(name => process.env[name]) && settings.rounds >= usual.rounds;
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(results, 'ringo.json'), figure);
  const noPlots = plots.missing();
  const drawn = !noPlots && figure.points.length ? modes.map(mode => `ringo_${mode.id}.svg`) : [];
  if (noPlots) console.log(`no plots: ${noPlots}`);
  for (const [i, name] of drawn.entries()) await plots.drawRingo(figure, modes[i], path.join(results, name));
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'ringo', [`Measured ${sentence(machine, date)}.`,
      ...drawn.map(name => `![${name}](../bench/results/${name})`),
      ...parts.flatMap(([label, rows]) => [`**${label}**`, markdown(rows, 2)]), '**Targets**', markdown(wanted, 2)].join('\n\n'));
  }
  console.log(`\nwrote ${path.relative(root, results)}: ${['ringo.json', ...drawn].join(', ')}`);
  process.exit();
})().catch(error => {
  console.error('\nbench-ringo: ' + error.message);
  process.exit(1);
});
