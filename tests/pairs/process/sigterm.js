console.log('before');
setTimeout(() => console.log('never'), 5000);
process.kill(process.pid, 'SIGTERM');
