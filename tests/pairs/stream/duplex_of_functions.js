// Duplex.from and compose of functions: when a function runs, and when a write is through.
const {Duplex, PassThrough, Readable, compose} = require('stream');
const {finished} = require('stream/promises');
const {setImmediate: turn} = require('timers/promises');
const {message, watchEnds, watchReading, watchWriting} = require('./scenes');
const {halves, play, scene, sink, source, tens, three, total, turns} = require('./stages');

const watch = stream => watchEnds(watchWriting(watchReading(stream, 'd'), 'd'), 'd');
const written = name => error => console.log(name, 'is through', message(error || undefined));
const slow = async function* (chunks) {
  for await (const chunk of chunks) {
    console.log('slow', chunk);
    await turns(2);
    yield chunk;
  }
  console.log('slow ends');
};
const bad = async function* (chunks) {
  for await (const chunk of chunks) {
    yield chunk;
    throw new RangeError('bad');
  }
};

scene('a generator is written to and read', async () => {
  const d = watch(Duplex.from(tens));
  console.log(d.readable, d.writable, d.readableHighWaterMark, d.writableHighWaterMark, d.readableObjectMode, d.writableObjectMode);
  console.log(d.write(1, written('one')));
  console.log(d.write(2, written('two')));
  console.log(d.write(3, written('three')));
  d.end();
  await turns(3);
  for await (const chunk of d) console.log('got', chunk);
  console.log(d.destroyed);
});
scene('a generator that nobody reads', async () => {
  const d = watch(Duplex.from(tens));
  for (let i = 0; i < 4; i++) console.log(d.write(i, written(i)));
  await turns(4);
  d.destroy();
});
scene('a slow generator, with data', async () => {
  const d = watch(Duplex.from(slow));
  d.on('data', chunk => console.log('data', chunk));
  d.write('a', written('a'));
  d.write('b', written('b'));
  d.end('c', written('the end'));
  await finished(d);
});
scene('a generator that fails', async () => {
  const d = watch(Duplex.from(bad));
  d.on('data', chunk => console.log('data', chunk));
  d.write('a', written('a'));
  d.write('b', written('b'));
  await turns(3);
});
scene('a function', async () => {
  const d = watch(Duplex.from(async chunks => {
    console.log('begins');
    for await (const chunk of chunks) {
      console.log('takes', chunk);
      await turn();
    }
    await turn();
    console.log('has taken all');
  }));
  console.log(d.readable, d.writable, d.writableHighWaterMark);
  console.log(d.write(1, written('one')));
  console.log(d.write(2, written('two')));
  d.end(written('the end'));
  await finished(d);
});
scene('a function that fails', async () => {
  const d = watch(Duplex.from(async chunks => {
    for await (const chunk of chunks) {
      await turn();
      throw new TypeError('not ' + chunk);
    }
  }));
  d.write(1, written('one'));
  d.write(2, written('two'));
  await turns(4);
});
scene('a function that is destroyed', async () => {
  const d = watch(Duplex.from(async (chunks, {signal}) => {
    signal.addEventListener('abort', () => console.log('aborted', message(signal.reason)));
    for await (const chunk of chunks) console.log('takes', chunk);
    console.log('ends');
  }));
  d.write(1, written('one'));
  await turns(2);
  d.destroy(new Error('enough'));
  await turns(2);
});
scene('sources', async () => {
  for (const from of [[1, 2, 3], three(), 'text', Promise.resolve('promised'), source(2, 1, true)]) {
    const d = watch(Duplex.from(from));
    console.log(d.readable, d.writable);
    await turn();
    for await (const chunk of d) console.log('got', chunk);
    await turns(2);
  }
});
scene('a Readable of a generator', async () => {
  const r = watch(Readable.from(three()));
  await turns(2);
  r.on('data', chunk => console.log('data', chunk));
  await turns(3);
  const early = watch(Readable.from(three()));
  early.once('data', () => early.destroy());
  await turns(3);
});
scene('composed functions', async () => {
  const d = watch(compose(tens, halves, slow));
  console.log(d.write(1, written('one')));
  console.log(d.write(2, written('two')));
  d.end(written('the end'));
  for await (const chunk of d) console.log('got', chunk);
});
scene('composed with a stream', async () => {
  const d = watch(compose(new PassThrough({objectMode: true}), tens));
  d.write(1);
  d.end(2);
  for await (const chunk of d) console.log('got', chunk);
});
scene('composed with a source', async () => {
  const d = watch(compose([1, 2], tens, new PassThrough({objectMode: true})));
  console.log(d.readable, d.writable);
  for await (const chunk of d) console.log('got', chunk);
});
scene('composed with a last function', async () => {
  const d = watch(compose(source(3, 1, false), tens, async chunks => {
    for await (const chunk of chunks) console.log('takes', chunk);
  }));
  console.log(d.readable, d.writable);
  await finished(d).catch(error => console.log(message(error)));
});
scene('composed, and one fails', async () => {
  const d = watch(compose(tens, bad));
  d.on('data', chunk => console.log('data', chunk));
  d.write(1);
  d.write(2);
  await turns(4);
});
play();
