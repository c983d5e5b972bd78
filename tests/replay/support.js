'use strict';
// Helpers of the tests of replays: they record and replay programs, and send requests to them.
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const {spawn} = require('child_process');
const {start} = require('../support/programs.js');
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

// Runs a program to its end: {code, signal, stdout, stderr}.
function run(command, args, {input = '', env = {}, timeout = 20000} = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {env: {...process.env, ...env}});
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', chunk => { stdout += chunk; });
    child.stderr.on('data', chunk => { stderr += chunk; });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const timer = setTimeout(() => { stderr += '[stopped: too long]'; child.kill('SIGKILL'); }, timeout);
    child.on('error', error => resolve({code: 127, stdout, stderr: error.message}));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({code, signal, stdout, stderr});
    });
  });
}
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

module.exports = {build, each, ended, example, expect, folder, get, newFolder, program, recorded, replay, run, summary, whole};
