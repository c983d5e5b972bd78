'use strict';
// make bench-tls: measures the server's CPU time of full and resumed handshakes, of requests on connections that are kept
// and of 1 MiB, beside nginx and Node.js; memory of 10,000 idle connections, and while 100 clients at once load 20 MB up and
// down; and what OpenSSL itself costs, beside a later version and AWS-LC, where bench/tls/libraries.sh has built them or
// OPENSSL_ROOT and AWS_LC_ROOT name their folders. All have TLS 1.3, X25519, TLS_AES_128_GCM_SHA256 and one certificate.
// Writes bench/results/tls.json and the tables of docs/tls.md. With other settings the result goes to build/bench/results:
//   ROUNDS=1 SECONDS=1 IDLE=500 BYTES=2000000 SERVERS=nodecpp,nginx PARTS=cpu,idle,large,library node bench/tls.js
const fs = require('fs');
const path = require('path');
const {execFileSync, spawnSync} = require('child_process');
const {Server} = require('../tests/parity/server.js');
const {root, scratch, nginx, nginxVersion, nginxCommand} = require('./lib/servers.js');
const {cores, start, run, family, cpuOf, residentMiB, peakMiB, forgetPeak, descriptorLimit} = require('./lib/processes.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {median} = require('./lib/median.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {Progress} = require('./lib/progress.js');
const {table} = require('../tools/load.js');
const {kinds, tablesOf, targetsOf} = require('./lib/tls_report.js');

const usual = {rounds: 5, seconds: 3, idle: 10000, bytes: 20000000, servers: ['nodecpp', 'nginx', 'node'],
  parts: ['cpu', 'idle', 'large', 'library']};
const atOnce = 100;
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const folder = path.join(scratch, 'tls');
const load = path.join(build, 'bench/tls/load');
const [key, cert] = ['key.pem', 'cert.pem'].map(name => path.join(folder, name));

// Returns the servers with a file of so many bytes to send, those that are there.
function servers(wanted, bytes) {
  const file = path.join(folder, `file${bytes}`);
  if (!fs.existsSync(file)) fs.writeFileSync(file, Buffer.alloc(bytes, 'the bytes of a file\n'));
  return [
    {id: 'nodecpp', label: 'Node.cpp', command: [path.join(build, 'bench/tls/server')]},
    {id: 'nginx', label: 'nginx', command: nginx() && nginxCommand('tls/nginx'), version: nginx() && `nginx/${nginxVersion()}`},
    {id: 'node', label: 'Node.js', command: [process.execPath, path.join(__dirname, 'tls/server.js')],
      version: `Node.js ${process.version.slice(1)} with its OpenSSL ${process.versions.openssl}`},
  ].filter(one => wanted.includes(one.id) && one.command).map(one => Object.assign(
    new Server(one.label, ['taskset', '-c', String(cores.server), ...one.command], {KEY: key, CERT: cert, FILE: file}), one));
}

// Runs a load to its end. Returns what it says.
async function loaded(server, args) {
  const [kind, ...rest] = args;
  const said = JSON.parse(await run([load, kind, String(await server.port()), ...rest.map(String)]));
  if (said.errors > 0 || said.done === 0) throw new Error(`${server.label}, ${args.join(' ')}: ${JSON.stringify(said)}`);
  return said;
}

// Returns the server's microseconds of CPU for each handshake, response or MiB, medians of rounds in which the servers take
// turns; and the median of each round's ratio of Node.cpp to each of the others.
async function cpu(settings, progress) {
  const chosen = servers(settings.servers, 2 ** 20);
  const points = [];
  for (const kind of kinds) {
    const here = chosen.filter(one => !kind.servers || kind.servers.includes(one.id));
    const rounds = new Map(here.map(one => [one.id, []]));
    for (const server of here) await loaded(server, kind.args(Math.min(1, settings.seconds)));
    for (let round = 0; round < settings.rounds; round++) {
      for (let i = 0; i < here.length; i++) {
        const server = here[(i + round) % here.length];
        progress.step(kind.label, server.label);
        const pids = family(server.child.pid);
        const before = cpuOf(pids);
        const said = await loaded(server, kind.args(settings.seconds));
        const after = cpuOf(pids);
        // The first handshake of each of the load's connections is a full one.
        if (kind.id === 'resumed' && said.resumed + 8 < said.done * 0.95) throw new Error(`${server.label} resumed ${said.resumed} of ${said.done}`);
        const [user, system] = ['user', 'system'].map(which => (after[which] - before[which]) * 1e6 / said.done);
        rounds.get(server.id).push({user, system, cpu: user + system, what: said.what});
        progress.spent(settings.seconds);
      }
    }
    for (const [id, all] of rounds) {
      const own = rounds.get('nodecpp');
      points.push({kind: kind.id, server: id, ...Object.fromEntries(['user', 'system', 'cpu'].map(field =>
        [field, Number(median(all.map(one => one[field])).toFixed(2))])), what: all[0].what,
      ratio: own && Number(median(all.map((one, i) => own[i].cpu / one.cpu)).toFixed(3))});
    }
  }
  for (const server of chosen) await server.stop();
  return points;
}

// Opens connections that stay idle. Returns the KiB of resident memory by which each one has made the server larger.
async function idle(settings, progress) {
  const count = Math.min(settings.idle, descriptorLimit() - 200);
  const points = [];
  for (const server of servers(settings.servers, 2 ** 20)) {
    progress.step('idle connections', server.label);
    await loaded(server, ['requests', 1, 16, '/?value=hello']);
    const pids = family(server.child.pid);
    const before = residentMiB(pids);
    const {child, ended} = start([load, 'idle', String(await server.port()), String(count), '/?value=hello'], {stdin: 'pipe'});
    let said = '';
    await Promise.race([ended, new Promise(resolve => child.stdout.on('data', chunk => {
      said += chunk;
      if (said.includes('\n')) resolve();
    }))]);
    const {done, errors} = JSON.parse(said);
    if (done !== count || errors > 0) throw new Error(`${server.label}: ${said}`);
    const resident = residentMiB(pids);
    child.stdin.end();
    await ended;
    points.push({server: server.id, count, resident: Number(resident.toFixed(1)),
      each: Number(((resident - before) * 1024 / count).toFixed(2))});
    progress.spent(10);
    await server.stop();
  }
  return points;
}

// Loads a large file down and up, 100 times at once. Returns the KiB by which each transfer has made the server larger at
// its peak, and the microseconds of CPU for 1 MiB.
async function large(settings, progress) {
  const points = [];
  for (const server of servers(settings.servers.filter(one => one !== 'nginx'), settings.bytes)) {
    for (const direction of ['down', 'up']) {
      progress.step(`${atOnce} large bodies at once`, server.label);
      await loaded(server, ['requests', 1, 16, '/?value=hello']);
      const pids = family(server.child.pid);
      const before = residentMiB(pids);
      forgetPeak(pids);
      const cpuBefore = cpuOf(pids);
      const said = await loaded(server, ['once', atOnce, ...(direction === 'up' ? ['/', settings.bytes] : ['/file'])]);
      const cpuAfter = cpuOf(pids);
      if (said.done !== atOnce) throw new Error(`${server.label} answered ${said.done} of ${atOnce}`);
      const spent = cpuAfter.user + cpuAfter.system - cpuBefore.user - cpuBefore.system;
      points.push({server: server.id, direction, bytes: settings.bytes, peak: Number(peakMiB(pids).toFixed(1)),
        each: Number(((peakMiB(pids) - before) * 1024 / atOnce).toFixed(1)),
        cpu: Number((spent * 1e6 * 2 ** 20 / (settings.bytes * atOnce)).toFixed(1))});
      progress.spent(8);
      await server.stop();
    }
  }
  return points;
}

// Builds and runs tls/library.cpp with each library that is there.
function libraries(settings, progress) {
  const built = path.join(root, 'build/peers/tls');
  const others = [['openssl', 'later OpenSSL', process.env.OPENSSL_ROOT || path.join(root, 'build/peers/openssl/install')],
    ['aws-lc', 'AWS-LC', process.env.AWS_LC_ROOT || path.join(built, 'aws-lc/install')]];
  const programs = [{id: 'debian', label: 'Debian\'s OpenSSL', program: path.join(build, 'bench/tls/library')}];
  for (const [id, label, prefix] of others) {
    const lib = ['lib', 'lib64'].map(one => path.join(prefix, one)).find(one => fs.existsSync(path.join(one, 'libssl.a')));
    if (!lib) {
      progress.say(`left out: ${label}, since make bench-tls-libraries has not built it, and the environment does not name it`);
      continue;
    }
    const program = path.join(folder, `library_${id}`);
    execFileSync('clang++-19', ['-O3', '-std=c++23', path.join(__dirname, 'tls/library.cpp'), '-I', path.join(prefix, 'include'),
      path.join(lib, 'libssl.a'), path.join(lib, 'libcrypto.a'), '-o', program]);
    programs.push({id, label, program});
  }
  const fields = ['full', 'resumed', 'encrypt', 'decrypt', 'memory'];
  const rounds = Math.min(settings.rounds, 3);
  const all = programs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, one] of programs.entries()) {
      progress.step('the libraries by themselves', one.label);
      const {status, stdout, stderr} = spawnSync('taskset', ['-c', String(cores.server), one.program, key, cert,
        String(settings.seconds / 6)], {encoding: 'utf8', timeout: 60000});
      if (status !== 0) throw new Error(`${one.label}: ${stderr}`);
      all[i].push(JSON.parse(stdout));
      progress.spent(settings.seconds);
    }
  }
  return programs.map(({id, label}, i) => ({library: id, label, version: all[i][0].version,
    ...Object.fromEntries(fields.map(field => [field, Number(median(all[i].map(one => one[field])).toFixed(1))]))}));
}

