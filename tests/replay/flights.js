'use strict';
// Tests of the flight recorder: a program that crashes is replayed at once, and its snapshots end when they should.
const fs = require('fs');
const http = require('http');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {start} = require('../support/programs.js');
const {build, each, ended, example, expect, folder, get, program, run} = require('./support.js');

async function flight(by, options, asks) {
  const {port, child} = await start([program('crash'), '--nodecpp-flight=512K', ...options], {CRASH_AT: 4000, CRASH_BY: by});
  const agent = new http.Agent({keepAlive: true, maxSockets: 4});
  await each(Array.from({length: 4100}, (_, i) => i), 4, () => get(port, '/', agent).catch(() => {}));
  agent.destroy();
  await ended(child);
  const until = async pattern => {
    for (let i = 0; i < 400; i++) {
      const found = pattern.exec(child.errors);
      if (found) return found;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    throw new Error(`${pattern} is not said: ${child.errors}`);
  };
  await asks(child, until);
}
const gone = async pid => {
  for (let i = 0; i < 400; i++) {
    if (!fs.existsSync(`/proc/${pid}`)) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error(`process ${pid} stays`);
};

// Runs hurdles.cpp with the flight recorder. Its error output is compared with `said` once it matches `until`, and then
// no process may remain.
async function hurdle(name, {env = {}, code, until, said = until}) {
  const child = spawn(program('hurdles'), ['--nodecpp-flight=256K'], {env: {...process.env, ...env, HURDLE: name}});
  let stderr = '';
  child.stdout.resume();
  child.stderr.on('data', chunk => { stderr += chunk; });
  await ended(child);
  expect(`${name}: how it ended`, child.signalCode, code);
  for (let i = 0; i < 400 && !until.test(stderr); i++) await new Promise(resolve => setTimeout(resolve, 10));
  expect(name, stderr, until);
  expect(name, stderr, said);
  const stopped = /stopped .*gdb -p (\d+)/.exec(stderr);
  if (!stopped) return;
  const snapshot = /^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${stopped[1]}/status`, 'utf8'))[1];
  process.kill(Number(snapshot), 'SIGTERM');
  await gone(stopped[1]);
}

const tests = {
  async 'a flight, replayed as often as asked'() {
    await flight('wild', [], async (child, until) => {
      expect('the crash', child.signalCode, 'SIGSEGV');
      const [, first] = await until(/replay: SIGSEGV in turn \d+, after \d+ operations that were identical\nreplay: stopped there: gdb -p (\d+)\n/);
      process.kill(Number(first), 'SIGKILL');
      const [, snapshot] = await until(/flight: kill -USR1 (\d+) replays it again/);
      // The process that asks gets the answer, because the program's own standard error is closed.
      const asks = spawn('sh', ['-c', 'kill -USR1 "$0"; sleep 5', snapshot], {stdio: ['ignore', 'ignore', 'pipe']});
      const second = await new Promise(resolve => {
        let said = '';
        asks.stderr.on('data', text => {
          const found = /stopped there: gdb -p (\d+)\n/.exec(said += text);
          if (found) resolve(found[1]);
        });
        asks.on('close', () => resolve('nobody: ' + said));
      });
      asks.kill();
      expect('who is told', second, /^\d+$/);
      process.kill(Number(snapshot), 'SIGTERM');
      await gone(second);
      await gone(snapshot);
    });
  },

  // A process that reads the program's output must not wait for the snapshot that waits for a debugger.
  async 'a flight that has crashed leaves the standard streams'() {
    await flight('wild', [], async (child, until) => {
      const [, snapshot] = await until(/flight: kill -USR1 (\d+)/);
      for (let i = 0; i < 400 && !child.stderr.readableEnded; i++) await new Promise(resolve => setTimeout(resolve, 10));
      const ended = child.stderr.readableEnded;
      process.kill(Number(snapshot), 'SIGTERM');
      expect('the end of standard error', ended, true);
    });
  },

  // Simulates a service that crashes and is restarted again and again.
  async 'flights that have crashed are bounded'() {
    const kept = [];
    for (let i = 0; i < 4; i++)
      await flight('wild', ['--nodecpp-flight-kept=2'], async (child, until) => {
        kept.push((await until(/flight: kill -USR1 (\d+)/))[1]);
      });
    for (const pid of kept.slice(0, 2)) await gone(pid);
    for (const pid of kept.slice(2)) expect(`snapshot ${pid}`, fs.existsSync(`/proc/${pid}`), true);
    // The memory for the kept snapshots is limited to a megabyte here, so older ones end.
    await flight('wild', ['--nodecpp-flight-kept-memory=1M'], async (child, until) => {
      kept.push((await until(/flight: kill -USR1 (\d+)/))[1]);
    });
    for (const pid of kept.slice(0, 4)) await gone(pid);
    expect('the last one', fs.existsSync(`/proc/${kept[4]}`), true);
    process.kill(Number(kept[4]), 'SIGTERM');
    await gone(kept[4]);
  },

  async 'a flight that ends by an error, or is killed'() {
    await flight('throw', [], async (child, until) => {
      expect('its code', child.exitCode, 1);
      const [, pid] = await until(/replay: stopped before the error that ends the program does, in turn \d+, process (\d+)/);
      expect('the error is said twice', child.errors.split('Error: request 4000 was too much').length, 3);
      process.kill(Number(pid), 'SIGKILL');
      const [, snapshot] = await until(/kill -USR1 (\d+)/);
      process.kill(Number(snapshot), 'SIGTERM');
      await gone(snapshot);
    });
    await flight('kill', [], async (child, until) => {
      const [, pid] = await until(/replay: stopped before the end: the program was killed here, in turn \d+, process (\d+)/);
      process.kill(Number(pid), 'SIGKILL');
      const [, snapshot] = await until(/kill -USR1 (\d+)/);
      process.kill(Number(snapshot), 'SIGTERM');
      await gone(snapshot);
    });
  },

  async 'a flight that leaves a core, and one that lands'() {
    await flight('wild', ['--nodecpp-flight-core'], async (child, until) => {
      await until(/replay: SIGSEGV in turn/);
      if (/stopped/.test(child.errors)) throw new Error(child.errors);
    });
    const landed = await run(path.join(build, 'pairs/loop/order_phases'), ['--nodecpp-flight=1M']);
    const report = /^flight: \d+ snapshots, the process stood still for \d+\.\d+ ms \(p50\), .* in all; a snapshot held .*\n$/;
    expect('its code', landed.code, 0);
    expect('its report', landed.stderr, report);
    // The program is stopped as a service manager does it.
    const {port, child} = await start([example('listing1'), '--nodecpp-flight=1M']);
    await get(port, '/');
    child.kill('SIGTERM');
    await ended(child);
    for (let i = 0; i < 400 && !child.errors; i++) await new Promise(resolve => setTimeout(resolve, 10));
    expect('a stopped one\'s report', child.errors, report);
  },

  async 'a flight with hurdles'() {
    const crashed = /replay: SIGSEGV in turn \d+, .* identical\nreplay: stopped there: gdb -p \d+\n/;
    await hurdle('none', {code: 'SIGSEGV', until: crashed});
    await hurdle('turn', {code: 'SIGSEGV', until: /replay: (SIGSEGV.*\nreplay: stopped|different|stopped).*\n/, said: crashed});
    await hurdle('signal', {code: 'SIGTERM', until: /^flight: .*\n/, said: /^flight: \d+ snapshots, /});
    // No snapshot can be made in this case, but nothing else may fail.
    const fifo = path.join(folder, 'fifo');
    spawnSync('mkfifo', [fifo]);
    const began = Date.now();
    await hurdle('job', {env: {FIFO: fifo}, code: 'SIGSEGV',
      until: /replay: stopped before what the flight recorder had no room for, and the crash, in turn \d+, process \d+: gdb -p \d+\n/,
      said: /no room for a turn, or jobs kept it from a snapshot/});
    if (Date.now() - began > 7000) throw new Error(`a job that never ends cost ${Date.now() - began} ms`);
  },
};

module.exports = tests;
