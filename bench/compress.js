'use strict';
// make bench-compress: the server's CPU time of a compressed JSON answer of 8 KiB beside Node.js with npm's compression, and the
// 99th percentile of 200 short requests a second while the server also computes, one job at a time: scrypt, pbkdf2, and gzip of
// 10 MiB. Writes bench/results/compress.json and the tables of docs/benchmarks.md; with other settings,
// build/bench/results/compress.json:
//   ROUNDS=1 SECONDS=1 node bench/compress.js
const http = require('http');
const path = require('path');
const {Server} = require('../tests/parity/server.js');
const {root} = require('./lib/servers.js');
const {cores, run, family, cpuDuring, byTurns} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {markdown, publish} = require('./lib/report.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 5, seconds: 5};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), seconds: Number(process.env.SECONDS || usual.seconds)};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = [['Node.cpp', path.join(build, 'bench/compress/server')],
  ['Node.js', process.execPath, path.join(__dirname, 'compress/server.js')]];
const rate = 200;  // requests a second
const jobs = ['none', 'scrypt', 'pbkdf2', 'gzip'];
const targets = {cpu: 0.5, p99: 2};

// Returns the microseconds of CPU that an answer takes.
async function cpuOfAnswer(server, seconds) {
  const port = await server.port();  // starts the server
  const pids = family(server.child.pid);
  const {cpu, result: out} = await cpuDuring(pids, () => run(['wrk', '-t1', '-c16', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip',
    '-s', path.join(__dirname, 'lib/wrk.lua'), `http://127.0.0.1:${port}/json`], {timeout: seconds + 30}));
  const said = JSON.parse(/^\{"requests".*\}$/m.exec(out)[0]);
  if (said.errors > 0 || said.requests === 0) throw new Error(`${server.label}: ${JSON.stringify(said)}`);
  return cpu * 1e6 / said.requests;
}

function ask(options) {
  return new Promise((resolve, reject) => {
    const begun = process.hrtime.bigint();
    http.get(options, (response) => {
      let body = '';
      response.on('data', (chunk) => { body += chunk; });
      response.on('end', () => resolve({body, milliseconds: Number(process.hrtime.bigint() - begun) / 1e6}));
    }).on('error', reject);
  });
}

// Asks for `/` at the rate while the server does one job after another. Returns the 99th percentile in milliseconds, and how
// many jobs were done.
async function underLoad(server, job, seconds) {
  const at = {host: '127.0.0.1', port: await server.port()};
  const agent = new http.Agent({keepAlive: true});
  let ends = false;
  let done = 0;
  const working = (async () => {
    while (job !== 'none' && !ends) {
      const {body} = await ask({...at, path: '/' + job, agent});
      if (body !== 'done') throw new Error(`${server.label}, ${job}: ${body}`);
      done++;
    }
  })();
  const answers = [];
  const begun = Date.now();
  for (let i = 0; i < seconds * rate; i++) {
    const wait = begun + i * 1000 / rate - Date.now();
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    answers.push(ask({...at, path: '/', agent}));
  }
  const times = (await Promise.all(answers)).map(one => one.milliseconds).sort((a, b) => a - b);
  ends = true;
  await working;
  agent.destroy();
  if (job !== 'none' && done === 0) throw new Error(`${server.label}, ${job}: no job was done`);
  return {p99: times[Math.floor(times.length * 0.99)], done};
}

async function measure(servers) {
  const waits = servers.map(() => Object.fromEntries(jobs.map(job => [job, []])));
  for (const server of servers) await cpuOfAnswer(server, 1);
  const cpu = await byTurns(servers.length, settings.rounds, async i => {
    const answer = await cpuOfAnswer(servers[i], settings.seconds);
    for (const job of jobs) waits[i][job].push((await underLoad(servers[i], job, settings.seconds)).p99);
    return answer;
  });
  return {cpu, waits};
}

(async () => {
  const machine = describe(root);
  const date = new Date().toISOString();
  const minutes = Math.ceil(settings.rounds * settings.seconds * (jobs.length + 1) * programs.length / 60);
  console.log(`${settings.rounds} rounds of ${settings.seconds} s, some ${minutes} minutes\n${sentence(machine, date)}`);
  warnIfBusy();
  const servers = programs.map(([label, ...command]) => new Server(label, ['taskset', '-c', String(cores.server), ...command], {NODE_ENV: 'production'}));
  const {cpu, waits} = await measure(servers);
  for (const server of servers) await server.stop();
  const ratio = Number(median(cpu[0].map((one, i) => one / cpu[1][i])).toFixed(3));
  const answerRows = [['', ...programs.map(([label]) => label), 'Node.cpp to Node.js', 'target'],
    ['a compressed JSON answer of 8 KiB, µs of CPU', ...cpu.map(all => median(all).toFixed(1)), ratio.toFixed(2), `at most ${targets.cpu}`]];
  // Each round's wait beside the idle one of the same round.
  const toIdle = (i, job) => median(waits[i][job].map((one, round) => one / waits[i].none[round]));
  const waitRows = [['99th percentile of `/`, ms', 'Node.cpp', 'to idle', 'target', 'Node.js', 'to idle'],
    ...jobs.map(job => [job === 'none' ? 'idle' : job === 'gzip' ? 'gzip of 10 MiB' : job,
      median(waits[0][job]).toFixed(2), job === 'none' ? '' : toIdle(0, job).toFixed(2), job === 'none' ? '' : `at most ${targets.p99}`,
      median(waits[1][job]).toFixed(2), job === 'none' ? '' : toIdle(1, job).toFixed(2)])];
  console.log('\n' + table(answerRows) + '\n\n' + table(waitRows));
  const points = programs.map(([label], i) => ({label, cpu: Number(median(cpu[i]).toFixed(2)),
    p99: Object.fromEntries(jobs.map(job => [job, Number(median(waits[i][job]).toFixed(3))]))}));
  publish('compress', 'docs/benchmarks.md', {date, machine, settings, ratio, points}, usual,
    `.\n\n${markdown(answerRows)}\n\n${markdown(waitRows)}`);
  process.exit(0);
})().catch(error => {
  console.error('\nbench-compress: ' + error.message);
  process.exit(1);
});
