'use strict';
// make demo-replay: loads examples/flight, an order service with a rare fault, until it crashes, once while it records
// and once with the flight recorder. Both recordings are replayed, and gdb shows where they stop. A rebuilt program
// refuses the old recording. Then the corrected program is loaded, recorded and replayed. --short is the form for make
// test.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {children, start} = require('../tests/support/programs.js');
const {load} = require('./order_load.js');
const {size} = require('../tests/replay/log.js');
const {whyNoGdb, underGdb, framesOf, difference} = require('./gdb/stack.js');

const root = path.resolve(__dirname, '..');
process.chdir(root);  // the folder where examples/flight finds its prices
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const flight = path.join(build, 'examples/flight');
const fixed = path.join(build, 'flight/fixed');
const short = process.argv.includes('--short');
const longest = 60;  // the longest load in seconds until a crash

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-demo-'));
let snapshot = 0;  // the id of the process that replays what the flight recorder holds
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  if (snapshot) try { process.kill(snapshot, 'SIGTERM'); } catch { /* it has ended */ }
  fs.rmSync(folder, {recursive: true, force: true});
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const say = text => console.log('   ' + text.trimEnd().replace(/\n/g, '\n   '));
const shown = text => say(text.trimEnd().replace(/^/gm, '  | '));
const log = name => path.join(folder, name);
const MiB = bytes => (bytes / (1 << 20)).toFixed(1) + ' MiB';
const ended = child => new Promise(resolve => {
  if (child.exitCode !== null || child.signalCode !== null) resolve();
  else child.on('close', resolve);
});

// Loads the program until it crashes. Returns the child process, which has ended.
async function crashed(options) {
  const {port, child} = await start([flight, ...options]);
  const {answers, seconds} = await load(port, {seconds: longest});
  await Promise.race([ended(child), new Promise(resolve => setTimeout(resolve, 3000))]);
  if (child.signalCode === null && child.exitCode === null) {
    throw new Error(`the fault did not show within ${longest} seconds and ${answers} requests. It is a matter of chance: ` +
      'run this again.');
  }
  if (child.signalCode !== 'SIGSEGV')
    throw new Error(`the service ended otherwise than expected (${child.signalCode || child.exitCode}):\n${child.errors}`);
  say(`${answers} requests were answered in ${seconds.toFixed(1)} s; then it died of ${child.signalCode}.`);
  return child;
}

function stopped(stack) {
  if (stack.signal) return stack;
  throw new Error(`gdb could not take the program to its crash: ${stack.error || JSON.stringify(stack)}\n` +
    'In a container it needs the right to trace: docker run --cap-add=SYS_PTRACE.');
}

const programs = frames => frames.filter(frame => /\bflight\.cpp:|\bfixed\.cpp:/.test(frame));
const place = stack => programs(framesOf(stack))[0];

function tell(stack) {
  const frames = framesOf(stack);
  say(`${stack.signal} in turn ${stack.turn}, request ${stack.requests}, after ${stack.operations} operations, at ` +
    `${place(stack)}; ${frames.length} frames`);
}

function mustBeSame(one, other, what) {
  const differs = difference(one, other);
  if (differs) throw new Error(`${what} did not stop at the same place: ${differs}`);
  if (!place(one)) throw new Error(`the stack has no line of flight.cpp:\n${framesOf(one).join('\n')}`);
}

