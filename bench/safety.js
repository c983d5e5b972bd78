'use strict';
// make bench-safety: measures what the memory-safety checks cost Listing 1, by comparing build/release with
// build/nosafety, the same source compiled with NODECPP_SAFETY=OFF. The CPU time for each request is measured in pairs:
// in each pair both servers are started anew, warmed up, and loaded in the order on, off, off, on, so that a slow
// change of the machine's speed affects both alike. The instructions for each request are counted like `make count`.
// Writes bench/results/safety.json and its table in docs/benchmarks.md. With other settings the file goes to
// build/bench/results:
//   PAIRS=3 SECONDS=1 node bench/safety.js
const fs = require('fs');
const path = require('path');
const {choose: chooseServers, root, scratch} = require('./lib/servers.js');
const {choose: chooseLoads} = require('./lib/loads.js');
const {measure} = require('./lib/measure.js');
const {median} = require('./lib/summary.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress, time} = require('./lib/progress.js');
const {count} = require('../tests/count/count.js');
const {table} = require('../tools/load.js');

const usual = {pairs: 15, seconds: 2};
const settings = {pairs: Number(process.env.PAIRS || usual.pairs), seconds: Number(process.env.SECONDS || usual.seconds)};
const warm = 1;
const pairCost = 2 * (0.6 + warm) + 4 * (settings.seconds + 0.35);  // in seconds
const mostCpu = 1.03;
const mostInstructions = 1.05;

// Returns the indexes of the two of `n` sorted values that enclose the true median with a probability of at least 95 %,
// or null when there are too few values. Each value is below the median as often as above it, so the number of values
// below is binomially distributed.
function interval(n) {
  let below = 0;  // the probability that at most k of n are below
  let chance = 2 ** -n;
  let k = 0;
  while (below + chance <= 0.025) {
    below += chance;
    chance *= (n - k) / ++k;
  }
  return k ? [k - 1, n - k] : null;
}

// Returns the CPU time for each request of the two servers, in microseconds, and the ratio of the first to the second.
async function pair(servers, load, number) {
  const spent = new Map(servers.map(server => [server, {cpu: 0, requests: 0, others: 0, elapsed: 0}]));
  for (const server of servers) {
    const port = await server.port();
    await load.run(port, warm, {target: server.target, id: server.id});
  }
  const [first, second] = number % 2 ? [...servers].reverse() : servers;
  for (const server of [first, second, second, first]) {
    const found = await measure(server, load, settings.seconds);
    if (found.errors) throw new Error(`${server.label}: ${found.errors} errors`);
    const sum = spent.get(server);
    sum.cpu += found.user + found.system;
    sum.requests += found.requests;
    sum.others += found.others;
    sum.elapsed += found.elapsed;
  }
  for (const server of servers) await server.stop();
  const [on, off] = servers.map(server => spent.get(server).cpu * 1e6 / spent.get(server).requests);
  const all = [...spent.values()];
  return {on, off, ratio: on / off, others: all.reduce((sum, one) => sum + one.others, 0) / all.reduce((sum, one) => sum + one.elapsed, 0)};
}

async function measurePairs(servers, load) {
  const progress = new Progress(settings.pairs * pairCost);
  const pairs = [];
  for (let number = 0; number < settings.pairs; number++) {
    progress.step(load.label, `pair ${number + 1} of ${settings.pairs}`);
    pairs.push(await pair(servers, load, number));
    progress.spent(pairCost);
  }
  progress.end();
  return pairs;
}

function instructions() {
  const [on, off] = ['release', 'nosafety'].map(preset => {
    const program = path.join(root, 'build', preset, 'tests/count_listing1');
    if (!fs.existsSync(program)) throw new Error(`${path.relative(root, program)} is not there: make bench-safety builds it`);
    return count(program).total;
  });
  return {on, off, ratio: on / off};
}

const digits = (value, n = 3) => value.toFixed(n);

function report(pairs, counted) {
  const ratios = pairs.map(one => one.ratio).sort((a, b) => a - b);
  const places = interval(ratios.length);
  const cpu = {on: median(pairs.map(one => one.on)), off: median(pairs.map(one => one.off)), ratio: median(ratios),
    least: places ? ratios[places[0]] : null, most: places ? ratios[places[1]] : null};
  const inside = places !== null && cpu.least <= mostCpu && mostCpu <= cpu.most;
  const targets = [
    {what: 'CPU a request, median of the pairs', value: cpu.ratio, most: mostCpu, reached: cpu.ratio <= mostCpu || inside,
      note: cpu.ratio > mostCpu && inside ? `, ${mostCpu} is inside the interval` : ''},
    {what: 'instructions a request', value: counted.ratio, most: mostInstructions, reached: counted.ratio <= mostInstructions, note: ''}];
  const first = [['', 'checks on', 'checks off', 'on, to off', 'its 95 % interval'],
    ['CPU a request, µs', digits(cpu.on, 2), digits(cpu.off, 2), digits(cpu.ratio), places ? `${digits(cpu.least)} to ${digits(cpu.most)}` : 'too few pairs'],
    ['instructions a request', String(counted.on), String(counted.off), digits(counted.ratio), '']];
  const second = [['', 'measured', 'target', 'reached'], ...targets.map(one =>
    [one.what, digits(one.value), `at most ${one.most}`, (one.reached ? 'yes' : 'no') + one.note])];
  return {cpu, instructions: counted, targets, tables: [first, second]};
}

(async () => {
  const {servers, skipped} = chooseServers(['nodecpp', 'nosafety']);
  const {loads, skipped: noLoad} = chooseLoads(['keepalive64']);
  const [missing] = [...skipped, ...noLoad];
  if (missing) throw new Error(`${missing.label}: ${missing.why}`);
  const machine = describe(root);
  const date = new Date().toISOString().slice(0, 10);
  console.log(`Listing 1 with and without the memory-safety checks: ${settings.pairs} pairs, about ` +
    `${time(settings.pairs * pairCost + 20)}\n${sentence(machine, date)}`);
  warnIfBusy();
  const counted = instructions();
  const pairs = await measurePairs(servers, loads[0]);
  const {tables, ...found} = report(pairs, counted);
  for (const one of tables) console.log('\n' + table(one));
  const disturbance = median(pairs.map(one => one.others));
  const published = settings.pairs >= usual.pairs && settings.seconds >= usual.seconds;
  const directory = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(directory, 'safety.json'), {date, machine, settings, disturbance, ...found, pairs});
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'safety', `Measured ${sentence(machine, date)}; ${settings.pairs} pairs, in each ` +
      `of which each server is loaded twice for ${settings.seconds} s. Others had ${digits(disturbance * 100, 1)} % of the server's core meanwhile.\n\n${tables.map(one => markdown(one)).join('\n\n')}`);
  }
  console.log(`\nwrote ${path.relative(root, path.join(directory, 'safety.json'))}${published ? '; docs/benchmarks.md has the table' : ''}`);
  process.exit();
})().catch(error => {
  console.error('\nbench-safety: ' + error.message);
  process.exit(1);
});
