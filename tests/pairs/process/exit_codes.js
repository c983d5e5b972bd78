process.on('beforeExit', code => {
  console.log('beforeExit', code);
  if (!process.exitCode) {
    process.exitCode = 7;
    setTimeout(() => console.log('more work'), 1);
  }
});
process.on('exit', code => console.log('exit', code));
console.log('main');
