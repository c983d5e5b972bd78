'use strict';
// make bench-crypto: times operations of crypto and zlib beside Node.js, which has an OpenSSL of its own that is later than
// Debian's. Where bench/peers/openssl.sh has built a later one, the same program runs with it, too, so that the libraries'
// difference is seen apart. Writes bench/results/crypto.json and the tables of docs/crypto.md; with other settings,
// build/bench/results/crypto.json:
//   ROUNDS=1 MILLISECONDS=100 node bench/crypto.js
const fs = require('fs');
const path = require('path');
const {execFileSync} = require('child_process');
const {root} = require('./lib/servers.js');
const {cores} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {markdown, publish} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 5, milliseconds: 300};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const ours = path.join(build, 'bench/crypto/operations');
const later = path.join(root, 'build/peers/openssl/install/lib');
const programs = [{label: 'Node.cpp', command: [ours]}, {label: 'Node.js', command: [process.execPath, path.join(__dirname, 'crypto/operations.js')]}];
if (fs.existsSync(path.join(later, 'libcrypto.so.3')))
  programs.push({label: 'Node.cpp', command: [ours], env: {...process.env, LD_LIBRARY_PATH: later}});
else
  console.log('left out: a later OpenSSL, since bench/peers/openssl.sh has not built it');
// The most that Node.cpp may take of Node's time, with Debian's OpenSSL and with a later one, which compression does not use.
const usesOpenssl = /^(sha256|HMAC|randomUUID|AES|Ed25519)/;
const targets = [[/^(sha256 of 64 B|HMAC|randomUUID)/, 0.5], [/^(sha256 of 1 MiB|AES|Ed25519)/, 1.05], [/./, 1]];
const mostWithLater = 1.05;

const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), milliseconds: Number(process.env.MILLISECONDS || usual.milliseconds)};
const machine = describe(root);
const date = new Date().toISOString();
console.log(`${settings.rounds} rounds, some ${Math.ceil(settings.rounds * settings.milliseconds * 13 * programs.length / 60000)} minutes\n${sentence(machine, date)}`);
warnIfBusy();
const times = new Map();  // by operation: for each program the times of its rounds
for (let round = 0; round < settings.rounds; round++) {
  for (const [i, {command, env}] of programs.entries()) {
    const text = execFileSync('taskset', ['-c', String(cores.server), ...command, String(settings.milliseconds)], {encoding: 'utf8', env});
    for (const line of text.trim().split('\n')) {
      const [name, nanoseconds] = line.split('\t');
      if (!times.has(name)) times.set(name, programs.map(() => []));
      times.get(name)[i].push(Number(nanoseconds));
    }
  }
}
// Returns what the program with this number took beside Node.js, which is the second.
function pointsOf(i, most) {
  return [...times].map(([operation, all]) => {
    const ratio = Number(median(all[i].map((one, round) => one / all[1][round])).toFixed(3));
    return {operation, ours: median(all[i]), node: median(all[1]), ratio, most: most(operation), reached: ratio <= most(operation)};
  });
}
const rowsOf = points => [['nanoseconds', 'Node.cpp', 'Node.js', 'of Node.js', 'target', 'reached'],
  ...points.map(one => [one.operation, Math.round(one.ours).toLocaleString('en-US'), Math.round(one.node).toLocaleString('en-US'),
    one.ratio.toFixed(2), `at most ${one.most}`, one.reached ? 'yes' : 'no'])];
const points = pointsOf(0, operation => targets.find(([pattern]) => pattern.test(operation))[1]);
const withLater = programs[2] ? pointsOf(2, () => mostWithLater).filter(one => usesOpenssl.test(one.operation)) : [];
const version = withLater.length && /OPENSSL_VERSION_STR "([^"]*)"/.exec(fs.readFileSync(path.join(later, '../include/openssl/opensslv.h'), 'utf8'))[1];
console.log('\n' + table(rowsOf(points)));
if (version) console.log(`\nwith OpenSSL ${version}\n` + table(rowsOf(withLater)));
publish('crypto', 'docs/crypto.md', {date, machine, settings, points, ...(version ? {later: {version, points: withLater}} : {})}, usual,
  `; Node.js has its own OpenSSL ${process.versions.openssl}.\n\n${markdown(rowsOf(points))}` +
  (version ? `\n\nThe same program with OpenSSL ${version}:\n\n${markdown(rowsOf(withLater))}` : ''));
