// spawn: the order of events, the child's arguments and environment, failures, and how a child is ended.
// replay: children
const { spawn } = require('child_process');

function show(name, child, next) {
  let out = '';
  let err = '';
  child.on('spawn', () => console.log(name, 'spawn', child.pid > 0));
  child.on('error', error => {
    console.log(name, 'error', error.message, error.code, error.errno, error.syscall, error.path);
  });
  if (child.stdout) child.stdout.on('data', chunk => { out += chunk; });
  if (child.stderr) child.stderr.on('data', chunk => { err += chunk; });
  child.on('exit', (code, signal) => console.log(name, 'exit', code, signal, child.exitCode, child.signalCode));
  child.on('close', (code, signal) => {
    console.log(name, 'close', code, signal, JSON.stringify(out), JSON.stringify(err), child.killed);
    next();
  });
}

const steps = [
  next => {
    const child = spawn('sh', ['-c', 'echo out; echo err >&2; cat; exit 3']);
    show('streams', child, next);
    console.log(child.spawnfile, child.spawnargs.join(), child.exitCode, child.signalCode, child.connected);
    child.stdin.write('hello ');
    child.stdin.end('world\n');
  },
  next => {
    const child = spawn('no_such_program', ['a', 'b']);
    console.log(child.pid > 0);
    show('missing', child, next);
  },
  next => show('bad cwd', spawn('true', [], { cwd: '/no/such/folder' }), next),
  next => show('not executable', spawn('/etc/passwd'), next),
  next => show('cwd', spawn('pwd', { cwd: '/usr' }), next),
  next => show('env', spawn('sh', ['-c', 'echo $ONE-$TWO-$HOME'], { env: { ONE: '1', TWO: undefined } }), next),
  next => show('more env', spawn('sh', ['-c', 'echo $ONE-${PATH:+path}'], { env: { ...process.env, ONE: 1 } }), next),
  next => show('argv0', spawn('sh', ['-c', 'echo $0 $*'], { argv0: 'other' }), next),
  next => show('argv0 seen', spawn('bash', ['-c', 'cat /proc/$$/cmdline | tr "\\0" " "'], { argv0: 'other' }), next),
  next => show('shell', spawn('echo $((1 + 2)) && false', { shell: true }), next),
  next => show('other shell', spawn('echo $0', { shell: '/bin/bash' }), next),
  next => show('script', spawn('exit 4', { shell: true, stdio: 'ignore' }), next),
  next => {
    const child = spawn('sleep', ['100']);
    show('kill', child, next);
    child.on('spawn', () => console.log(child.kill(), child.killed, child.kill(0)));
  },
  next => {
    const child = spawn('sleep', ['100']);
    show('kill by number', child, next);
    child.on('spawn', () => console.log(child.kill(9)));
    child.on('exit', () => console.log(child.kill(), child.kill('SIGKILL')));
  },
  next => {
    const child = spawn('sleep', ['100']);
    show('unknown signal', child, next);
    try {
      child.kill('SIGNONE');
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
    child.kill('sigint');
  },
  next => show('time-out', spawn('sleep', ['100'], { timeout: 50, killSignal: 'SIGKILL' }), next),
  next => show('dies by itself', spawn('sh', ['-c', 'kill -ABRT $$']), next),
  next => {
    const controller = new AbortController();
    const child = spawn('sleep', ['100'], { signal: controller.signal });
    child.on('error', error => console.log(error.name, error.code, error.message));
    child.on('close', (code, signal) => { console.log('aborted', code, signal, child.killed); next(); });
    child.on('spawn', () => controller.abort());
  },
  next => {
    const child = spawn('sleep', ['100'], { signal: AbortSignal.abort() });
    child.on('error', error => console.log(error.name, error.code));
    child.on('close', (code, signal) => { console.log('aborted before', code, signal); next(); });
  },
  next => {
    const child = spawn('sh', ['-c', 'echo three >&3; cat <&4 >&3'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    console.log(child.stdin, child.stdout, child.stderr, child.stdio.length, child.stdio[2]);
    child.stdio[3].on('data', chunk => console.log('fd 3:', chunk.toString().trim()));
    child.stdio[3].on('end', () => console.log('fd 3 ends'));
    child.stdio[4].end('four\n');
    child.on('close', (code, signal) => { console.log('more streams', code, signal); next(); });
  },
  next => {
    const child = spawn('sh', ['-c', 'echo to standard output; echo to standard error >&2'], { stdio: ['ignore', 'inherit', 1] });
    child.on('exit', () => next());
  },
  next => {
    const child = spawn('sh', ['-c', 'exec >&-; sleep 0.05; exit 7']);
    show('closes its output', child, next);
  },
  next => {
    const child = spawn('sh', ['-c', 'sleep 0.1 & exit 0']);
    child.on('exit', () => console.log('exit before close', child.stdout.destroyed));
    child.on('close', () => { console.log('close'); next(); });
  },
  next => {
    const child = spawn('sleep', ['0.05'], { detached: true, stdio: 'ignore' });
    child.on('exit', (code, signal) => { console.log('detached', code, signal); next(); });
    child.unref();
    child.ref();
  },
  next => {
    const child = spawn('true');
    child.stdin.on('error', error => console.log(error.code));
    child.stdin.on('close', () => console.log('stdin closes'));
    child.on('close', () => next());
  },
];

(function run() {
  const step = steps.shift();
  if (step) step(run);
  else spawn('sleep', ['100'], { detached: true, stdio: 'ignore' }).on('spawn', function() { this.unref(); this.kill(); });
})();