(async () => {
  const list = (name, otherwise) => (process.env[name] ? process.env[name].split(',') : otherwise);
  const number = (name, otherwise) => Number(process.env[name] || otherwise);
  const settings = {rounds: number('ROUNDS', usual.rounds), seconds: number('SECONDS', usual.seconds), idle: number('IDLE', usual.idle),
    bytes: number('BYTES', usual.bytes), servers: list('SERVERS', usual.servers), parts: list('PARTS', usual.parts)};
  if (!(settings.rounds > 0 && settings.seconds > 0 && settings.idle > 0 && settings.bytes > 0)) {
    throw new Error('ROUNDS, SECONDS, IDLE and BYTES are to be numbers above 0');
  }
  const machine = describe(root);
  const date = new Date().toISOString();
  console.log(`${settings.rounds} rounds of ${settings.seconds} s\n${sentence(machine, date)}`);
  warnIfBusy();
  fs.mkdirSync(folder, {recursive: true});
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost',
    '-days', '2', '-keyout', key, '-out', cert], {stdio: 'ignore'});

  const began = Date.now();
  const progress = new Progress(settings.rounds * settings.seconds * 3 * kinds.length + 80 + settings.seconds * 9);
  const figure = {date, machine, settings,
    servers: servers(settings.servers, 2 ** 20).map(({id, label, version}) => ({id, label, version})), cpu: [], idle: [], large: [], library: []};
  for (const [part, measure] of Object.entries({cpu, idle, large, library: libraries})) {
    if (settings.parts.includes(part)) figure[part] = await measure(settings, progress);
  }
  progress.end();
  figure.took = Math.round((Date.now() - began) / 1000);

  const tables = tablesOf(figure);
  for (const [label, rows] of tables) console.log(`\n${label}\n${table(rows)}`);
  const wanted = [['Node.cpp', 'measured', 'target', 'reached'], ...targetsOf(figure)];
  console.log('\n' + table(wanted));
  const published = !['IDLE', 'BYTES', 'SERVERS', 'PARTS'].some(name => process.env[name]) && settings.rounds >= usual.rounds &&
    settings.seconds >= usual.seconds;
  const results = published ? path.join(root, 'bench/results') : path.join(scratch, 'results');
  writeJson(path.join(results, 'tls.json'), figure);
  if (published) {
    fill(path.join(root, 'docs/tls.md'), 'tls', [
      `Measured ${sentence(machine, date)}; ${settings.rounds} rounds of ${settings.seconds} s by turns, ${Math.round(figure.took / 60)} ` +
        `minutes in all; ${figure.servers.map(one => one.version).filter(Boolean).join(', ')}.`,
      ...tables.flatMap(([label, rows]) => [`**${label}**`, markdown(rows)]), '**Targets**', markdown(wanted)].join('\n\n'));
  }
  console.log(`\nwrote ${path.relative(root, results)}/tls.json${published ? '; docs/tls.md has the tables' : ''}; ${figure.took} s`);
  process.exit();
})().catch(error => {
  console.error('\nbench-tls: ' + error.message);
  process.exit(1);
});
