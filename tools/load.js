'use strict';
// Loading a server: one on a core, wrk on another, and what the kernel charged the server for it.
const fs = require('fs');
const os = require('os');
const {spawn, execFileSync} = require('child_process');
const {Server} = require('../tests/parity/server.js');

// Ticks a second of the times in /proc/PID/stat.
const tick = Number(execFileSync('getconf', ['CLK_TCK']));

// Seconds of CPU that a process has had, user and system, all its threads.
function cpuSeconds(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / tick;
}

// Its peak memory in MiB.
function peakMiB(pid) {
  return find(/^VmHWM:\s*(\d+)/m, fs.readFileSync(`/proc/${pid}/status`, 'utf8')) / 1024;
}

const running = new Set();
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {stdio: ['ignore', 'pipe', 'pipe']});
    let out = '';
    let err = '';
    child.stdout.on('data', chunk => { out += chunk; });
    child.stderr.on('data', chunk => { err += chunk; });
    child.on('error', reject);
    child.on('close', code => {
      running.delete(child);
      if (code === 0) resolve(out);
      else reject(new Error(`${command}: ${err || out}`));
    });
    running.add(child);
  });
}

// The number that a pattern finds in what a program printed.
function find(pattern, text) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`no ${pattern} in:\n${text}`);
  return Number(match[1]) * ({us: 0.001, s: 1000, m: 60000}[match[2]] || 1);
}

// The two cores: the machine's only one twice, where there is no other.
const serverCore = '0';
const loadCore = os.cpus().length > 1 ? '1' : '0';

// A server kept on its core.
function pinned(label, command) {
  return new Server(label, ['taskset', '-c', serverCore, ...command]);
}

// Loads a server for some seconds. Returns {requests, perSecond, cpuPerRequest (microseconds), cpu (seconds), p50, p99
// (milliseconds), errors, peak (MiB)}.
async function load(server, {target = '/?value=hello', connections = 64, seconds = 5, script = null} = {}) {
  const port = await server.port();
  const pid = server.child.pid;
  const before = cpuSeconds(pid);
  const out = await run('taskset', ['-c', loadCore, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency',
    ...(script ? ['-s', script] : []), `http://127.0.0.1:${port}${target}`]);
  if (server.end) {
    throw new Error(`${server.label} ended under load: code ${server.end.code}, signal ${server.end.signal}\n` +
      server.stderr);
  }
  const cpu = cpuSeconds(pid) - before;
  const requests = find(/(\d+) requests in/, out);
  if (!requests) throw new Error(`${server.label} answered nothing under load:\n${out}`);
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(out);
  const not200 = /Non-2xx or 3xx responses: (\d+)/.exec(out);
  return {
    requests,
    cpu,
    perSecond: find(/Requests\/sec:\s*([\d.]+)/, out),
    cpuPerRequest: cpu * 1e6 / requests,
    p50: find(/ 50%\s+([\d.]+)(us|ms|s|m)\b/, out),
    p99: find(/ 99%\s+([\d.]+)(us|ms|s|m)\b/, out),
    errors: (socketErrors ? socketErrors.slice(1).reduce((sum, n) => sum + Number(n), 0) : 0) +
      (not200 ? Number(not200[1]) : 0),
    peak: peakMiB(pid),
  };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// Rows of cells, the first row being the head, in columns.
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => String(row[column]).length)));
  return rows.map(row => row.map((cell, column) =>
    (column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join('   ')).join('\n');
}

module.exports = {pinned, load, median, table};
