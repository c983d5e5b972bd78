'use strict';
// make bench: measures Listing 1 under seven loads, in Node.cpp and in the servers that it is compared with. Writes
// bench/results (JSON and plots) and the tables of README.md and docs/benchmarks.md. docs/benchmarks.md describes the
// method. A shorter run prints its tables and writes its files to build/bench/results:
//   ROUNDS=1 SECONDS=1 SERVERS=floor,nodecpp,node LOADS=keepalive64,idle node bench/listing1.js
//   node bench/listing1.js --list           lists the servers and loads
//   node bench/listing1.js --self-check     runs each load for one second, to see that every tool works here
const path = require('path');
const {choose: chooseServers, root, scratch} = require('./lib/servers.js');
const {choose: chooseLoads} = require('./lib/loads.js');
const {measureAll, plan} = require('./lib/measure.js');
const {summarise, disturbance} = require('./lib/summary.js');
const {print, ratios, whole, fill, writeJson} = require('./lib/report.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {time} = require('./lib/progress.js');
const plots = require('./lib/plots.js');

const usual = {rounds: 3, seconds: 3};

function listOf(name) {
  const text = process.env[name];
  return text ? text.split(',').map(one => one.trim()).filter(Boolean) : null;
}

function positive(name, otherwise) {
  const value = Number(process.env[name] || otherwise);
  if (!(Number.isInteger(value) && value > 0)) throw new Error(`${name} is to be a whole number above 0`);
  return value;
}

async function bench(settings) {
  const {servers, skipped: noServer} = chooseServers(settings.servers);
  const {loads, skipped: noLoad} = chooseLoads(settings.loads);
  const skipped = [...noServer, ...noLoad];
  for (const one of skipped) console.log(`left out: ${one.label}, since ${one.why}`);
  if (!servers.length || !loads.length) throw new Error('nothing is left to measure');

  const machine = describe(root);
  const date = new Date().toISOString();
  const {total} = plan(servers, loads, settings);
  console.log(`Listing 1, GET /?value=hello: ${servers.length} servers, ${loads.length} loads, ${settings.rounds} rounds of ` +
    `${settings.seconds} s, about ${time(total)}\n${sentence(machine, date)}`);
  warnIfBusy();

  const {results, failed, took} = await measureAll(servers, loads, settings);
  return {
    date, machine, took: Math.round(took), disturbance: disturbance(results),
    settings: {rounds: settings.rounds, seconds: settings.seconds},
    servers: servers.map(({id, label, version, does}) => ({id, label, version, does})),
    loads: loads.map(({id, label, does}) => ({id, label, does})),
    skipped, failed, points: summarise(results),
  };
}

async function write(report, settings) {
  // Only the results of a complete run are published.
  const published = !settings.servers && !settings.loads && settings.rounds >= usual.rounds &&
    settings.seconds >= usual.seconds;
  const directory = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(directory, 'listing1.json'), report);
  const noPlots = plots.missing();
  const drawn = noPlots ? [] : await plots.drawAll(report, directory);
  if (noPlots) console.log(`no plots: ${noPlots}`);
  if (published) {
    fill(path.join(root, 'README.md'), 'listing1', ratios(report));
    fill(path.join(root, 'docs/benchmarks.md'), 'listing1', whole(report, drawn));
  }
  console.log(`\nwrote ${path.relative(root, directory)}: ${['listing1.json', ...drawn].join(', ')}` +
    (published ? '; README.md and docs/benchmarks.md have the tables' : ''));
}

(async () => {
  if (process.argv.includes('--list')) {
    const {servers, skipped} = chooseServers(null);
    const {loads, skipped: noLoad} = chooseLoads(null);
    for (const one of [...servers, ...loads]) console.log(`${one.id.padEnd(16)}${one.does}`);
    for (const one of [...skipped, ...noLoad]) console.log(`${one.id.padEnd(16)}not here: ${one.why}`);
    console.log('only when named: the servers classic, Listing 1 in the form of the article, and async, with a coroutine; the load growth, ten million requests');
  } else if (process.argv.includes('--self-check')) {
    await require('./lib/self_check.js').selfCheck(bench);
  } else {
    const settings = {rounds: positive('ROUNDS', usual.rounds), seconds: positive('SECONDS', usual.seconds),
      servers: listOf('SERVERS'), loads: listOf('LOADS')};
    const report = await bench(settings);
    print(report);
    await write(report, settings);
    if (report.failed.length) process.exitCode = 1;
  }
  process.exit();
})().catch(error => {
  console.error('\nbench: ' + error.message);
  process.exit(1);
});
