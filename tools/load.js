'use strict';
// Loads a server: the server runs on one core, wrk on another, and the kernel's accounting gives the server's CPU time.
const fs = require('fs');
const os = require('os');
const {spawn, execFileSync} = require('child_process');
const {Server} = require('../tests/parity/server.js');

// The unit of the times in /proc/PID/stat, in ticks a second.
const tick = Number(execFileSync('getconf', ['CLK_TCK']));

// Returns the seconds of CPU time that all threads of a process have used, in user and in system mode.
function cpuSeconds(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / tick;
}

// Returns the peak memory of a process in MiB.
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

// Returns the number that a pattern finds in the output of a program. Times are converted to milliseconds.
function find(pattern, text) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`no ${pattern} in:\n${text}`);
  return Number(match[1]) * ({us: 0.001, s: 1000, m: 60000}[match[2]] || 1);
}

// The cores of the server and of the load. On a machine with only one core both use that core.
const serverCore = '0';
const loadCore = os.cpus().length > 1 ? '1' : '0';

// Returns a server that always runs on the server's core.
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

// Formats rows of cells as columns. The first row is the head.
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => String(row[column]).length)));
  return rows.map(row => row.map((cell, column) =>
    (column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join('   ')).join('\n');
}

module.exports = {pinned, load, median, table};
