// Generators and functions as stages of a pipeline: a chain of pulls, in which nothing is read ahead of what is asked.
const {PassThrough, pipeline} = require('stream');
const promises = require('stream/promises');
const {ticks} = require('./scenes');
const {halves, play, run, runForValue, scene, sink, source, tens, three, total} = require('./stages');

for (const late of [false, true]) {
  for (const highWaterMark of [1, 3]) {
    scene(`a stage before a slow sink ${late} ${highWaterMark}`, () => {
      const over = run(source(4, highWaterMark, late), tens, sink(highWaterMark));
      ticks(3);
      return over;
    });
    scene(`two stages ${late} ${highWaterMark}`, () => run(source(3, highWaterMark, late), tens, halves, sink(highWaterMark)));
    scene(`a function that returns a value ${late} ${highWaterMark}`, () => {
      const over = runForValue(source(3, highWaterMark, late), tens, total);
      ticks(3);
      return over;
    });
  }
}
scene('a generator as the source', () => {
  const over = run(three, tens, sink(1));
  ticks(3);
  return over;
});
scene('a generator and its value', () => runForValue(three, tens, total));
scene('an iterable as the source', () => run(three(), sink(2)));
scene('an array as the source', () => run([1, 2, 3, 4], sink(2)));
scene('an array before a stage', () => run([1, 2, 3, 4], tens, sink(1)));
scene('a text as the source', () => run('aä€😀', sink(1)));
scene('a stream between stages', () => run(source(5, 1, false), tens, new PassThrough({objectMode: true, highWaterMark: 2}), halves, sink(1, 1)));
scene('a promise', async () => {
  console.log('sum', await promises.pipeline(source(3, 1, true), tens, total));
});
scene('bytes are joined as when the stream is read', async () => {
  const through = new PassThrough();
  through.write('some ');
  through.write('more ');
  setImmediate(() => {
    through.write('a');
    through.write('b');
    setImmediate(() => through.end('c'));
  });
  await promises.pipeline(through, async function* (chunks) {
    for await (const chunk of chunks) yield `<${chunk}>`;
  }, async chunks => {
    for await (const chunk of chunks) console.log(chunk);
  });
});
scene('what is written in microtasks is joined', async () => {
  const through = new PassThrough();
  const over = promises.pipeline(through, async chunks => {
    for await (const chunk of chunks) console.log('got', '' + chunk);
  });
  through.write('a');
  await null;
  through.write('b');
  await null;
  through.write('c');
  setImmediate(async () => {
    through.write('d');
    await null;
    through.write('e');
    process.nextTick(() => through.end('f'));
  });
  await over;
});
scene('a last function that gives chunks', () => new Promise(resolve => {
  const last = pipeline(source(3, 1, false), tens, halves, error => {
    console.log('over', !error);
    resolve();
  });
  last.on('data', chunk => console.log('data', chunk));
  last.on('end', () => console.log('end'));
}));
scene('a last function that returns a value, as a stream', () => new Promise(resolve => {
  const last = pipeline(source(3, 1, false), total, (error, sum) => {
    console.log('over', !error, sum);
    resolve();
  });
  last.on('data', chunk => console.log('data', chunk));
  last.on('end', () => console.log('end'));
}));
play();