async function waitFor(child, pattern, seconds = 60) {
  for (let i = 0; i < seconds * 20; ++i) {
    const match = pattern.exec(child.errors);
    if (match) return match;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error(`the flight recorder did not say ${pattern} within ${seconds} s. It said:\n${child.errors}`);
}

async function recorded() {
  console.log('1. examples/flight takes orders, with --nodecpp-record, until it crashes:');
  const child = await crashed([`--nodecpp-record=${log('orders')}`]);
  if (child.errors.trim()) shown(child.errors);
  say(`The recording is ${MiB(size(log('orders')))}.\n`);

  console.log('2. The same executable replays it, with no network and no file of prices:');
  const replay = spawnSync(flight, [`--nodecpp-replay=${log('orders')}`], {encoding: 'utf8', timeout: 120000});
  shown(replay.stdout + replay.stderr);
  if (replay.signal !== 'SIGSEGV') throw new Error(`the replay did not crash: ${replay.signal || replay.status}`);

  console.log('\n3. gdb takes the replay to the crash, twice:');
  const stops = [];
  for (let i = 0; i < 2; ++i) {
    const run = underGdb([flight, `--nodecpp-replay=${log('orders')}`]);
    stops.push(stopped(await run.stack));
    tell(stops[i]);
  }
  mustBeSame(stops[0], stops[1], 'Two replays');
  say('The same signal, turn, request, file, line and stack. The lines of the program in it:');
  for (const frame of programs(framesOf(stops[0]))) say('  | ' + frame.replace(/^_Z\S*/, '(lambda)'));
  const [, line] = /:(\d+)$/.exec(place(stops[0]));
  shown(`${line}  ${fs.readFileSync('examples/flight/flight.cpp', 'utf8').split('\n')[line - 1]}`);
  return stops[0];
}

function lookedAt(stop) {
  console.log('\n4. The order at that point, and which coroutines wait (gdb -x tools/gdb/nodecpp.py):');
  const commands = ['run', 'nodecpp turn', 'print *line._M_ptr', 'nodecpp promises']
    .flatMap(command => ['-ex', command]);
  const gdb = spawnSync('gdb', ['-q', '-batch', '-nx', '-x', 'tools/gdb/nodecpp.py', '-ex', 'set style enabled off',
    ...commands, '--args', flight, `--nodecpp-replay=${log('orders')}`], {encoding: 'utf8', timeout: 120000});
  const from = gdb.stdout.indexOf(`turn ${stop.turn}, request ${stop.requests}`);
  if (from < 0) throw new Error(`gdb's commands did not work:\n${gdb.stdout}${gdb.stderr}`);
  shown(gdb.stdout.slice(from).replaceAll(root + '/', '').split('\n').map(line => line.slice(0, 150)).slice(0, 26).join('\n'));
}

async function untilRequest(stop) {
  const option = `--nodecpp-until=request:${stop.requests}`;
  console.log(`\n5. A replay that stops before that request (${option}):`);
  const run = underGdb([flight, `--nodecpp-replay=${log('orders')}`, option]);
  const stack = stopped(await run.stack);
  shown((/^replay: stopped.*$/m.exec(run.text) || [''])[0]);
  if (stack.signal !== 'SIGTRAP' || stack.requests !== stop.requests)
    throw new Error(`it stopped elsewhere: ${stack.signal}, request ${stack.requests}`);
}

// The snapshot answers on the standard error of the process that signals it, as at a shell's prompt. The signal is
// therefore sent by a shell with a standard error that this script reads.
function ask(pid, child) {
  const shell = spawn('sh', ['-c', 'kill -USR1 "$0"; sleep 60', String(pid)], {stdio: ['ignore', 'ignore', 'pipe']});
  shell.stderr.on('data', text => {
    child.errors += text;
    if (/replays it again/.test(child.errors)) shell.kill();
  });
}

async function flown() {
  console.log('\n6. The flight recorder keeps the last 16 MiB in memory, and a snapshot replays them (--nodecpp-flight=16M):');
  const child = await crashed(['--nodecpp-flight=16M']);
  const stops = [];
  for (let i = 0; i < 2; ++i) {
    const [, pid] = await waitFor(child, /replay: stopped there: gdb -p (\d+)/);
    stops.push(stopped(await underGdb([], {pid: Number(pid)}).stack));
    const [, waiting] = await waitFor(child, /kill -USR1 (\d+) replays it again/);
    snapshot = Number(waiting);
    if (i === 0) shown(child.errors);
    tell(stops[i]);
    child.errors = '';
    if (i === 0) ask(snapshot, child);
  }
  mustBeSame(stops[0], stops[1], 'Two replays of the flight recorder');
  process.kill(snapshot, 'SIGTERM');
  snapshot = 0;
  say('Asked again with kill -USR1, it stops at the same place, with the same stack.');
}

async function mended() {
  console.log('\n7. The bug: when a price comes too late, its line is to be removed, but the last line of the order is removed, which may be another one:');
  shown('-  if (!line->price) order->lines.pop_back();\n+  if (!line->price) std::erase(order->lines, line);');
  say('The corrected program is another build, so it refuses the old recording:');
  const refused = spawnSync(fixed, [`--nodecpp-replay=${log('orders')}`], {encoding: 'utf8', timeout: 60000});
  shown(refused.stderr + `exit code ${refused.status}`);
  if (refused.status !== 4) throw new Error('another build was not refused');

  const requests = short ? 10000 : 100000;
  console.log(`\n8. The corrected program under the same load, ${requests} requests, recorded and replayed:`);
  const {port, child} = await start([fixed, `--nodecpp-record=${log('mended')}`]);
  const {answers, seconds, gone} = await load(port, {requests, seconds: longest});
  if (gone) throw new Error(`it crashed too, after ${answers} requests:\n${child.errors}`);
  child.kill('SIGKILL');
  await ended(child);
  say(`${answers} requests in ${seconds.toFixed(1)} s, no crash; kill -9 ends it.`);
  const replay = spawnSync(fixed, [`--nodecpp-replay=${log('mended')}`], {encoding: 'utf8', timeout: 120000});
  shown(replay.stdout + replay.stderr + `exit code ${replay.status}`);
  if (replay.status !== 0 || !/identical/.test(replay.stdout)) throw new Error('the replay was not identical');
}

(async () => {
  for (const program of [flight, fixed])
    if (!fs.existsSync(program)) throw new Error(`${path.relative(root, program)} is not there: make demo-replay builds it`);
  const why = whyNoGdb();
  if (why) throw new Error(why);
  const stop = await recorded();
  lookedAt(stop);
  await untilRequest(stop);
  await flown();
  await mended();
  console.log('\nEvery step had the expected result.');
  process.exit(0);
})().catch(error => {
  console.error('\ndemo-replay: ' + error.message);
  process.exit(1);
});
