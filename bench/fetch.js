'use strict';
// make bench-fetch: the CPU time of a fetch of 64 bytes and of 1 MiB, one after the other from a server on the same machine, beside
// Node.js. Writes bench/results/fetch.json and the table of docs/fetch.md; with other settings, build/bench/results/fetch.json:
//   ROUNDS=1 FETCHES=1000 node bench/fetch.js
const path = require('path');
const {spawn} = require('child_process');
const {root} = require('./lib/servers.js');
const {cores} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {besideNode} = require('./lib/beside_node.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const commands = [[path.join(build, 'bench/fetch/client')], [process.execPath, path.join(__dirname, 'fetch/client.js')]];
const usual = {rounds: 7, fetches: 8000};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), fetches: Number(process.env.FETCHES || usual.fetches)};

const startServer = () => new Promise((resolve, reject) => {
  const child = spawn('taskset', ['-c', String(cores.load), process.execPath, path.join(__dirname, 'fetch/server.js')], {stdio: ['ignore', 'pipe', 'inherit']});
  process.on('exit', () => child.kill());
  child.on('error', reject);
  child.stdout.once('data', text => resolve(Number(text)));
});

(async () => {
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${settings.fetches} fetches\n${sentence(machine, date)}`);
  warnIfBusy();
  const port = await startServer();
  const load = (name, length, fetches, most) => ({load: name, args: [`http://127.0.0.1:${port}/${length}`, fetches, length], most});
  besideNode('fetch', 'docs/fetch.md', 'fetch', commands, [
    load('64 bytes', 64, settings.fetches, 1 / 3),
    load('1 MiB', 1 << 20, Math.ceil(settings.fetches / 20), 1 / 2),
  ], {date, machine, settings}, usual);
  process.exit(0);
})();
