// stderr
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('exit', code => {
  console.log('exit', code, process.exitCode);
  process.exitCode = 6;
});
setTimeout(() => console.log('never'), 20);
setTimeout(() => { throw new RangeError('nobody handles it'); }, 1);
