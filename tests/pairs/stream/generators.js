// Pipelines of generators, and Duplex.from.
const {Duplex, PassThrough, Readable, Writable, pipeline} = require('stream');
const promises = require('stream/promises');
const {setTimeout: sleep} = require('timers/promises');
const collect = () => {
  const texts = [];
  const sink = new Writable({write(chunk, encoding, callback) { texts.push(chunk.toString()); setImmediate(callback); }});
  return {texts, sink};
};
async function* upper(source) {
  for await (const chunk of source) yield chunk.toString().toUpperCase();
}
async function* words() {
  yield 'one ';
  await sleep(1);
  yield 'two ';
}
async function length(source) {
  let n = 0;
  for await (const chunk of source) n += chunk.length;
  return n;
}
async function* breaks(source) {
  for await (const chunk of source) {
    yield chunk;
    throw new TypeError('no more');
  }
}
const told = error => console.log(error.name, error.code, error.message);
(async () => {
  let {texts, sink} = collect();
  await promises.pipeline(words, upper, sink);
  console.log(texts, sink.destroyed);
  ({texts, sink} = collect());
  await promises.pipeline(['a', 'b', 'c'], new PassThrough(), upper, new PassThrough(), sink);
  console.log(texts.join(''));
  console.log(await promises.pipeline(Readable.from(['abc', 'de']), length));
  console.log(await promises.pipeline(['x', 'yz'], upper, length));
  await new Promise(resolve => pipeline(words, upper, length, (error, n) => {
    console.log(error === undefined || error === null, n);
    resolve();
  }));
  const through = new PassThrough();
  ({texts, sink} = collect());
  const broken = promises.pipeline(through, breaks, sink);
  through.write('first');
  through.write('second');
  await broken.catch(told);
  console.log(texts.length <= 1, through.destroyed, sink.destroyed);
  const fails = new Readable({read() { this.destroy(new RangeError('source')); }});
  ({texts, sink} = collect());
  await promises.pipeline(fails, upper, sink).catch(told);
  await promises.pipeline(words, async source => {
    for await (const chunk of source) throw new Error('sink ' + chunk);
  }).catch(told);

  // Duplex.from
  const shown = async duplex => {
    const chunks = [];
    for await (const chunk of duplex) chunks.push('' + chunk);
    console.log(chunks, duplex.destroyed);
  };
  let duplex = Duplex.from(upper);
  duplex.write('hello ');
  duplex.end('world');
  console.log(duplex.readable, duplex.writableEnded);
  await shown(duplex);
  await shown(Duplex.from(['p', 'q']));
  await shown(Duplex.from(words()));
  await shown(Duplex.from(sleep(1, 'later')));
  duplex = Duplex.from(Readable.from(['only read']));
  console.log(duplex.readable, duplex.writable);
  await shown(duplex);
  const passes = new PassThrough();
  console.log(Duplex.from(passes) === passes);
  const inner = new PassThrough();
  ({texts, sink} = collect());
  duplex = Duplex.from({readable: inner, writable: sink});
  duplex.end('out');
  inner.end('in');
  await shown(duplex);
  await sleep(5);
  console.log(texts, duplex.destroyed);
  let total = 0;
  duplex = Duplex.from(async source => {
    for await (const chunk of source) total += chunk.length;
    await sleep(1);
  });
  console.log(duplex.readable, duplex.writable);
  duplex.write('four');
  duplex.end('five5');
  await promises.finished(duplex);
  console.log(total);
  duplex = Duplex.from(breaks);
  duplex.on('error', told).on('close', () => console.log('close'));
  duplex.write('x');
  duplex.resume();
  await sleep(5);
  const a = new PassThrough();
  sink = collect().sink;
  duplex = Duplex.from({readable: a, writable: sink});
  duplex.on('error', told);
  sink.on('error', told);
  a.on('error', told);
  a.destroy(new Error('one side'));
  await sleep(5);
  console.log(duplex.destroyed, sink.destroyed);
})();
