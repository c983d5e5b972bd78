// An error that a worker does not catch, as the main thread gets it.
const {Worker, isMainThread} = require('worker_threads');
if (isMainThread) {
  const worker = new Worker(__filename);
  worker.on('error', error => {
    console.log(error.name, error.message, error.code === undefined, error.syscall === undefined, error.path ? 'a path' : 'no path');
    console.log(error.address ?? 'no address', error.hostname ?? 'no host', error.dest ?? 'no target');
  });
  worker.on('exit', code => console.log('exit', code));
} else {
  throw new TypeError('not caught');
}
