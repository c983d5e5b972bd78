const readline = require('readline/promises');
const {PassThrough} = require('stream');

async function main() {
  const input = new PassThrough();
  const output = new PassThrough();
  output.on('data', (bytes) => console.log('output', bytes.toString()));
  const rl = readline.createInterface({input, output});
  setTimeout(() => input.write('Ann\n'), 5);
  console.log(await rl.question('name? '));
  setTimeout(() => input.write('5\n'), 5);
  console.log(await rl.question('number? '));
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 5);
  try {
    await rl.question('in time? ', {signal: abort.signal});
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  try {
    await rl.question('before? ', {signal: abort.signal});
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  rl.close();
  try {
    await rl.question('closed? ');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
main();
