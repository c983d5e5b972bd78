// Async generators as the source and as a stage of a pipeline, and as a Readable.
const {Readable} = require('stream');
const {pipeline} = require('stream/promises');
const {setTimeout} = require('timers/promises');
let over = 0;
async function* lines(n) {
  try {
    for (let i = 0; i < n; i++) {
      await setTimeout(1);
      yield `line ${i}\n`;
    }
  } finally {
    over++;
  }
}
async function* upper(source) {
  for await (const chunk of source) yield chunk.toString().toUpperCase();
}
async function print(source) {
  for await (const chunk of source) console.log(JSON.stringify(chunk.toString()));
}
async function* broken() {
  yield 'one';
  throw new RangeError('broken');
}
async function main() {
  await pipeline(lines(3), upper, print);
  console.log(over);
  await pipeline(Readable.from(lines(2)), async function* (source) {
    for await (const chunk of source) yield '> ' + chunk;
  }, print);
  try {
    await pipeline(broken(), print);
  } catch (error) {
    console.log(error.message);
  }
  const early = Readable.from(lines(100));
  early.on('close', () => console.log('closed', over));
  early.once('data', chunk => {
    console.log('first', chunk.toString());
    early.destroy();
  });
}
main();
