'use strict';
// Runs the programs that make the load, and reads from /proc/PID what the kernel charged all processes of a server.
const fs = require('fs');
const os = require('os');
const {spawn, spawnSync, execFileSync} = require('child_process');

// The unit of the times in /proc/PID/stat, in ticks a second.
const tick = Number(execFileSync('getconf', ['CLK_TCK']));

// The cores of the server and of the load. On a machine with only one core both use that core.
const cores = {server: 0, load: os.cpus().length > 1 ? 1 : 0};

const running = new Set();
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));

// Starts a program on the load's core and collects its output. `ended` resolves to the output, or rejects with what the
// program wrote to standard error.
function start(command, {timeout = 120, stdin = 'ignore'} = {}) {
  const child = spawn('taskset', ['-c', String(cores.load), ...command], {stdio: [stdin, 'pipe', 'pipe']});
  running.add(child);
  let out = '';
  let err = '';
  const timer = setTimeout(() => {
    err += `not done after ${timeout} s`;
    child.kill('SIGKILL');
  }, timeout * 1000);
  child.stdout.on('data', chunk => { out += chunk; });
  child.stderr.on('data', chunk => { err += chunk; });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => {
      clearTimeout(timer);
      running.delete(child);
      if (code === 0) resolve(out);
      else reject(new Error(`${command.join(' ')}: ${(err || out).trim().split('\n').slice(-3).join('\n')}`));
    });
  });
  return {child, ended};
}

const run = (command, options) => start(command, options).ended;

// Returns the first line of what a program prints about its version, or null when the program is not installed.
function says(program, args) {
  const {status, stdout, stderr, error} = spawnSync(program, args, {encoding: 'utf8'});
  if (error || status === 127) return null;
  return (stdout.trim() || stderr.trim()).split('\n')[0];
}

// Returns the stat fields of a process from its state on, or null when the process has ended.
function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

// Returns a process and all its descendants.
function family(pid) {
  const parents = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name))
    .map(name => [Number(name), statOf(name)]).filter(([, stat]) => stat).map(([child, stat]) => [child, Number(stat[1])]);
  const all = [pid];
  for (let i = 0; i < all.length; i++) {
    for (const [child, parent] of parents) if (parent === all[i]) all.push(child);
  }
  return all;
}

// Returns the seconds of CPU time that all threads of the processes have used.
function cpuOf(pids) {
  const sum = {user: 0, system: 0};
  for (const pid of pids) {
    const stat = statOf(pid);
    if (!stat) continue;
    sum.user += Number(stat[11]) / tick;
    sum.system += Number(stat[12]) / tick;
  }
  return sum;
}

// Resolves to the seconds of CPU time that the processes use, in user and system mode, while work() runs, and its result.
async function cpuDuring(pids, work) {
  const before = cpuOf(pids);
  const result = await work();
  const after = cpuOf(pids);
  return {cpu: after.user + after.system - before.user - before.system, result};
}

// Calls measure(i, round) for each i below `count`, in each round beginning with another one, so that other activity of
// the machine affects all of them alike. Resolves to the list of the results for each i.
async function byTurns(count, rounds, measure) {
  const results = Array.from({length: count}, () => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < count; turn++) {
      const i = (turn + round) % count;
      results[i].push(await measure(i, round));
    }
  }
  return results;
}

function statusMiB(pids, field) {
  let sum = 0;
  for (const pid of pids) {
    const match = new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
    if (match) sum += Number(match[1]) / 1024;
  }
  return sum;
}

// Returns the resident memory now, or the most since forgetPeak, in MiB.
const residentMiB = pids => statusMiB(pids, 'VmRSS');
const peakMiB = pids => statusMiB(pids, 'VmHWM');

function forgetPeak(pids) {
  for (const pid of pids) fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

// Returns the seconds for which the server's core has worked for any process, including the time that a hypervisor
// took.
function coreBusySeconds() {
  const line = fs.readFileSync('/proc/stat', 'utf8').split('\n').find(one => one.startsWith(`cpu${cores.server} `));
  const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq + steal) / tick;
}

// Returns how many file descriptors a process that is started from here may have open.
function descriptorLimit() {
  const match = /^Max open files\s+(\d+|unlimited)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'));
  return match[1] === 'unlimited' ? Infinity : Number(match[1]);
}

module.exports = {cores, start, run, says, family, cpuOf, cpuDuring, byTurns, residentMiB, peakMiB, forgetPeak, coreBusySeconds, descriptorLimit};
