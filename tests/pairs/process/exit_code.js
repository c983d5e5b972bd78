// process.exitCode and process.exit(): the values that they accept, and which of them becomes the exit code.
const message = error => `${error.name} ${error.code} ${error.message}`;
const attempt = f => {
  try {
    f();
    console.log('fine', process.exitCode);
  } catch (error) {
    console.log(message(error));
  }
};
console.log(process.exitCode);
attempt(() => { process.exitCode = 3; });
attempt(() => { process.exitCode = '4'; });
attempt(() => { process.exitCode = ''; });
attempt(() => { process.exitCode = 'abc'; });
attempt(() => { process.exitCode = 1.5; });
attempt(() => { process.exitCode = NaN; });
attempt(() => { process.exitCode = Infinity; });
attempt(() => { process.exitCode = true; });
attempt(() => { process.exitCode = -1; });
attempt(() => { process.exitCode = null; });
attempt(() => process.exit('x'));
attempt(() => process.exit(2.5));
attempt(() => process.exit(false));
process.on('exit', code => {
  console.log('first', code, process.exitCode);
  process.exitCode = 9;
});
process.on('exit', code => console.log('second', code, process.exitCode));
process.exitCode = 5;
