'use strict';
// Helpers of the tests of replays: they record and replay programs, and send requests to them.
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {runToEnd, start} = require('../support/programs.js');
const {seed: sampled} = require('../support/sample.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const whole = process.env.WHOLE === '1';  // `make replay-proof` tests each cut and 10,000 flipped bits
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-replay-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}));

// Listing 1 as a user builds it is used in a sample, because linking the optimised one of `make bench` takes a minute.
// The code that records and replays is the same.
const example = name => path.join(build, sampled && name === 'listing1' ? 'plain' : 'examples', name);
const program = name => path.join(build, 'replay', name);
let folders = 0;
const newFolder = () => path.join(folder, `log${folders++}`);

// Runs a program to its end, as runToEnd() does, within twenty seconds.
const run = (command, args, options) => runToEnd(command, args, {time: 20000, ...options});
const replay = (command, log, ...more) => run(command, [`--nodecpp-replay=${log}`, ...more]);
const summary = /replay: (\d+) turns, (\d+) operations, identical\n$/;

function get(port, url, agent) {
  return new Promise((resolve, reject) => {
    http.get({host: '127.0.0.1', port, path: url, agent: agent || false}, response => {
      let body = '';
      response.on('data', chunk => { body += chunk; });
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
}
const ended = child => new Promise(resolve => {
  if (child.exitCode !== null || child.signalCode !== null) return resolve();
  child.once('exit', resolve);
});

// Records a server: starts it, calls `ask(port)`, and ends it with `signal`.
async function recorded(command, ask, {signal = 'SIGKILL', env} = {}) {
  const log = newFolder();
  const {port, child} = await start([command, `--nodecpp-record=${log}`], env);
  await ask(port, child);
  child.kill(signal);
  await ended(child);
  return log;
}

async function each(items, at_once, f) {
  let next = 0;
  await Promise.all(Array.from({length: at_once}, async () => {
    while (next < items.length) await f(items[next++]);
  }));
}

function expect(what, got, wanted) {
  const same = wanted instanceof RegExp ? wanted.test(got) : got === wanted;
  if (!same) throw new Error(`${what}: ${wanted} expected, it is ${JSON.stringify(got)}`);
}

// Makes a private key and its certificate in a new folder, in the forms that programs read.
function makeKeys(place) {
  fs.mkdirSync(place);
  const openssl = (...args) => {
    const made = spawnSync('openssl', args, {cwd: place, encoding: 'utf8'});
    if (made.status !== 0) throw new Error(`openssl ${args[0]}: ${made.stderr}`);
  };
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', 'key.pem');
  openssl('req', '-x509', '-new', '-key', 'key.pem', '-subj', '/CN=localhost', '-days', '30', '-out', 'cert.pem');
  openssl('pkey', '-in', 'key.pem', '-outform', 'DER', '-out', 'key.der');
  openssl('pkcs12', '-export', '-inkey', 'key.pem', '-in', 'cert.pem', '-passout', 'pass:abcd', '-out', 'key.pfx');
  const read = name => fs.readFileSync(`${place}/${name}`);
  fs.writeFileSync(`${place}/both.pem`, Buffer.concat([read('key.pem'), read('cert.pem')]));
  return {key: read('key.pem'), der: read('key.der'), pfx: read('key.pfx'), certificate: read('cert.pem')};
}

// Returns all parts of 16 characters of the key in its three forms, but for those that are public: the names of algorithms
// at the beginning, and what the certificate has, too.
function secretParts({key, der, pfx, certificate}) {
  const parts = new Set();
  const all = text => Array.from({length: Math.max(0, text.length - 15)}, (_, i) => text.slice(i, i + 16));
  for (const line of key.toString().split('\n').slice(2, -2)) all(line).forEach(part => parts.add(part));
  for (const bytes of [der, pfx]) all(bytes.toString('latin1', 64)).forEach(part => parts.add(part));
  const base64 = certificate.toString().split('\n').slice(1, -2).join('');
  for (const text of [base64, Buffer.from(base64, 'base64').toString('latin1')]) all(text).forEach(part => parts.delete(part));
  if (parts.size < 2000) throw new Error('the key has too few parts');
  return parts;
}

module.exports = {build, each, ended, example, expect, folder, get, makeKeys, newFolder, program, recorded, replay, run, secretParts, summary,
  whole};
