'use strict';
// make bench-files: measures the server's CPU time of a request for a static file, beside nginx and Node.js with
// serve-static: 1 KiB and 1 MiB, plain and over TLS, and 10,000 files at random of a folder of 100,000. Node.cpp and Node.js
// run examples/files. Writes bench/results/files.json and the table of docs/benchmarks.md. With other settings the result
// goes to build/bench/results:
//   ROUNDS=1 SECONDS=1 SERVERS=nodecpp,nginx LOADS=small,large node bench/files.js
const fs = require('fs');
const path = require('path');
const {execFileSync} = require('child_process');
const {Server} = require('../tests/parity/server.js');
const {root, scratch, nginx, nginxVersion, nginxCommand} = require('./lib/servers.js');
const {cores, run, family, cpuOf} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {table} = require('../tools/load.js');

const usual = {rounds: 5, seconds: 5, servers: ['nodecpp', 'nginx', 'node'], loads: ['small', 'large', 'random', 'small-tls', 'large-tls']};
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const folder = path.join(scratch, 'files');
const site = path.join(folder, 'site');
const [key, cert] = ['key.pem', 'cert.pem'].map(name => path.join(folder, name));
const manyFiles = 100000;
const asked = 10000;

const script = (name, ...args) => ['-s', path.join(__dirname, name), ...(args.length ? ['--', ...args.map(String)] : [])];
const loads = [
  {id: 'small', label: '1 KiB', target: '/small.bin', connections: 32, script: script('lib/wrk.lua')},
  {id: 'large', label: '1 MiB', target: '/large.bin', connections: 8, script: script('lib/wrk.lua')},
  {id: 'random', label: '10,000 of 100,000 files', target: '/', connections: 32, script: script('files/random.lua', asked, manyFiles)},
  {id: 'small-tls', label: '1 KiB, TLS', target: '/small.bin', connections: 32, tls: true, script: script('lib/wrk.lua')},
  {id: 'large-tls', label: '1 MiB, TLS', target: '/large.bin', connections: 8, tls: true, script: script('lib/wrk.lua')},
];

function makeSite() {
  const many = path.join(site, 'many');
  fs.mkdirSync(many, {recursive: true});
  fs.writeFileSync(path.join(site, 'small.bin'), Buffer.alloc(1024, 'the bytes of a file\n'));
  fs.writeFileSync(path.join(site, 'large.bin'), Buffer.alloc(2 ** 20, 'the bytes of a file\n'));
  if (fs.existsSync(path.join(many, `${manyFiles - 1}.txt`))) return;
  const text = Buffer.alloc(1024, 'one of many files\n');
  for (let i = 0; i < manyFiles; i++) fs.writeFileSync(path.join(many, `${String(i).padStart(5, '0')}.txt`), text);
}

// Returns the servers for a load: those that are wanted and there.
function servers(wanted, tls) {
  const env = {ROOT: site, NODE_ENV: 'production', ...(tls ? {KEY: key, CERT: cert} : {})};
  return [
    {id: 'nodecpp', label: 'Node.cpp', command: [path.join(build, 'examples/files')]},
    {id: 'nginx', label: 'nginx', command: nginx() && nginxCommand(`files/nginx${tls ? '_tls' : ''}`), version: nginx() && `nginx/${nginxVersion()}`},
    {id: 'node', label: 'Node.js, serve-static', command: [process.execPath, path.join(root, 'examples/files/files.js')],
      version: `Node.js ${process.version.slice(1)}, serve-static ${require('serve-static/package.json').version}`},
  ].filter(one => wanted.includes(one.id) && one.command).map(one => Object.assign(
    new Server(one.label, ['taskset', '-c', String(cores.server), ...one.command], env), one));
}

async function loaded(server, load, seconds) {
  const out = await run(['wrk', '-t1', `-c${load.connections}`, `-d${seconds}s`, ...load.script.slice(0, 2),
    `http${load.tls ? 's' : ''}://127.0.0.1:${await server.port()}${load.target}`, ...load.script.slice(2)], {timeout: seconds + 30});
  const said = JSON.parse(/^\{"requests".*\}$/m.exec(out)[0]);
  if (said.errors > 0 || said.requests === 0) throw new Error(`${server.label}, ${load.label}: ${JSON.stringify(said)}`);
  return said;
}

