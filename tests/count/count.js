'use strict';
// Counts the instructions of a request to a program of this folder, which are the same on every machine. The program
// runs on the simulated port under callgrind, once with few requests and once with many, and the difference is the cost
// of the additional requests. The work of the simulated port, which stands in for the system, is not counted.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const few = 1000;
const many = few + 20000;
// callgrind switches counting on or off when one of these functions is entered or left: on in a turn of the loop, off
// while the port waits, on in the callbacks of the port, off while the port writes or does something with a file.
const toggles = ['nodecpp::detail::Loop::turn(bool)', 'nodecpp::os::SimPort::wait(*', 'nodecpp::net::detail::SocketHandle::onRead(*',
  'nodecpp::os::SimPort::write(*', ...['open', 'fstat', 'readReady', 'close'].map(name => `nodecpp::os::SimFiles::${name}(*`)];

// Returns the own cost of each function in a callgrind.out file. A name is written once as "(12) name", and then as
// "(12)".
function selfCosts(file) {
  const names = new Map();
  const costs = new Map();
  let current = '';
  let skip = false;
  for (const line of fs.readFileSync(file, 'latin1').split('\n')) {
    const fn = /^fn=\((\d+)\)(?: (.*))?$/.exec(line);
    if (fn) {
      if (fn[2]) names.set(fn[1], fn[2]);
      current = names.get(fn[1]);
      continue;
    }
    const called = /^cfn=\((\d+)\)(?: (.*))?$/.exec(line);
    if (called) {
      if (called[2]) names.set(called[1], called[2]);
      continue;
    }
    if (line.startsWith('calls=')) {
      skip = true;  // the next line has the total cost of the call
      continue;
    }
    const cost = /^(?:\+|-|\*)?\d*(?: |$)(\d+)/.exec(line);
    if (!cost) continue;
    if (skip) skip = false;
    else costs.set(current, (costs.get(current) || 0) + Number(cost[1]));
  }
  return costs;
}

function measure(program, requests) {
  const out = path.join(os.tmpdir(), `nodecpp-count-${process.pid}-${requests}`);
  const run = spawnSync('valgrind', ['--tool=callgrind', `--callgrind-out-file=${out}`,
    ...toggles.map(name => `--toggle-collect=${name}`), program, String(requests)],
    {encoding: 'utf8', env: {...process.env, GLIBC_TUNABLES: ''}});
  if (run.error) throw new Error(`valgrind: ${run.error.message}. Install it with: apt-get install valgrind`);
  if (run.status !== 0) throw new Error(`${program} failed under valgrind:\n${run.stderr}`);
  const costs = selfCosts(out);
  fs.unlinkSync(out);
  return costs;
}

// Returns {total, rows: [{name, each}]}: the instructions of a request in total and by function.
function count(program) {
  console.log(`running ${path.basename(program)} twice under callgrind …`);
  const before = measure(program, few);
  const after = measure(program, many);
  const rows = [];
  for (const [name, cost] of after) {
    const each = (cost - (before.get(name) || 0)) / (many - few);
    if (each >= 0.5) rows.push({name, each});
  }
  rows.sort((a, b) => b.each - a.each);
  return {rows, total: Math.round(rows.reduce((sum, row) => sum + row.each, 0))};
}

module.exports = {count};
