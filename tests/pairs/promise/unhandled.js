// stderr
process.on('exit', code => console.log('exit', code));
setTimeout(() => console.log('never'), 50);
(async () => {
  await null;
  throw new Error('nobody awaits');
})();
