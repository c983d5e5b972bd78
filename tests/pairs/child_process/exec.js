// exec and execFile: the collected output, limits, time-outs, errors.
const { exec, execFile } = require('child_process');
const { promisify } = require('util');

function show(name, next) {
  return (error, stdout, stderr) => {
    if (error) console.log(name, error.name, JSON.stringify(error.message), error.code, error.errno, error.path);
    else console.log(name, 'ok');
    console.log(name, JSON.stringify(String(stdout)), JSON.stringify(String(stderr)));
    next();
  };
}

const steps = [
  next => exec('echo $ONE', { env: { ONE: 'one' } }, show('exec', next)),
  next => exec('echo out; echo err >&2; exit 3', show('code', next)),
  next => exec('kill $$', show('signal', next)),
  next => exec('no_such_program_at_all 2>/dev/null', show('shell says', next)),
  next => exec('echo $0', { shell: '/bin/bash' }, show('shell', next)),
  next => exec('pwd', { cwd: '/usr' }, show('cwd', next)),
  next => exec('pwd', { cwd: '/no/such/folder' }, show('bad cwd', next)),
  next => execFile('echo', ['a', 'b  c'], show('execFile', next)),
  next => execFile('no_such_program', ['a'], show('missing', next)),
  next => execFile('sh', ['-c', 'echo "$0-$1"', 'x', 'y'], { timeout: 5000 }, show('arguments', next)),
  next => execFile('echo $((2 * 3))', { shell: true }, show('execFile with a shell', next)),
  next => execFile('false', show('false', next)),
  next => exec('printf 1234567890abc; sleep 10', { maxBuffer: 10 }, show('maxBuffer', next)),
  next => exec('printf 1234567890', { maxBuffer: 10 }, show('maxBuffer just', next)),
  next => exec('printf 1234567890abc >&2; sleep 10', { maxBuffer: 3 }, show('maxBuffer of stderr', next)),
  next => exec('printf abc', { maxBuffer: Infinity }, show('no bound', next)),
  next => exec('sleep 10', { timeout: 50 }, show('time-out', next)),
  next => exec('trap "" TERM; sleep 10', { timeout: 50, killSignal: 'SIGKILL' }, show('killSignal', next)),
  next => {
    const controller = new AbortController();
    exec('sleep 10', { signal: controller.signal }, show('abort', next));
    setTimeout(() => controller.abort(), 20);
  },
  next => exec('printf "\\303\\244\\377"', { encoding: 'buffer' }, (error, stdout, stderr) => {
    console.log(error, stdout, stderr);
    next();
  }),
  next => exec('printf "\\303\\244"', { encoding: 'hex' }, (error, stdout) => { console.log(stdout); next(); }),
  next => exec('printf "\\303\\244"', { encoding: 'latin1' }, (error, stdout) => { console.log(stdout); next(); }),
  next => {
    const child = exec('cat', show('stdin', next));
    child.stdin.end('to the shell');
    console.log(child.spawnfile, child.spawnargs.length);
  },
  async next => {
    const run = promisify(exec);
    const { stdout, stderr } = await run('echo out; echo err >&2');
    console.log(stdout.trim(), stderr.trim());
    try {
      await run('echo to; echo fail >&2; exit 5');
    } catch (error) {
      console.log(error.message.trim(), error.code);
    }
    const file = await promisify(execFile)('echo', ['-n', 'file']);
    console.log(file.stdout, file.stderr.length);
    next();
  },
];

(function run() {
  const step = steps.shift();
  if (step) step(run);
})();
