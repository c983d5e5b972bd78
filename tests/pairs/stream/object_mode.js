'use strict';
const {Readable, Writable, Transform, PassThrough, Duplex} = require('stream');
const {compose, addAbortSignal, pipeline} = require('stream');

// Numbers go through a pipe; the high-water marks count chunks.
const numbers = new Readable({
  objectMode: true,
  highWaterMark: 3,
  read() {},
});
console.log(numbers.readableObjectMode, numbers.readableHighWaterMark);
for (let i = 0; i < 5; i++) console.log(numbers.push(i), numbers.readableLength);
numbers.push('text');
numbers.push('');
numbers.push(null);
console.log(numbers.read(), numbers.read(10), numbers.readableLength);

const sink = new Writable({
  objectMode: true,
  highWaterMark: 2,
  write(chunk, encoding, callback) {
    console.log('write', chunk);
    setImmediate(callback);
  },
});
console.log(sink.writableObjectMode, sink.writableHighWaterMark);
console.log(sink.write(1), sink.writableLength);
console.log(sink.write('two'), sink.writableLength);
console.log(sink.write(3), sink.writableLength, sink.writableNeedDrain);
sink.on('drain', () => console.log('drain'));

numbers.on('data', (chunk) => console.log('data', chunk));
numbers.on('end', () => console.log('end', numbers.readableLength));

// A stream of which only one side is in object mode.
const lengths = new Transform({
  readableObjectMode: true,
  transform(chunk, encoding, callback) {
    callback(null, chunk.length);
  },
});
console.log(lengths.readableObjectMode, lengths.writableObjectMode, lengths.readableHighWaterMark, lengths.writableHighWaterMark);
lengths.on('data', (n) => console.log('length', n + 1));
lengths.write('four');
lengths.end('fives');

// A stream that is not in object mode.
const bytes = new PassThrough();
try {
  bytes.write(5);
} catch (error) {
  console.log(error.name, error.code, error.message);
}
bytes.on('error', (error) => console.log(error.code));
bytes.push(5);

// Readable.from.
const from = Readable.from([1, 2, 3]);
console.log(from.readableObjectMode, from.readableHighWaterMark);
from.on('data', (n) => console.log('from', n));
Readable.from('a text').on('data', (chunk) => console.log('from', chunk));
Readable.from(Buffer.from('bytes')).on('data', (chunk) => console.log('from', chunk));

// An abort signal destroys the stream.
const controller = new AbortController();
const aborted = new Readable({read() {}, signal: controller.signal});
aborted.on('error', (error) => console.log('aborted', error.name, error.code));
const added = addAbortSignal(controller.signal, new PassThrough());
added.on('error', (error) => console.log('added', error.name, error.message));
added.on('close', () => console.log('close', added.destroyed));
setTimeout(() => controller.abort(), 60);

// Several streams are composed into one.
const upper = new Transform({
  transform(chunk, encoding, callback) {
    callback(null, chunk.toString().toUpperCase());
  },
});
const twice = new Transform({
  transform(chunk, encoding, callback) {
    callback(null, chunk + '' + chunk);
  },
});
const composed = compose(upper, twice);
composed.on('data', (chunk) => console.log('composed', chunk.toString()));
composed.on('end', () => console.log('composed end'));
composed.on('finish', () => console.log('composed finish'));
composed.on('close', () => console.log('composed close'));
setTimeout(() => {
  composed.write('ab');
  composed.end('cd');
}, 100);

setTimeout(() => {
  const failing = compose(new PassThrough(), new Transform({
    transform(chunk, encoding, callback) {
      callback(new Error('no good'));
    },
  }));
  failing.on('error', (error) => console.log('failing', error.message, failing.destroyed));
  failing.write('x');
}, 150);
