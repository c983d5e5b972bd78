// stderr
process.on('exit', code => console.log('exit', code));
setTimeout(() => { throw new RangeError('in a timer'); }, 1);
setTimeout(() => console.log('never'), 30);
process.nextTick(() => console.log('tick'));
