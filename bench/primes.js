'use strict';
// make bench-primes: applies the load of "A tutorial on calling C++ from Node.js" to examples/primes, in Node.js with
// Express and in Node.cpp. Each page is requested 50, 100, 200, 500 and 1000 times a second by 30 clients of the npm
// package loadtest, with a new connection for each request. The table has the mean latencies, like the tutorial's. A
// second table shows how long / takes while another page is requested all the time. Writes bench/results/primes.json
// and the tables of docs/benchmarks.md. With other settings the results go to build/bench/results:
//   SECONDS=3 RATES=50,200 ROUTES=n0,c0 SERVERS=node,nodecpp node bench/primes.js
const fs = require('fs');
const path = require('path');
const {spawn} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {tails, commands} = require('./lib/tails.js');
const {start} = require('../tests/support/programs.js');
const {table} = require('../tools/load.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const loadtest = path.join(root, 'bench/peers/node_modules/loadtest/bin/loadtest.js');
const usual = {seconds: 20, rates: [50, 100, 200, 500, 1000], routes: ['', 'n0', 'b0', 'b1', 'c0'],
  servers: ['node', 'nodecpp']};
const list = (name, otherwise, map = one => one) => (process.env[name] !== undefined ? process.env[name].split(',').map(map)
  : otherwise);
const settings = {seconds: Number(process.env.SECONDS || usual.seconds), clients: 30, rates: list('RATES', usual.rates, Number),
  routes: list('ROUTES', usual.routes), servers: list('SERVERS', usual.servers)};
const labels = {node: 'Node.js', nodecpp: 'Node.cpp'};
const does = {'': '/, says hello', n0: '/n0, on the loop', b0: '/b0, exec', b1: '/b1, spawn with a shell',
  c0: '/c0, C++ on the pool'};

// Returns what loadtest prints about its run. The requests stop after `seconds` even when the page cannot keep up.
function load(port, route, rate, seconds) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-deprecation', loadtest, '-t', String(seconds), '-c', String(settings.clients),
      '--rps', String(rate), `http://127.0.0.1:${port}/${route}`], {stdio: ['ignore', 'pipe', 'pipe']});
    const timer = setTimeout(() => child.kill('SIGKILL'), (seconds + 60) * 1000);
    let text = '';
    child.stdout.on('data', chunk => { text += chunk; });
    child.stderr.on('data', chunk => { text += chunk; });
    child.on('close', () => {
      clearTimeout(timer);
      const number = what => Number(new RegExp(`${what}:\\s+([0-9.]+)`).exec(text)?.[1] ?? NaN);
      const point = {mean: number('Mean latency'), perSecond: number('Effective rps'), errors: number('Total errors'),
        completed: number('Completed requests')};
      // No request was answered in time.
      if (point.completed === 0 || Number.isNaN(point.mean)) point.mean = null;
      if (Number.isNaN(point.completed)) return reject(new Error(`loadtest said:\n${text}`));
      resolve(point);
    });
  });
}

(async () => {
  if (!fs.existsSync(loadtest)) throw new Error('loadtest is not there: tools/setup.sh bench could not get it');
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(sentence(machine, date));
  warnIfBusy();
  const each = settings.seconds + 2;
  const progress = new Progress(settings.servers.length * settings.routes.length * settings.rates.length * each);
  const points = [];
  for (const route of settings.routes) {
    for (const rate of settings.rates) {
      for (const server of settings.servers) {
        progress.step(does[route], `${rate} a second, ${labels[server]}`);
        // Each rate gets a new server, so that requests that the last rate left unanswered do not count.
        const {port, child} = await start(commands(build)[server], {NODECPP_BUILD: build, NODE_ENV: 'production'});
        try {
          points.push({server, route, rate, ...await load(port, route, rate, settings.seconds)});
        } finally {
          child.kill('SIGKILL');
        }
        progress.spent(each);
      }
    }
  }
  progress.end();
  const tail = await tails([{id: 'nodecpp', label: 'Node.cpp', busy: ['/c0', '/n0']},
    {id: 'node', label: 'Node.js', busy: ['/c0', '/n0']}].filter(one => settings.servers.includes(one.id)),
  {build, rounds: 3, seconds: Math.min(settings.seconds, 5)});

  const cell = point => (!point ? '' : point.mean === null ? 'none' :
    `${point.mean < 10 ? point.mean.toFixed(1) : Math.round(point.mean).toLocaleString('en-US')}` +
    `${point.perSecond < point.rate * 0.95 ? ' *' : ''}${point.errors ? ` (${point.errors} refused)` : ''}`);
  const rows = [['mean latency, ms', '', ...settings.rates.map(rate => `${rate}/s`)],
    ...settings.routes.flatMap(route => settings.servers.map(server => [does[route], labels[server],
      ...settings.rates.map(rate => cell(points.find(one =>
        one.server === server && one.route === route && one.rate === rate)))]))];
  const judged = tail.points.map(one => [`${one.label}, ${one.page}`, one.idle.toFixed(2), one.busy.toFixed(2),
    one.ratio.toFixed(2), one.page === '/c0' ? 'at most 2' : '', one.page === '/c0' ? (one.ratio <= 2 ? 'yes' : 'no') : '']);
  const tailRows = [['p99 of /, ms', 'at rest', 'while 30 ask', 'ratio', 'target', 'reached'], ...judged];
  const note = '*: answered less than 95% of the rate. refused: 503, of what is beyond the cap of children and of those ' +
    'that wait for one, or of the pool\'s queue.';
  console.log(`\n${table(rows)}\n${note}\n\n${table(tailRows)}`);

  const published = !['RATES', 'ROUTES', 'SERVERS'].some(name => process.env[name] !== undefined) &&
    settings.seconds >= usual.seconds;
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  fs.mkdirSync(results, {recursive: true});
  writeJson(path.join(results, 'primes.json'), {date, machine, settings, points, tail: tail.points});
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'primes',
      [`Measured ${sentence(machine, date)}.`, markdown(rows, 2), note, markdown(tailRows, 2)].join('\n\n'));
  }
  console.log(`\nwrote ${path.relative(root, path.join(results, 'primes.json'))}` +
    (published ? '; docs/benchmarks.md has the tables' : ''));
})().catch(error => {
  console.error('\nbench-primes: ' + error.message);
  process.exit(1);
});
