'use strict';
// Proves by many runs what a recording is for:
// - A server crashes at request 37,412 under load. The replay stops with the same signal, in the same turn and request,
//   in the same file and line, with the same stack: RUNS times.
// - A server is killed (SIGKILL) at a random moment under load. The written log can be replayed to its last complete
//   record: KILLS times.
//   RUNS=100 KILLS=50 node tests/replay/proof.js        (make replay-proof); --short is the form for make test
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {freePort, listens, start} = require('../support/programs.js');
const {whyNoGdb, underGdb, framesOf, difference} = require('../../tools/gdb/stack.js');
const {load} = require('../../tools/order_load.js');
const {records, size, KIND} = require('./log.js');

const build = process.env.NODECPP_BUILD || path.resolve(__dirname, '../../build/release');
const program = process.env.PROGRAM || path.join(build, 'replay/crash');
const short = process.argv.includes('--short');
const RUNS = Number(process.env.RUNS || (short ? 3 : 100));
const KILLS = Number(process.env.KILLS || (short ? 5 : 50));
const AT = Number(process.env.AT || 37412);
const ways = ['wild', 'abort'];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-proof-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}));

// Formats rows of cells as columns.
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => String(row[column]).length)));
  return rows.map(row => row.map((cell, column) =>
    (column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join('   ')).join('\n');
}

const make = n => `/r${n}?value=${'x'.repeat(n % 40)}`;
const MiB = bytes => bytes / (1 << 20);

let progressAt = Date.now();
function progress(text, last) {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${last ? '' : text}`);
  else if (!last && Date.now() - progressAt > 20000) console.log(`  ${text}`);
  else return;
  progressAt = Date.now();
}

// Makes one crash and replays it. Returns {difference, megabytes, requests, stack}.
async function crash(number) {
  const log = path.join(folder, `crash${number}`);
  const port = await freePort();
  const recorded = underGdb([program, `--nodecpp-record=${log}`],
    {env: {PORT: port, CRASH_AT: AT, CRASH_BY: ways[number % ways.length]}});
  if (!await listens(port)) {
    recorded.end();
    throw new Error(`the server does not listen on port ${port}: ${recorded.text}`);
  }
  const {answers} = await load(port, {connections: 16, seconds: 45, make});
  const first = await recorded.stack;
  const second = await underGdb([program, `--nodecpp-replay=${log}`], {env: {CRASH_AT: 0, CRASH_BY: ''}}).stack;
  const bytes = size(log);
  fs.rmSync(log, {recursive: true});
  let differs = difference(first, second);
  if (!differs && first.requests !== AT) differs = `it crashed at request ${first.requests}`;
  if (!differs && !framesOf(first).some(frame => /\bcrash\.cpp:\d/.test(frame)))
    differs = 'its stack has no line of the program';
  return {differs, bytes, answers, first};
}

// Makes one kill and replays the log.
async function killed(number) {
  const log = path.join(folder, `kill${number}`);
  const {port, child} = await start([program, `--nodecpp-record=${log}`], {CRASH_AT: 0}, 'ignore');
  const ended = new Promise(resolve => child.on('close', resolve));
  setTimeout(() => child.kill('SIGKILL'), 20 + Math.random() * 400);
  await load(port, {connections: 16, seconds: 20, make});
  await ended;
  const all = fs.readdirSync(log).sort().flatMap(name => {
    const bytes = fs.readFileSync(path.join(log, name));
    return records(bytes).filter(record => record.end + 4 <= bytes.length);
  });
  const turns = all.filter(record => record.kind === KIND.turn).length;
  const operations = all.filter(record => record.kind >= 37).length;
  const replay = spawnSync(program, [`--nodecpp-replay=${log}`], {encoding: 'utf8', timeout: 60000});
  fs.rmSync(log, {recursive: true});
  const expected = `replay: ${turns} turns, ${operations} operations, identical`;
  const differs = replay.status === 0 && replay.stdout.endsWith(expected + '\n') ? null
    : `exit code ${replay.status}, ${expected} expected:\n${replay.stdout.slice(-300)}${replay.stderr.slice(-1500)}`;
  return {differs, operations};
}

(async () => {
  let failed = 0;
  let passed = 0;
  const rows = [['', 'runs', 'the same', 'in the log', 'bytes of log']];
  const count = (name, number, differs) => {
    if (!differs) return ++passed;
    ++failed;
    console.log(`${name} ${number}: ${differs}`);
  };
  if (!fs.existsSync(program)) throw new Error(`${program} is not there: make build`);
  const why = whyNoGdb();
  if (why) {
    console.log(`crashes: not compared, ${why}`);
  } else {
    let bytes = 0;
    let example;
    const before = passed;
    for (let i = 0; i < RUNS; ++i) {
      progress(`crash ${i + 1} of ${RUNS}`);
      const one = await crash(i);
      count('crash', i + 1, one.differs);
      bytes += one.bytes;
      example = example || one.first;
    }
    progress('', true);
    rows.push([`crash at request ${AT}`, RUNS, passed - before, `${AT} requests`, `${MiB(bytes / RUNS).toFixed(1)} MiB`]);
    if (example && example.signal) {
      const at = framesOf(example).find(frame => frame.includes('crash.cpp'));
      console.log(`The first crash: ${example.signal} in turn ${example.turn}, request ${example.requests}, ${at}; ` +
        `${framesOf(example).length} frames compared.`);
    }
  }
  const before = passed;
  let operations = 0;
  for (let i = 0; i < KILLS; ++i) {
    progress(`kill ${i + 1} of ${KILLS}`);
    const one = await killed(i);
    count('kill', i + 1, one.differs);
    operations += one.operations;
  }
  progress('', true);
  const each = Math.round(operations / Math.max(KILLS, 1));
  rows.push(['kill -9 at a random moment', KILLS, passed - before, `${each} operations`, '']);
  console.log('\n' + table(rows));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})().catch(error => {
  console.error('replay-proof: ' + error.message);
  process.exit(1);
});
