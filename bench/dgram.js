'use strict';
// make bench-dgram: the server's CPU time of a datagram of 64 bytes that is received and sent back, beside Node.js and a loop of
// recvfrom and sendto. Writes bench/results/dgram.json and the table of docs/dgram.md; with other settings,
// build/bench/results/dgram.json:
//   ROUNDS=1 SECONDS=1 node bench/dgram.js
const path = require('path');
const {spawn} = require('child_process');
const {root} = require('./lib/servers.js');
const {cores, run, cpuDuring, byTurns} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {markdown, publish} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 5, seconds: 3};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const at = name => path.join(build, 'bench/dgram', name);
const programs = [['Node.cpp', at('server')], ['Node.js', process.execPath, path.join(__dirname, 'dgram/server.js')],
  ['recvfrom and sendto', at('floor')]];
const window = 32;
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds)};

(async () => {
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${settings.seconds} s, ${Math.ceil(settings.rounds * settings.seconds / 20)} minutes\n${sentence(machine, date)}`);
  warnIfBusy();
  const servers = programs.map(([, ...command], i) => spawn('taskset', ['-c', String(cores.server), ...command],
    {env: {...process.env, PORT: String(9400 + i)}, stdio: 'inherit'}));
  process.on('exit', () => servers.forEach(child => child.kill('SIGKILL')));
  await new Promise(resolve => setTimeout(resolve, 500));
  const loaded = async (i, seconds) => JSON.parse(await run([at('load'), String(9400 + i), String(seconds), String(window)]));
  for (const i of programs.keys()) await loaded(i, Math.min(1, settings.seconds));
  const times = await byTurns(programs.length, settings.rounds, async i => {
    const {cpu, result: {done, lost}} = await cpuDuring([servers[i].pid], () => loaded(i, settings.seconds));
    if (done < 1000 || lost > done / 100) throw new Error(`${programs[i][0]}: ${done} datagrams came back, and ${lost} did not`);
    return cpu * 1e6 / done;
  });
  const ratios = times.map(all => Number(median(times[0].map((one, round) => one / all[round])).toFixed(3)));
  const rows = [['', ...programs.map(([label]) => label), 'Node.cpp to Node.js', 'target', 'to the loop', 'target'],
    ['a datagram of 64 B that is sent back, µs of CPU', ...times.map(all => median(all).toFixed(2)),
      ratios[1].toFixed(2), 'at most 0.3', ratios[2].toFixed(2), 'at most 1.2']];
  console.log('\n' + table(rows));
  const points = programs.map(([label], i) => ({label, cpu: Number(median(times[i]).toFixed(2)), ratio: ratios[i]}));
  publish('dgram', 'docs/dgram.md', {date, machine, settings, points}, usual, `.\n\n${markdown(rows)}`);
  process.exit(0);
})().catch(error => {
  console.error('\nbench-dgram: ' + error.message);
  process.exit(1);
});
