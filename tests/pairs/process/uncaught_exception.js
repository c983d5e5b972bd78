process.on('uncaughtException', (error, origin) => console.log(error.name, error.message, origin));
setTimeout(() => { throw new Error('one'); }, 40);
setTimeout(() => console.log('still here'), 120);
setImmediate(() => { throw new Error('two'); });
process.nextTick(() => { throw new Error('three'); });
queueMicrotask(() => { throw new Error('four'); });
