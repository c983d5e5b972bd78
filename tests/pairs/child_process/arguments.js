// Arguments that the functions of child_process refuse, and the error messages.
const { spawn, exec, execFile, fork, spawnSync, execSync } = require('child_process');

function attempt(name, f) {
  try {
    f();
    console.log(name, 'nothing');
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const nothing = () => {};

attempt('empty file', () => spawn(''));
attempt('null byte in file', () => spawn('a\0b'));
attempt('null byte in args', () => spawn('true', ['a', 'b\0']));
attempt('null byte in cwd', () => spawn('true', [], { cwd: '\0' }));
attempt('null byte in argv0', () => spawn('true', [], { argv0: 'a\0' }));
attempt('null byte in env', () => spawn('true', [], { env: { A: 'a\0' } }));
attempt('null byte in command', () => exec('a\0', nothing));
attempt('null byte in shell', () => spawn('true', [], { shell: '/bin/sh\0' }));
attempt('timeout', () => spawn('true', [], { timeout: -1 }));
attempt('timeout', () => execFile('true', [], { timeout: 1.5 }, nothing));
attempt('maxBuffer', () => execFile('true', [], { maxBuffer: -1 }, nothing));
attempt('maxBuffer', () => spawnSync('true', [], { maxBuffer: -1 }));
attempt('killSignal', () => spawn('true', [], { killSignal: 'SIGNONE' }));
attempt('killSignal', () => spawn('true', [], { killSignal: 500 }));
attempt('killSignal', () => spawnSync('true', [], { killSignal: 'SIGNONE' }));
attempt('stdio', () => spawn('true', [], { stdio: 'none' }));
attempt('stdio', () => spawn('true', [], { stdio: ['pipe', 'other'] }));
attempt('stdio', () => spawnSync('true', [], { stdio: ['pipe', 'ipc'] }));
attempt('serialization', () => spawn('true', [], { serialization: 'other' }));
attempt('too much', () => spawn('true', ['x'.repeat(3000000)]));
attempt('bad fd', () => spawn('true', [], { stdio: [0, 1, 999] }));
attempt('empty', () => execSync(''));
attempt('fork without ipc', () => fork('x', [], { stdio: ['pipe'] }));
