'use strict';
// make count: instructions that a request costs Listing 1, by function, the same on every machine. The program runs on the
// simulated port under callgrind, once with few requests and once with many: the difference is the requests alone. What
// the port does in place of the system is not counted.
//
//   run.js PROGRAM            compares with expected.json: fails when it is more than 3% over
//   run.js PROGRAM --show     and prints the functions
//   run.js PROGRAM --update   writes expected.json
//   run.js PROGRAM --against OTHER PERCENT
//                             fails when it costs more than PERCENT more than OTHER
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const [program, ...flags] = process.argv.slice(2);
const expectedFile = path.join(__dirname, 'expected.json');
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
  if (run.error || run.status !== 0) {
    console.error(run.error ? `valgrind: ${run.error.message}. Install it with: apt-get install valgrind`
      : `${program} failed under valgrind:\n${run.stderr}`);
    process.exit(1);
  }
  const costs = selfCosts(out);
  fs.unlinkSync(out);
  return costs;
}

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

const {rows, total} = count(program);

if (flags.includes('--show') || flags.includes('--update')) {
  for (const {name, each} of rows.slice(0, 60)) console.log(`${each.toFixed(1).padStart(9)}  ${name.slice(0, 130)}`);
}
console.log(`${total} instructions a request`);
const against = flags.indexOf('--against');
if (against >= 0) {
  const other = count(flags[against + 1]);
  const limit = Number(flags[against + 2]);
  const more = 100 * (total / other.total - 1);
  console.log(`${more.toFixed(1)}% more than the ${other.total} of ${path.basename(flags[against + 1])}, at most ${limit}% expected`);
  console.log(more <= limit ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exit(more <= limit ? 0 : 1);
} else if (flags.includes('--update')) {
  fs.writeFileSync(expectedFile, JSON.stringify({instructionsPerRequest: total}, null, 2) + '\n');
} else {
  const expected = JSON.parse(fs.readFileSync(expectedFile, 'utf8')).instructionsPerRequest;
  const ok = total <= expected * 1.03;
  console.log(ok ? `${expected} expected` : `more than 3% over the ${expected} of tests/count/expected.json. If it is worth ` +
    'it, run: make count UPDATE=1');
  if (total < expected * 0.97) console.log('That is less than 97%: make count UPDATE=1 keeps the gain.');
  console.log(ok ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exit(ok ? 0 : 1);
}