// Returns each server's microseconds of CPU for a request, medians of rounds in which the servers take turns, and the median
// of each round's ratio of Node.cpp to it.
async function measure(load, settings, progress) {
  const chosen = servers(settings.servers, load.tls);
  const rounds = new Map(chosen.map(one => [one.id, []]));
  for (const server of chosen) await loaded(server, load, Math.min(2, settings.seconds));
  for (let round = 0; round < settings.rounds; round++) {
    for (let i = 0; i < chosen.length; i++) {
      const server = chosen[(i + round) % chosen.length];
      progress.step(load.label, server.label);
      const pids = family(server.child.pid);
      const before = cpuOf(pids);
      const said = await loaded(server, load, settings.seconds);
      const after = cpuOf(pids);
      const [user, system] = ['user', 'system'].map(which => (after[which] - before[which]) * 1e6 / said.requests);
      rounds.get(server.id).push({user, system, cpu: user + system, perSecond: said.requests * 1e6 / said.microseconds, p99: said.p99 / 1000});
      progress.spent(settings.seconds);
    }
  }
  for (const server of chosen) await server.stop();
  const own = rounds.get('nodecpp');
  return [...rounds].map(([id, all]) => ({load: load.id, server: id,
    ...Object.fromEntries(['user', 'system', 'cpu', 'perSecond', 'p99'].map(field =>
      [field, Number(median(all.map(one => one[field])).toFixed(2))])),
    ratio: own && Number(median(all.map((one, i) => own[i].cpu / one.cpu)).toFixed(3))}));
}

(async () => {
  const list = (name, otherwise) => (process.env[name] ? process.env[name].split(',') : otherwise);
  const number = (name, otherwise) => Number(process.env[name] || otherwise);
  const settings = {rounds: number('ROUNDS', usual.rounds), seconds: number('SECONDS', usual.seconds),
    servers: list('SERVERS', usual.servers), loads: list('LOADS', usual.loads)};
  if (!(settings.rounds > 0 && settings.seconds > 0)) throw new Error('ROUNDS and SECONDS are to be numbers above 0');
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${settings.seconds} s\n${sentence(machine, date)}`);
  warnIfBusy();
  makeSite();
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost',
    '-days', '2', '-keyout', key, '-out', cert], {stdio: 'ignore'});
  const chosen = loads.filter(one => settings.loads.includes(one.id));
  const progress = new Progress(settings.rounds * settings.seconds * settings.servers.length * chosen.length);
  const points = [];
  for (const load of chosen) points.push(...await measure(load, settings, progress));
  progress.end();

  const all = servers(settings.servers, false);
  const rows = [['', 'server', 'CPU a request, µs', 'user', 'system', 'requests/s', 'p99, ms', 'Node.cpp costs'],
    ...chosen.flatMap(load => points.filter(one => one.load === load.id).map(point => [load.label,
      all.find(one => one.id === point.server).label, point.cpu.toFixed(2), point.user.toFixed(2), point.system.toFixed(2),
      Math.round(point.perSecond).toLocaleString('en-US'), point.p99.toFixed(2),
      point.server === 'nodecpp' || !point.ratio ? '' : `${point.ratio.toFixed(2)} of it`]))];
  console.log('\n' + table(rows));
  const published = !['SERVERS', 'LOADS'].some(name => process.env[name]) && settings.rounds >= usual.rounds && settings.seconds >= usual.seconds;
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(results, 'files.json'), {date, machine, settings, points});
  if (published) {
    fill(path.join(root, 'docs/benchmarks.md'), 'files', [
      `Measured ${sentence(machine, date)}; ${settings.rounds} rounds of ${settings.seconds} s by turns; ` +
        `${all.map(one => one.version).filter(Boolean).join(', ')}.`, markdown(rows)].join('\n\n'));
  }
  console.log(`\nwrote ${path.relative(root, results)}/files.json${published ? '; docs/benchmarks.md has the table' : ''}`);
  process.exit();
})().catch(error => {
  console.error('\nbench-files: ' + error.message);
  process.exit(1);
});
