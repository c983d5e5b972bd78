'use strict';
// Tests tools/gdb/nodecpp.py on waits.cpp, a program with coroutines that wait in known places: when it runs, when it
// is replayed, when gdb attaches to it, with a core file, and without debugging information.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {whyNoGdb} = require('../../tools/gdb/stack.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const program = process.argv[2] || path.join(build, 'tests/gdb_waits');

const why = whyNoGdb();
if (why) {
  console.log(`The commands of gdb are not tested: ${why}`);
  process.exit(0);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-gdb-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}));
const log = path.join(folder, 'log');
const core = path.join(folder, 'core');
const bare = path.join(folder, 'bare');

const source = fs.readFileSync(path.join(__dirname, 'waits.cpp'), 'utf8').split('\n');
const line = name => source.findIndex(text => text.includes(`// mark: ${name}`)) + 1;

function gdb(commands, target) {
  const args = ['-q', '-batch', '-nx', '-x', path.join(root, 'tools/gdb/nodecpp.py'), '-ex', 'set width 0',
    ...commands.flatMap(command => ['-ex', command]), ...target];
  const run = spawnSync('gdb', args, {encoding: 'utf8', timeout: 60000});
  return run.stdout + run.stderr;
}

let passed = 0;
let failed = 0;
function has(name, text, ...patterns) {
  const missing = patterns.filter(pattern => !pattern.test(text));
  if (missing.length === 0) return ++passed;
  ++failed;
  console.log(`${name}: no ${missing.join(', ')} in:\n${text}\n`);
}

// Three coroutines of outer wait for inner; one waits in takes, and one in a race. Coroutines that have ended are not
// listed.
const waiting = [/^10 coroutines wait:$/m, /^3 times$/m,
  new RegExp(`^  Promise<> outer\\(int\\) at \\S*waits.cpp:${line('outer')}\\n    awaits Promise<int> inner\\(int\\) at ` +
    `\\S*waits.cpp:${line('inner')}\\n      awaits a promise$`, 'm'),
  new RegExp(`^  Promise<> takes\\(Queue<int>\\) at \\S*waits.cpp:${line('takes')}\\n    awaits an event$`, 'm'),
  new RegExp(`^  Promise<> races\\(\\) at \\S*waits.cpp:${line('races')}\\n    awaits 2 together:\\n` +
    `      Promise<int> inner\\(int\\) at \\S*waits.cpp:${line('inner')}\\n        awaits a promise\\n` +
    `      Promise<int> other\\(int\\) at \\S*waits.cpp:${line('other')}\\n        awaits a promise$`, 'm')];

const moment = ['break stopHere', 'run', 'nodecpp turn', 'nodecpp promises'];
const live = gdb([...moment, 'nodecpp until 9', `generate-core-file ${core}`], ['--args', program]);
has('a program that runs', live, ...waiting, /neither recorded nor replayed/, /this is no replay/);
has('a core file', gdb(['nodecpp promises'], [program, core]), ...waiting);

const recording = spawnSync(program, [`--nodecpp-record=${log}`], {encoding: 'utf8', timeout: 20000});
has('a recording', recording.stdout, /^a name that is too long to stand in the object itself 1$/m);
const replay = ['--args', program, `--nodecpp-replay=${log}`];
has('a replay', gdb([...moment, 'delete', 'continue'], replay), ...waiting, /^turn [1-9], request 0, [1-9]\d* operations$/m,
  /identical/);
const steps = ['nodecpp until 2', 'nodecpp turn', 'nodecpp until 1', 'nodecpp until 3', 'nodecpp turn', 'nodecpp until x'];
has('until', gdb(steps, replay), /^turn 1, /m, /turn 1 is past/, /^turn 2, /m, /stopped before turn 3, in turn 2/, /nodecpp until TURN, or/);
has('a String', gdb(['break stopHere', 'run', 'nodecpp promises /a', 'print note'], replay), /\(frame 0x[0-9a-f]+\)$/m,
  /"stopped here, with a text that is longer than the object itself"/);

if (spawnSync('strip', ['--strip-debug', '-o', bare, program]).status === 0)
  has('without debugging information', gdb(moment, ['--args', bare]), ...waiting);

has('another program', gdb(['nodecpp turn'], ['--args', '/bin/true']), /it is not a program of Node\.cpp/);
has('no process', gdb(['nodecpp promises'], ['--args', program]), /No coroutine waits|no process yet/);

// Attaches gdb to a running program.
const child = spawn(program, ['stays'], {stdio: 'ignore'});
setTimeout(() => {
  const attached = gdb(['nodecpp promises', 'detach'], ['-p', String(child.pid)]);
  child.kill('SIGKILL');
  const refused = /ptrace: Operation not permitted/.test(attached);
  if (refused) console.log('Attaching is not tested: this machine does not allow it.');
  else has('a process attached to', attached, /^(No coroutine waits\.|[1-9]\d* coroutines? waits?:)$/m);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}, 15);
