// A loop over lines throws the error of the input, after the lines that came before it.
const fs = require('fs');
const readline = require('readline');
const {PassThrough} = require('stream');
async function main() {
  const input = new PassThrough();
  input.write('a\nb\nc');
  setTimeout(() => input.destroy(new Error('broken')), 20);
  try {
    for await (const line of readline.createInterface({input})) console.log(line);
  } catch (error) {
    console.log('caught', error.message);
  }
  try {
    for await (const line of readline.createInterface({input: fs.createReadStream('/nowhere/at/all')})) console.log(line);
  } catch (error) {
    console.log('caught', error.code);
  }
}
main();
