// stderr
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('uncaughtException', error => { throw new TypeError('while handling: ' + error.message); });
process.on('exit', code => console.log('exit', code));
setTimeout(() => { throw new Error('first'); }, 1);
