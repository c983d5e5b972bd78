// stderr
process.on('exit', code => console.log('exit', code));
Promise.reject(new TypeError('nobody waits'));
setTimeout(() => console.log('never'), 5);
