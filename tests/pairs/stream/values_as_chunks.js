// Entries of a Map and values of any type as chunks, through the operators of a stream.
const {Readable, Transform} = require('stream');
async function main() {
  const counts = new Map();
  const counter = new Transform({
    objectMode: true,
    transform(word, encoding, callback) {
      counts.set(String(word), (counts.get(String(word)) ?? 0) + 1);
      callback();
    },
    flush(callback) {
      for (const entry of counts) this.push(entry);
      callback();
    },
  });
  Readable.from(['the', 'cat', 'the']).pipe(counter);
  counter.on('data', ([word, n]) => console.log(word, n));
  await new Promise(resolve => counter.once('end', resolve));
  const people = [{age: 3}, {age: null}, {age: 4}];
  const total = await Readable.from(people).filter(({age}) => age).map(({age}) => age * 2).reduce((a, b) => a + b, 0);
  console.log(total);
  console.log(Float64Array.from({length: 3}, () => 1.5), Uint8Array.from({length: 2}, (_, i) => i + 1));
}
main();
