'use strict';
// make bench-figure1: measures the article's Figure 1. httperf opens 100 to 2000 connections a second, in steps of 100,
// with 70 requests on each. The figure shows the responses a second against the requests a second that were asked for.
// Each rate is measured with all servers by turns, so that other activity of the machine affects all servers alike.
// Writes bench/results/figure1.json and figure1.svg. A shorter run writes them to build/bench/results:
//   SECONDS=1 RATES=100,1000,2000 SERVERS=node,nodecpp node bench/figure1.js
const path = require('path');
const {choose, root, scratch} = require('./lib/servers.js');
const {checkAnswer} = require('./lib/check.js');
const {family, cpuDuring, byTurns} = require('./lib/processes.js');
const {describe, sentence} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {missing, sweepPoint, calls} = require('./lib/httperf.js');
const {Progress} = require('./lib/progress.js');
const plots = require('./lib/plots.js');
const {table} = require('../tools/load.js');

const allRates = Array.from({length: 20}, (_, i) => (i + 1) * 100);
const usualSeconds = 5;
const usualServers = ['node', 'nodecpp', 'nginx-file', 'floor'];
// The seconds that all runs of one server together may take.
const budget = 290;

async function figure1({seconds, rates, ids}) {
  const why = missing();
  if (why) throw new Error(why);
  const {servers, skipped} = choose(ids);
  for (const one of skipped) console.log(`left out: ${one.label}, since ${one.why}`);
  // The servers are in the order that was asked for, which becomes the order of the legend.
  servers.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`httperf, ${rates[0]} to ${rates[rates.length - 1]} connections/s, ${calls} requests on each; ` +
    `${servers.map(one => one.label).join(', ')}\n${sentence(machine, date)}`);
  // A server that cannot keep up takes longer than the seconds asked for.
  const progress = new Progress(servers.length * rates.length * seconds * 1.4);
  const spent = new Map(servers.map(one => [one, 0]));
  const shorter = new Map(servers.map(one => [one, seconds]));
  const points = [];
  for (const server of servers) await sweepPoint(await server.port(), server.target, 100, 1);
  await byTurns(servers.length, rates.length, async (turn, round) => {
    const server = servers[turn];
    const rate = rates[round];
    progress.step(`${rate} connections/s`, server.label);
    const port = await server.port();
    await checkAnswer(server, port);
    const since = Date.now();
    const {cpu, result: point} = await cpuDuring(family(server.child.pid),
      () => sweepPoint(port, server.target, rate, shorter.get(server)));
    const took = (Date.now() - since) / 1000;
    if (server.end) throw new Error(`${server.label} ended at ${rate} connections/s:\n${server.stderr}`);
    await checkAnswer(server, port);
    points.push({server: server.id, rate, ...point, cpu: point.replies
      ? Number((cpu * 1e6 / point.replies).toFixed(2)) : null});
    spent.set(server, spent.get(server) + took);
    // The remaining rates will take about as long as this one. When they would exceed the budget, the runs get
    // shorter.
    const each = (budget - spent.get(server)) / Math.max(rates.length - 1 - round, 1);
    if (took > each) shorter.set(server, Math.max(1, shorter.get(server) * each / took));
    progress.spent(seconds * 1.4);
  });
  progress.end();
  for (const server of servers) await server.stop();
  return {date, machine, settings: {seconds, calls, rates: [rates[0], rates[rates.length - 1]]},
    servers: servers.map(({id, label, version, does}) => ({id, label, version, does})), skipped,
    points: points.sort((a, b) => ids.indexOf(a.server) - ids.indexOf(b.server) || a.rate - b.rate)};
}

const at = (figure, server, rate) => figure.points.find(one => one.server === server && one.rate === rate);
const count = value => value.toLocaleString('en-US');

// Returns one row for each rate and one column for each server, with the real responses a second.
function rowsOf(figure) {
  const rates = [...new Set(figure.points.map(one => one.rate))];
  return [['desired', ...figure.servers.map(one => one.label)], ...rates.map(rate => [count(rate * calls),
    ...figure.servers.map(one => {
      const point = at(figure, one.id, rate);
      return count(point.real) + (point.errors ? ` (${count(point.errors)} errors)` : '');
    })])];
}

(async () => {
  const ids = process.env.SERVERS ? process.env.SERVERS.split(',') : usualServers;
  const rates = process.env.RATES ? process.env.RATES.split(',').map(Number) : allRates;
  const seconds = Number(process.env.SECONDS || usualSeconds);
  if (!rates.every(rate => rate > 0) || !(seconds > 0)) throw new Error('RATES and SECONDS are to be numbers above 0');
  const figure = await figure1({seconds, rates, ids});
  const rows = rowsOf(figure);
  console.log('\nreal responses/s\n' + table(rows));
  const published = !process.env.SERVERS && !process.env.RATES && seconds >= usualSeconds;
  const directory = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(directory, 'figure1.json'), figure);
  const noPlots = plots.missing();
  if (noPlots) console.log(`no plot: ${noPlots}`);
  else await plots.drawFigure1(figure, path.join(directory, 'figure1.svg'));
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'figure1',
      `Measured ${sentence(figure.machine, figure.date)}. Real responses a second:\n\n${markdown(rows, 0)}` +
      (noPlots ? '' : '\n\n![Figure 1](../bench/results/figure1.svg)'));
  }
  console.log(`\nwrote ${path.relative(root, directory)}: figure1.json${noPlots ? '' : ', figure1.svg'}`);
  process.exit();
})().catch(error => {
  console.error('\nbench-figure1: ' + error.message);
  process.exit(1);
});
