'use strict';
// The loads: functions that each run a load generator (wrk, ab or h2load) for some seconds against a port of the
// measured server and return {requests, perSecond, p50, p99, max (milliseconds), errors, rate (the requested rate, if
// there is one)}.
const fs = require('fs');
const path = require('path');
const {start, run, says, residentMiB, descriptorLimit} = require('./processes.js');
const {scratch} = require('./servers.js');
const {choose: chooseOf} = require('./choose.js');

const idleConnections = 10000;
// Rates in requests a second. A server is loaded with the first rate that it can serve with some reserve.
const rates = [30000, 10000, 3000];

const missingTool = (tool, args, debian) => () => (says(tool, args) ? null
  : `${tool} is not there: tools/setup.sh bench could not get the Debian package ${debian}`);

// Returns the number that a pattern finds in the output of a program.
function find(pattern, text, otherwise) {
  const match = pattern.exec(text);
  if (match) return Number(match[1]);
  if (otherwise !== undefined) return otherwise;
  throw new Error(`no ${pattern} in:\n${text}`);
}

function wrk({connections, depth = 1}) {
  return async (port, seconds, {target}) => {
    const out = await run(['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', path.join(__dirname, 'wrk.lua'),
      `http://127.0.0.1:${port}${target}`, '--', String(depth)], {timeout: seconds + 30});
    const told = JSON.parse(/^\{"requests".*\}$/m.exec(out)[0]);
    return {requests: told.requests, perSecond: told.requests * 1e6 / told.microseconds, errors: told.errors,
      p50: told.p50 / 1000 || null, p99: told.p99 / 1000 || null, max: told.max / 1000};
  };
}

// ab sends HTTP/1.0 requests, each on a new connection.
async function ab(port, seconds, {target, id}) {
  const table = path.join(scratch, `ab_${id}.csv`);
  const out = await run(['ab', '-q', '-t', String(seconds), '-n', '5000000', '-c', '64', '-e', table,
    `http://127.0.0.1:${port}${target}`], {timeout: seconds + 40});
  const percent = n => find(new RegExp(`^${n},([\\d.]+)`, 'm'), fs.readFileSync(table, 'utf8'));
  const requests = find(/^Complete requests:\s+(\d+)/m, out);
  return {requests, perSecond: requests / find(/^Time taken for tests:\s+([\d.]+)/m, out),
    errors: find(/^Failed requests:\s+(\d+)/m, out) + find(/^Non-2xx responses:\s+(\d+)/m, out, 0),
    p50: percent(50), p99: percent(99), max: percent(100)};
}

// Runs a fixed rate over 64 connections. h2load logs each request. The requests of the first fifth of a second are
// ignored, because all connections open in that time.
async function fixedRate(port, seconds, {target, id, rate}) {
  const log = path.join(scratch, `h2load_${id}.log`);
  fs.rmSync(log, {force: true});
  const out = await run(['h2load', '--h1', '-c', '64', '-t', '1', `--rps=${rate / 64}`, '-D', String(seconds),
    `--log-file=${log}`, `http://127.0.0.1:${port}${target}`], {timeout: seconds + 30});
  const lines = fs.readFileSync(log, 'latin1').split('\n').filter(Boolean).map(line => line.split('\t').map(Number));
  if (!lines.length) throw new Error(`h2load got no answer:\n${out}`);
  const from = lines.reduce((least, [at]) => Math.min(least, at), Infinity) + 200000;
  const took = lines.filter(([at]) => at >= from).map(([,, microseconds]) => microseconds / 1000).sort((a, b) => a - b);
  const requests = find(/(\d+) done/, out);
  return {requests, perSecond: requests / seconds, rate,
    errors: find(/(\d+) failed/, out) + lines.filter(([, status]) => status !== 200).length,
    p50: took[took.length >> 1], p99: took[Math.floor(took.length * 0.99)], max: took[took.length - 1]};
}

