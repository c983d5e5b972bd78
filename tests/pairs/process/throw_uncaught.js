// stderr
process.on('exit', code => console.log('exit', code));
console.log('before');
setTimeout(() => console.log('never'), 10);
throw new TypeError('nobody catches this');
