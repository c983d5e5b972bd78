// stderr
// spawnSync, execSync, execFileSync.
// replay: children
const { spawnSync, execSync, execFileSync } = require('child_process');

function show(name, result) {
  console.log(name, result.status, result.signal, result.pid > 0, JSON.stringify(String(result.stdout)), JSON.stringify(String(result.stderr)));
  if (result.error) console.log(name, result.error.message, result.error.code, result.error.errno, result.error.syscall, result.error.path);
}
function attempt(name, f) {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, JSON.stringify(error.message));
  }
}

show('plain', spawnSync('sh', ['-c', 'echo out; echo err >&2; exit 3']));
show('text', spawnSync('echo', ['text'], { encoding: 'utf8' }));
show('input', spawnSync('cat', { input: 'given\n' }));
show('no input', spawnSync('cat'));
show('input as a buffer', spawnSync('cat', [], { input: Buffer.from('bytes') }));
show('large', { ...spawnSync('cat', { input: 'x'.repeat(500000) }), stdout: 'x'.repeat(3) });
console.log(spawnSync('cat', { input: 'x'.repeat(500000) }).stdout.length);
show('missing', spawnSync('no_such_program', ['a']));
show('bad cwd', spawnSync('true', [], { cwd: '/no/such/folder' }));
show('not executable', spawnSync('/etc/passwd'));
show('cwd', spawnSync('pwd', { cwd: '/usr' }));
show('env', spawnSync('sh', ['-c', 'echo $ONE'], { env: { ONE: 'one' } }));
show('argv0', spawnSync('sh', ['-c', 'echo $0'], { argv0: 'other' }));
show('time-out', spawnSync('sleep', ['10'], { timeout: 50 }));
show('killSignal', spawnSync('sleep', ['10'], { timeout: 50, killSignal: 'SIGKILL' }));
show('maxBuffer', spawnSync('sh', ['-c', 'printf 12345; sleep 10'], { maxBuffer: 3 }));
show('signal', spawnSync('sh', ['-c', 'kill -INT $$']));
show('shell', spawnSync('echo $((1 + 2)); exit 4', { shell: true }));
show('inherited', spawnSync('sh', ['-c', 'echo to standard output'], { stdio: 'inherit' }));
show('ignored', spawnSync('echo', ['x'], { stdio: ['ignore', 'ignore', 'pipe'] }));
console.log(spawnSync('sh', ['-c', 'echo three >&3'], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], encoding: 'utf8' }).output);

attempt('execSync', () => String(execSync('echo $0; echo to standard error >&2')));
attempt('execSync text', () => execSync('echo text', { encoding: 'utf8' }));
attempt('execSync fails', () => execSync('echo out; echo why >&2; exit 5'));
attempt('execSync quiet', () => execSync('echo out; echo why >&2; exit 5', { stdio: 'pipe' }));
attempt('execSync time-out', () => execSync('sleep 10', { timeout: 50 }));
attempt('execFileSync', () => String(execFileSync('echo', ['a', 'b'])));
attempt('execFileSync fails', () => execFileSync('sh', ['-c', 'exit 6']));
attempt('execFileSync missing', () => execFileSync('no_such_program', ['a']));
attempt('execFileSync input', () => execFileSync('cat', { input: 'in', encoding: 'hex' }));
try {
  execFileSync('sh', ['-c', 'echo out; exit 7'], { encoding: 'utf8' });
} catch (error) {
  console.log(error.status, error.signal, error.pid > 0, error.stdout, error.stderr);
}
