'use strict';
// Running the programs that load, and reading what the kernel charged a server: /proc/PID of all its processes.
const fs = require('fs');
const os = require('os');
const {spawn, spawnSync, execFileSync} = require('child_process');

// Ticks a second of the times in /proc/PID/stat.
const tick = Number(execFileSync('getconf', ['CLK_TCK']));

// The two cores: the machine's only one twice, where there is no other.
const cores = {server: 0, load: os.cpus().length > 1 ? 1 : 0};

const running = new Set();
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));

// Starts a program on the load's core. Its output is kept; `ended` resolves to it, or fails with what the program said.
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

// The first line of what a program says of its version, or null where it is not there.
function says(program, args) {
  const {status, stdout, stderr, error} = spawnSync(program, args, {encoding: 'utf8'});
  if (error || status === 127) return null;
  return (stdout.trim() || stderr.trim()).split('\n')[0];
}

// The stat fields of a process from its state on, or null when it is gone.
function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

// A process and all that came from it.
function family(pid) {
  const parents = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name))
    .map(name => [Number(name), statOf(name)]).filter(([, stat]) => stat).map(([child, stat]) => [child, Number(stat[1])]);
  const all = [pid];
  for (let i = 0; i < all.length; i++) {
    for (const [child, parent] of parents) if (parent === all[i]) all.push(child);
  }
  return all;
}

// Seconds of CPU that the processes have had, all their threads.
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

function statusMiB(pids, field) {
  let sum = 0;
  for (const pid of pids) {
    const match = new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
    if (match) sum += Number(match[1]) / 1024;
  }
  return sum;
}

// Resident memory now, and the most since forgetPeak, in MiB.
const residentMiB = pids => statusMiB(pids, 'VmRSS');
const peakMiB = pids => statusMiB(pids, 'VmHWM');

function forgetPeak(pids) {
  for (const pid of pids) fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

// Seconds for which the server's core has worked for anybody, the time that a hypervisor took away included.
function coreBusySeconds() {
  const line = fs.readFileSync('/proc/stat', 'utf8').split('\n').find(one => one.startsWith(`cpu${cores.server} `));
  const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq + steal) / tick;
}

// How many descriptors a process started from here may have open.
function descriptorLimit() {
  const match = /^Max open files\s+(\d+|unlimited)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'));
  return match[1] === 'unlimited' ? Infinity : Number(match[1]);
}

module.exports = {cores, start, run, says, family, cpuOf, residentMiB, peakMiB, forgetPeak, coreBusySeconds, descriptorLimit};
