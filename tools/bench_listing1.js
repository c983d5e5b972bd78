'use strict';
// make bench-listing1: server CPU a request of Listing 1 beside Node's and beside the floor, a bare epoll loop that
// sends the same bytes. Rounds are interleaved, so that what the machine does meanwhile falls on all; medians are told.
// Ratios are of one run; times of two runs are not compared.
//   ROUNDS=6 SECONDS=5 make bench-listing1
//   README=1 make bench-listing1       writes the ratios of this run into README.md
const fs = require('fs');
const path = require('path');
const {pinned, load, median, table} = require('./load.js');

const root = path.resolve(__dirname, '..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const rounds = Number(process.env.ROUNDS || 6);
const seconds = Number(process.env.SECONDS || 5);

// Ratios only: times of two runs, or of two machines, are not to be compared.
function writeReadme(rows, floor, js) {
  const file = path.join(root, 'README.md');
  const text = fs.readFileSync(file, 'utf8');
  const lines = [
    '| Listing 1, 64 connections kept alive | CPU a request, to the floor | to Node.js | requests/s, to Node.js | memory, to Node.js |',
    '|---|---|---|---|---|',
    ...rows.map(row => `| ${row.label} | ${(row.cpu / floor.cpu).toFixed(2)} | ${(row.cpu / js.cpu).toFixed(2)} | ` +
      `${(row.perSecond / js.perSecond).toFixed(2)} | ${(row.peak / js.peak).toFixed(2)} |`),
  ];
  const marked = /(<!-- bench: listing1 -->\n)[\s\S]*?\n?(<!-- end -->)/;
  if (!marked.test(text)) throw new Error('README.md has no <!-- bench: listing1 --> … <!-- end -->');
  fs.writeFileSync(file, text.replace(marked, `$1${lines.join('\n')}\n$2`));
}

(async () => {
  const servers = [
    pinned('floor', [path.join(build, 'bench/floor')]),
    pinned('Node.cpp', [path.join(build, 'examples/listing1')]),
    pinned('Node.cpp, classic', [path.join(build, 'examples/listing1_classic')]),
    pinned('Node.js', [process.execPath, path.join(root, 'examples/listing1/listing1.js')]),
  ].filter(server => fs.existsSync(server.command[3]));
  const results = servers.map(() => []);
  for (const server of servers) await load(server, {seconds: 1});
  for (let round = 1; round <= rounds; round++) {
    for (let i = 0; i < servers.length; i++) {
      results[i].push(await load(servers[i], {seconds}));
      if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds}, ${servers[i].label.padEnd(20)}`);
    }
  }
  if (process.stderr.isTTY) process.stderr.write("\r" + ' '.repeat(50) + '\r');
  for (const server of servers) await server.stop();

  // CPU a request over all rounds together: the kernel counts in ticks, which a single round is too short for.
  const sum = (list, field) => list.reduce((total, one) => total + one[field], 0);
  const rows = servers.map((server, i) => ({
    label: server.label,
    cpu: median(results[i].map(r => r.cpuPerRequest)),
    whole: sum(results[i], 'cpu') * 1e6 / sum(results[i], 'requests'),
    perSecond: median(results[i].map(r => r.perSecond)),
    p50: median(results[i].map(r => r.p50)),
    p99: median(results[i].map(r => r.p99)),
    peak: Math.max(...results[i].map(r => r.peak)),
    errors: sum(results[i], 'errors'),
  }));
  const floor = rows.find(row => row.label === 'floor');
  const js = rows.find(row => row.label === 'Node.js');
  const best = rows.filter(row => row.label.startsWith('Node.cpp'));
  console.log(`Listing 1, GET /?value=hello, 64 connections kept alive; ${rounds} rounds of ${seconds} s, interleaved, ` +
    'medians; server on core 0, wrk on core 1');
  console.log(table([
    ['', 'CPU a request, µs', 'whole run, µs', 'requests/s', 'p50, ms', 'p99, ms', 'peak, MiB', 'of floor', 'of Node.js',
      'errors'],
    ...rows.map(row => [row.label, row.cpu.toFixed(2), row.whole.toFixed(2), row.perSecond.toFixed(0),
      row.p50.toFixed(2), row.p99.toFixed(2), row.peak.toFixed(1), (row.cpu / floor.cpu).toFixed(2),
      (row.cpu / js.cpu).toFixed(2), row.errors]),
  ]));
  for (const row of best) {
    console.log(`${row.label}: ${(row.cpu / floor.cpu).toFixed(2)} of the floor (target 1.30), ` +
      `${(row.cpu / js.cpu).toFixed(2)} of Node.js (target 0.40)`);
  }
  if (process.env.README) writeReadme(rows, floor, js);
  process.exit(0);
})().catch(error => {
  console.error('bench: ' + error.message);
  process.exit(1);
});