// Opens many idle connections, and measures the memory of the server's processes when all are open and each has had one
// response.
async function idle(port, seconds, {target, pids}) {
  const before = residentMiB(pids);
  const since = Date.now();
  const {child, ended} = start([process.execPath, path.join(__dirname, 'idle.js'), String(port),
    String(idleConnections), target], {timeout: 90, stdin: 'pipe'});
  const told = await Promise.race([
    new Promise(resolve => child.stdout.once('data', chunk => resolve(JSON.parse(chunk)))),
    ended.then(() => { throw new Error('the connections ended early'); }),
  ]);
  const resident = residentMiB(pids);
  const elapsed = (Date.now() - since) / 1000;
  child.stdin.end();
  await ended;
  return {requests: idleConnections, perSecond: idleConnections / elapsed, errors: told.errors, open: told.open,
    resident, perConnection: (resident - before) * 1024 / Math.max(told.open, 1)};
}

// Sends ten million requests, and measures the server's memory after the first million and at the end. The setting
// SECONDS has no effect here.
async function growth(port, seconds, {target, pids}) {
  const million = async count => {
    const out = await run(['h2load', '--h1', '-c', '64', '-t', '1', '-n', String(count * 1e6),
      `http://127.0.0.1:${port}${target}`], {timeout: 1200});
    return count * 1e6 - find(/(\d+) 2xx/, out);
  };
  const since = Date.now();
  const bad = await million(1);
  const residentFirst = residentMiB(pids);
  const errors = bad + await million(9);
  return {requests: 1e7, perSecond: 1e10 / (Date.now() - since), errors, residentFirst, resident: residentMiB(pids)};
}

const tools = {
  wrk: missingTool('wrk', ['-v'], 'wrk'),
  ab: missingTool('ab', ['-V'], 'apache2-utils'),
  h2load: missingTool('h2load', ['--version'], 'nghttp2-client'),
  descriptors: () => (descriptorLimit() >= idleConnections + 200 ? null
    : `a process may open ${descriptorLimit()} descriptors here and ${idleConnections + 200} are needed: ` +
      'raise it (ulimit -Hn, or nofile in limits.conf) and run this again'),
};

// seconds: the duration in a round, as a multiple of SECONDS. `once`: the load runs in only one round, on a fresh
// server. `optional`: the load runs only when LOADS names it.
const definitions = [
  {id: 'keepalive1', label: '1 connection', does: 'wrk, 1 connection kept alive', seconds: 1,
    run: wrk({connections: 1}), missing: tools.wrk},
  {id: 'keepalive64', label: '64 connections', does: 'wrk, 64 connections kept alive', seconds: 2,
    run: wrk({connections: 64}), missing: tools.wrk},
  {id: 'keepalive256', label: '256 connections', does: 'wrk, 256 connections kept alive', seconds: 1,
    run: wrk({connections: 256}), missing: tools.wrk},
  {id: 'pipelined', label: '16 pipelined', does: 'wrk, 64 connections, 16 requests sent at a time', seconds: 1,
    run: wrk({connections: 64, depth: 16}), missing: tools.wrk},
  {id: 'newconnection', label: 'new connections', does: 'ab, 64 at a time, HTTP/1.0, a new connection for each request',
    seconds: 1, run: ab, missing: tools.ab},
  {id: 'rate', label: 'fixed rate', does: `h2load --h1, 64 connections, ${rates[0]} requests/s together (less where a ` +
    'server cannot)', seconds: 1, run: fixedRate, rated: true, missing: tools.h2load},
  {id: 'idle', label: '10,000 idle', does: '10,000 connections kept alive, one answer on each, then nothing', seconds: 1,
    run: idle, once: true, missing: tools.descriptors},
  {id: 'growth', label: 'ten million requests', does: 'h2load --h1, 64 connections, 10,000,000 requests', seconds: 1,
    run: growth, once: true, optional: true, missing: tools.h2load},
];

function choose(ids) {
  const {chosen, skipped} = chooseOf('load', definitions, ids);
  return {loads: chosen, skipped};
}

module.exports = {choose, rates, warmUp: wrk({connections: 64})};
