'use strict';
// make bench-crypto: times operations of crypto and zlib beside Node.js, which has an OpenSSL of its own that is later than
// Debian's. Writes bench/results/crypto.json and the table of docs/crypto.md; with other settings, build/bench/results/crypto.json:
//   ROUNDS=1 MILLISECONDS=100 node bench/crypto.js
const fs = require('fs');
const path = require('path');
const {execFileSync} = require('child_process');
const {root, scratch} = require('./lib/servers.js');
const {cores} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 5, milliseconds: 300};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = [['Node.cpp', path.join(build, 'bench/crypto/operations')], ['Node.js', process.execPath, path.join(__dirname, 'crypto/operations.js')]];
// The most that Node.cpp may take of Node's time.
const targets = [[/^(sha256 of 64 B|HMAC|randomUUID)/, 0.5], [/^(sha256 of 1 MiB|AES|Ed25519)/, 1.05], [/./, 1]];

const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), milliseconds: Number(process.env.MILLISECONDS || usual.milliseconds)};
const machine = describe(root);
const date = new Date().toISOString();
console.log(`${settings.rounds} rounds, some ${Math.ceil(settings.rounds * settings.milliseconds * 26 / 60000)} minutes\n${sentence(machine, date)}`);
warnIfBusy();
const times = new Map();  // by operation: for each program the times of its rounds
for (let round = 0; round < settings.rounds; round++) {
  for (const [i, [, ...command]] of programs.entries()) {
    const text = execFileSync('taskset', ['-c', String(cores.server), ...command, String(settings.milliseconds)], {encoding: 'utf8'});
    for (const line of text.trim().split('\n')) {
      const [name, nanoseconds] = line.split('\t');
      if (!times.has(name)) times.set(name, programs.map(() => []));
      times.get(name)[i].push(Number(nanoseconds));
    }
  }
}
const points = [...times].map(([operation, [ours, node]]) => {
  const ratio = Number(median(ours.map((one, i) => one / node[i])).toFixed(3));
  const most = targets.find(([pattern]) => pattern.test(operation))[1];
  return {operation, ours: median(ours), node: median(node), ratio, most, reached: ratio <= most};
});
const rows = [['nanoseconds', ...programs.map(([label]) => label), 'of Node.js', 'target', 'reached'],
  ...points.map(one => [one.operation, Math.round(one.ours).toLocaleString('en-US'), Math.round(one.node).toLocaleString('en-US'),
    one.ratio.toFixed(2), `at most ${one.most}`, one.reached ? 'yes' : 'no'])];
console.log('\n' + table(rows));
const published = Object.entries(usual).every(([name, value]) => settings[name] >= value);
const directory = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
fs.mkdirSync(directory, {recursive: true});
writeJson(path.join(directory, 'crypto.json'), {date, machine, settings, points});
if (published) fill(path.join(root, 'docs/crypto.md'), 'crypto', `Measured ${sentence(machine, date)}; Node.js has its own OpenSSL ${process.versions.openssl}.\n\n${markdown(rows)}`);
console.log(`\nwrote ${path.relative(root, path.join(directory, 'crypto.json'))}${published ? '; docs/crypto.md has the table' : ''}`);
