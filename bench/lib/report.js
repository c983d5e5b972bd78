'use strict';
// Reports the results of a run: tables for a terminal, JSON, and the tables between markers in README.md and
// docs/benchmarks.md.
const fs = require('fs');
const path = require('path');
const {table} = require('../../tools/load.js');
const {sentence} = require('./machine.js');
const {root, scratch} = require('./servers.js');
const {judge} = require('./targets.js');

const number = (value, digits) => (value === null || value === undefined ? '' : value.toFixed(digits));
const grouped = value => (value === null || value === undefined ? '' : Math.round(value).toLocaleString('en-US'));
const at = (report, server, load) => report.points.find(one => one.server === server && one.load === load);

// Returns the columns of a load's table: for each a head and a function from a point to its cell.
function columnsOf(load) {
  if (load.id === 'idle') {
    return [['resident, MiB', p => number(p.resident, 1)], ['KiB a connection', p => number(p.perConnection, 2)],
      ['still open', p => grouped(p.open)], ['errors', p => grouped(p.errors)]];
  }
  if (load.id === 'growth') {
    return [['after the first million, MiB', p => number(p.residentFirst, 2)], ['at the end, MiB', p => number(p.resident, 2)],
      ['growth, MiB', p => number(p.growth, 2)], ['errors', p => grouped(p.errors)]];
  }
  return [
    ...(load.id === 'rate' ? [['asked for', p => grouped(p.rate)]] : []),
    ['requests/s', p => grouped(p.perSecond)], ['CPU a request, µs', p => number(p.cpu, 2)],
    ['user', p => number(p.user, 2)], ['system', p => number(p.system, 2)], ['spread', p => number(p.spread, 2)],
    ['p50, ms', p => number(p.p50, 3)], ['p99, ms', p => number(p.p99, 3)], ['max, ms', p => number(p.max, 1)],
    ['peak, MiB', p => number(p.peak, 1)], ['errors', p => grouped(p.errors)],
  ];
}

function rowsOf(report, load) {
  const columns = columnsOf(load);
  return [['', ...columns.map(([head]) => head)], ...report.servers.flatMap(server => {
    const point = at(report, server.id, load.id);
    return point ? [[server.label, ...columns.map(([, cell]) => cell(point))]] : [];
  })];
}

// Returns a table in Markdown. The columns after the first `words` contain numbers.
const markdown = (rows, words = 1) => [rows[0], rows[0].map((_, i) => (i < words ? '---' : '---:')), ...rows.slice(1)]
  .map(row => `| ${row.join(' | ')} |`).join('\n');

const limit = target => (target.most === undefined ? `at least ${Number(target.least.toFixed(2))}`
  : `at most ${Number(target.most.toFixed(3))}`);

function print(report) {
  for (const load of report.loads) {
    const rows = rowsOf(report, load);
    if (rows.length > 1) console.log(`\n${load.label}: ${load.does}\n${table(rows)}`);
  }
  const judged = judge(report.points);
  if (judged.length) {
    console.log('\n' + table([['Node.cpp', 'measured', 'target', ''],
      ...judged.map(one => [one.what, number(one.value, 3), limit(one), one.reached ? 'reached' : 'NOT REACHED' +
        (one.note ? ` (${one.note})` : '')])]));
  }
}

// Only ratios within this run are reported, because times of two runs or of two machines cannot be compared.
function ratios(report) {
  const ratio = (server, to, load, field) => {
    const own = at(report, server, load);
    const other = at(report, to, load);
    if (!own || !other || !other[field] || own[field] === undefined || own.rate !== other.rate) return '';
    return (own[field] / other[field]).toFixed(2);
  };
  const columns = [
    ['CPU a request, to the floor', id => ratio(id, 'floor', 'keepalive64', 'cpu')],
    ['to Node.js', id => ratio(id, 'node', 'keepalive64', 'cpu')],
    ['requests/s, 16 pipelined, to Node.js', id => ratio(id, 'node', 'pipelined', 'perSecond')],
    ['CPU a request, new connections, to Node.js', id => ratio(id, 'node', 'newconnection', 'cpu')],
    ['p99 at a fixed rate, to Node.js', id => ratio(id, 'node', 'rate', 'p99')],
    ['memory, 10,000 connections, to Node.js', id => ratio(id, 'node', 'idle', 'resident')],
  ];
  return markdown([['', ...columns.map(([head]) => head)],
    ...report.servers.map(server => [server.label, ...columns.map(([, cell]) => cell(server.id))])]);
}

