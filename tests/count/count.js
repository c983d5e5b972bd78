'use strict';
// Instructions that a request costs a program of this folder, the same on every machine. The program runs on the simulated
// port under callgrind, once with few requests and once with many: the difference is the requests alone. What the port
// does in place of the system is not counted.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const few = 1000;
const many = few + 20000;
// Entering and leaving each of these turns counting on or off: on in a turn of the loop, off while the port waits, on in
// what it tells, off while it writes.
const toggles = ['nodecpp::detail::Loop::turn(bool)', 'nodecpp::os::SimPort::wait(*', 'nodecpp::net::detail::SocketHandle::onRead(*',
  'nodecpp::os::SimPort::write(*'];

// Self cost of each function in a callgrind.out file. Names are given once, as "(12) name", then as "(12)".
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
      skip = true;  // the next line is what the call cost in all
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

// {total, rows: [{name, each}]}: instructions a request, in all and by function.
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
