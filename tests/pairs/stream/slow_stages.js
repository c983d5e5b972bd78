// Functions as stages before a slow destination: all data arrives, however small the high-water mark is.
const {PassThrough, Writable} = require('stream');
const {pipeline} = require('stream/promises');

async function* doubled(rows) {
  for await (const row of rows) yield row * 2;
}
async function* batches(rows) {
  let batch = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === 2) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length) yield batch;
}
async function load(count, highWaterMark) {
  const got = [];
  const sink = new Writable({
    highWaterMark,
    objectMode: true,
    write(batch, encoding, callback) {
      setImmediate(() => {
        got.push(batch.join('+'));
        callback();
      });
    },
  });
  const source = new PassThrough({objectMode: true});
  for (let i = 1; i <= count; i++) source.write(i);
  source.end();
  await pipeline(source, doubled, batches, sink);
  console.log(count, highWaterMark, got.join(' '), sink.writableFinished);
}
(async () => {
  for (const highWaterMark of [1, 2, 16]) {
    for (const count of [1, 2, 5, 20]) await load(count, highWaterMark);
  }
})();
