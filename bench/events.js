'use strict';
// make bench-events: the memory of idle clients, beside Node.js: of those that keep their connection after an answer, and of
// those that wait for server-sent events. Writes bench/results/events.json and the table of docs/benchmarks.md; with other
// settings, build/bench/results/events.json:
//   ROUNDS=1 IDLE=500 node bench/events.js
const path = require('path');
const {Server} = require('../tests/parity/server.js');
const {root} = require('./lib/servers.js');
const {cores} = require('./lib/processes.js');
const {httpLoad, memoryOfEach} = require('./lib/idle_memory.js');
const {describe, sentence} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {markdown, publish} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 3, idle: 10000};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), idle: Number(process.env.IDLE || usual.idle)};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = [['Node.cpp', path.join(build, 'bench/events/server')],
  ['Node.js', process.execPath, path.join(__dirname, 'events/server.js')]];
const kinds = [['/', 'an idle connection that is kept alive'], ['/events', 'an idle client of server-sent events']];
const target = 2;  // KiB by which the second may be above the first

// Returns the KiB of resident memory by which each connection makes a fresh server larger.
const each = ([label, ...command], url) =>
  memoryOfEach(new Server(label, ['taskset', '-c', String(cores.server), ...command], {NODE_ENV: 'production'}), httpLoad(url), settings.idle);

(async () => {
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${settings.idle} connections\n${sentence(machine, date)}`);
  const points = programs.map(([label]) => ({label, each: {}}));
  for (const [i, program] of programs.entries()) {
    for (const [url] of kinds) {
      const rounds = [];
      for (let round = 0; round < settings.rounds; round++) rounds.push(await each(program, url));
      points[i].each[url] = Number(median(rounds).toFixed(2));
    }
  }
  const above = point => (point.each['/events'] - point.each['/']).toFixed(2);
  const rows = [['KiB', ...programs.map(([label]) => label), 'target'],
    ...kinds.map(([url, label]) => [label, ...points.map(point => point.each[url].toFixed(2)), '']),
    ['the second above the first', ...points.map(above), `at most ${target}`]];
  console.log('\n' + table(rows));
  publish('events', 'docs/benchmarks.md', {date, machine, settings, points}, usual, `.\n\n${markdown(rows)}`);
  process.exit(0);
})().catch(error => {
  console.error('\nbench-events: ' + error.message);
  process.exit(1);
});
