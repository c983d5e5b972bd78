process.on('exit', code => {
  console.log('exit', code);
  process.exit(5);
});
process.nextTick(() => {
  console.log('tick');
  process.exit(3);
});
setTimeout(() => console.log('never'), 0);
