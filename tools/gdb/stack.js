'use strict';
// Finds out with gdb (stack.py) where a program stops, for tools and tests.
const path = require('path');
const {spawn, spawnSync} = require('child_process');

const script = path.join(__dirname, 'stack.py');

// Returns why gdb cannot be used, as a sentence, or null when it can be used.
function whyNoGdb() {
  const asked = spawnSync('gdb', ['-q', '-batch', '-nx', '-ex', 'python print(6 * 7)'], {encoding: 'utf8'});
  if (asked.error) return 'gdb is not installed: apt-get install gdb';
  return asked.stdout.includes('42') ? null : 'this gdb has no Python: install Debian\'s gdb, not gdb-minimal';
}

// Starts the program under gdb, or attaches gdb to `pid`. `stack` of the result resolves to what stack.py reports:
// {signal, turn, requests, operations, frames} or {exit} or {error}. `text` is all that was printed.
function underGdb(command, {env = {}, pid, timeout = 60000} = {}) {
  const target = pid ? ['-p', String(pid)] : ['--args', ...command];
  const child = spawn('gdb', ['-q', '-batch', '-nx', '-x', script, ...target],
    {env: {...process.env, ...env}, stdio: ['ignore', 'pipe', 'pipe'], detached: true});
  const run = {child, text: ''};
  run.end = () => { try { process.kill(-child.pid, 'SIGKILL'); } catch { /* it has ended */ } };
  const timer = setTimeout(() => { run.text += '[stopped: too long]'; run.end(); }, timeout);
  process.on('exit', run.end);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => { run.text += chunk; });
  run.stack = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      process.off('exit', run.end);
      const line = /^stack (\{.*\})$/m.exec(run.text);
      resolve(line ? JSON.parse(line[1]) : {error: run.text.slice(-2000) || 'gdb said nothing'});
    });
  });
  return run;
}

// Returns the frames of the program and the runtime as text, without the frames of the port, because a replay replaces
// those.
function framesOf(stack) {
  return (stack.frames || [])
    .filter(([name, file]) => !/\bnodecpp::os::|^epoll_wait/.test(name) && !/\/src\/os\//.test(file))
    .map(([name, file, line]) => `${name} ${path.basename(file)}:${line}`);
}

// Returns the difference between two stops as a sentence, or null when there is none.
function difference(a, b) {
  for (const stop of [a, b]) if (!stop.signal) return `it did not stop by a signal: ${JSON.stringify(stop).slice(0, 500)}`;
  for (const what of ['signal', 'turn', 'requests'])
    if (a[what] !== b[what]) return `${what}: ${a[what]}, then ${b[what]}`;
  const [one, other] = [framesOf(a), framesOf(b)];
  for (let i = 0; i < Math.max(one.length, other.length); ++i)
    if (one[i] !== other[i]) return `frame ${i}: ${one[i] || 'none'}, then ${other[i] || 'none'}`;
  return null;
}

module.exports = {whyNoGdb, underGdb, framesOf, difference};