// Returns all results of a run for docs/benchmarks.md. `drawn` names the plots.
function whole(report, drawn) {
  const asked = report.settings;
  return [
    `Measured ${sentence(report.machine, report.date)}; ${asked.rounds} rounds of ${asked.seconds} s (twice that for 64 ` +
      `connections), ${Math.round(report.took / 60)} minutes in all. Others had ${(report.disturbance * 100).toFixed(1)}% ` +
      'of the server\'s core meanwhile.',
    markdown([['server', 'version', 'what it does'],
      ...report.servers.map(one => [one.label, one.version || report.machine.version, one.does])]).replace(/---:/g, '---'),
    ...report.skipped.map(one => `Left out: ${one.label}, since ${one.why}.`),
    ...report.failed.map(one => `Failed: ${one.server} under ${one.load}: ${one.why}`),
    ...drawn.map(name => `![${name}](../bench/results/${name})`),
    ...report.loads.flatMap(load => {
      const rows = rowsOf(report, load);
      return rows.length > 1 ? [`**${load.label}** (${load.does})`, markdown(rows)] : [];
    }),
    '**Targets**',
    markdown([['Node.cpp', 'measured', 'target', 'reached'],
      ...judge(report.points).map(one => [one.what, number(one.value, 3), limit(one),
        (one.reached ? 'yes' : 'no') + (one.note ? `, ${one.note}` : '')])]),
  ].join('\n\n');
}

// Replaces the text between <!-- bench: NAME --> and <!-- end -->.
function fill(file, name, text) {
  const old = fs.readFileSync(file, 'utf8');
  const marked = new RegExp(`(<!-- bench: ${name} -->\\n)[\\s\\S]*?\\n?(<!-- end -->)`);
  if (!marked.test(old)) throw new Error(`${path.basename(file)} has no <!-- bench: ${name} --> … <!-- end -->`);
  fs.writeFileSync(file, old.replace(marked, (_, before, after) => `${before}${text}\n${after}`));
}

function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), {recursive: true});
  // Each point is on a line of its own, so that a diff of a new run shows the points that changed.
  const lists = Object.entries(value).map(([key, one]) => `  ${JSON.stringify(key)}: ` + (Array.isArray(one) && one.length
    ? `[\n${one.map(each => '    ' + JSON.stringify(each)).join(',\n')}\n  ]` : JSON.stringify(one)));
  fs.writeFileSync(file, `{\n${lists.join(',\n')}\n}\n`);
}

// Writes what a bench has measured: `figure` to bench/results/NAME.json, and a sentence about the machine with `text` behind
// it between the markers NAME of `page`. The figure of a run with a setting below the usual one goes to build/bench/results
// alone. Says where it was written.
function publish(name, page, figure, usual, text) {
  const published = Object.entries(usual).every(([setting, value]) => figure.settings[setting] >= value);
  const file = path.join(published ? path.join(root, 'bench/results') : path.join(scratch, 'results'), `${name}.json`);
  writeJson(file, figure);
  if (published) fill(path.join(root, page), name, `Measured ${sentence(figure.machine, figure.date)}${text}`);
  console.log(`\nwrote ${path.relative(root, file)}${published ? `; ${page} has the tables` : ''}`);
}

module.exports = {print, ratios, whole, fill, markdown, writeJson, publish};
