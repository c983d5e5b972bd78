'use strict';
// Describes the machine on which a result was measured.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {says} = require('./processes.js');

function describe(root) {
  const pretty = /^PRETTY_NAME="(.*)"/m.exec(fs.existsSync('/etc/os-release')
    ? fs.readFileSync('/etc/os-release', 'utf8') : '');
  const git = args => spawnSync('git', args, {cwd: root, encoding: 'utf8'}).stdout?.trim() || null;
  return {
    cpu: os.cpus()[0].model.replace(/\s+/g, ' ').trim(),
    cores: os.cpus().length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    hypervisor: /^flags\s*:.*\bhypervisor\b/m.test(fs.readFileSync('/proc/cpuinfo', 'utf8')),
    system: pretty ? pretty[1] : os.type(),
    kernel: os.release(),
    compiler: says('clang++-19', ['--version']),
    commit: git(['rev-parse', '--short=12', 'HEAD']),
    version: JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version,
  };
}

// Returns the description as a sentence.
function sentence(machine, date) {
  return `${date.slice(0, 10)}: ${machine.cpu}, ${machine.cores} cores${machine.hypervisor ? ' of a virtual machine' : ''}, ` +
    `${machine.memoryGiB} GiB, ${machine.system}, Linux ${machine.kernel}`;
}

// Says so when other programs keep the machine busy. Call it before the measurement begins.
function warnIfBusy() {
  const load = Number(fs.readFileSync('/proc/loadavg', 'utf8').split(' ')[0]);
  if (load > 0.7) console.log(`Other programs are running on this machine (load average ${load} on ${os.cpus().length} cores), so the figures of this run are not reliable.`);
}

module.exports = {describe, sentence, warnIfBusy};
