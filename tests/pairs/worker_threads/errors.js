// Standard error is not compared, because Node prints errors with places in its own files.
const {Worker, isMainThread, parentPort, workerData, MessageChannel} = require('worker_threads');

const scenes = {
  throws() {
    process.on('exit', (code) => parentPort.postMessage(`exit listener ${code}`));
    const error = new TypeError('no good');
    error.code = 'E_BAD';
    throw error;
  },
  rejects() { Promise.reject(new RangeError('rejected')); },
  later() { setTimeout(() => { throw new Error('later'); }, 1); },
  handled() {
    process.on('uncaughtException', (error, origin) => parentPort.postMessage(`${error.message} ${origin}`));
    setTimeout(() => parentPort.postMessage('goes on'), 1);
    throw new Error('handled');
  },
  exits() {
    process.on('exit', (code) => parentPort.postMessage(`exit listener ${code}`));
    setTimeout(() => {}, 100000);
    process.exit(7);
  },
  exitCode() { process.exitCode = 9; },
  unsupported() {
    for (const f of [() => process.chdir('/'), () => process.umask(0), () => process.abort()]) {
      try { f(); } catch (error) { parentPort.postMessage(`${error.name} ${error.code} ${error.message}`); }
    }
    process.on('SIGTERM', () => {});
  },
  environment() {
    process.env.OWN = 'worker';
    parentPort.postMessage(`${process.env.GIVEN} ${process.env.OWN} ${process.argv[2]}`);
  },
};

function run(name, options, next) {
  const worker = new Worker(__filename, {workerData: name, ...options});
  worker.on('error', (error) => console.log(name, 'error', error instanceof Error, error.name, error.code, error.message));
  worker.on('message', (message) => console.log(name, 'message', message));
  worker.on('exit', (code) => { console.log(name, 'exit', code); next(); });
}

if (isMainThread) {
  process.env.OWN = 'main';
  run('throws', {}, () => run('rejects', {}, () => run('later', {}, () => run('handled', {}, () => run('exits', {}, () =>
    run('exitCode', {}, () => run('unsupported', {}, () => run('environment', {env: {GIVEN: 'yes'}, argv: ['a']}, () => {
      console.log(process.env.OWN);
      const {port1, port2} = new MessageChannel();
      for (const bad of [() => port1.postMessage(port2), () => port1.postMessage(1, [port1]), () => port1.postMessage(1, [port2, port2])]) {
        try { bad(); } catch (error) { console.log(error.name, error.code, error.message); }
      }
      port1.close();
      // The error event has no listener, so it ends this program.
      new Worker(__filename, {workerData: 'later'});
      process.on('exit', (code) => console.log('the end', code));
    }))))))));
} else {
  scenes[workerData]();
}
