// Errors and early ends in pipelines of generators and functions: who is told, and in which order.
const {PassThrough, Readable, pipeline} = require('stream');
const promises = require('stream/promises');
const {setImmediate: turn} = require('timers/promises');
const {message} = require('./scenes');
const {halves, play, run, runForValue, scene, sink, source, tens, three, total} = require('./stages');

// Passes chunks on. Prints how it ends.
const passing = (name, bad = -1, last = -1) => async function* (chunks) {
  try {
    for await (const chunk of chunks) {
      if (chunk === bad) throw new RangeError(`${name} is bad`);
      if (chunk === last) break;
      yield chunk;
    }
    console.log(name, 'ends');
  } finally {
    console.log(name, 'finally');
  }
};
const caught = async function* (chunks) {
  try {
    for await (const chunk of chunks) yield chunk;
  } catch (error) {
    console.log('caught', message(error));
    throw new TypeError('another', {cause: error});
  }
};
const replaced = async function* (chunks) {
  try {
    for await (const chunk of chunks) yield chunk;
  } catch (error) {
    console.log('replaced', message(error));
  }
  yield 100;
};
const failing = (good, late) => {
  let n = 0;
  return new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      console.log('read', n);
      const next = () => {
        if (n < good) this.push(n++);
        else this.destroy(new Error('cannot read'));
      };
      if (late) setImmediate(next);
      else next();
    },
    destroy(error, callback) {
      console.log('source destroy', message(error || undefined));
      callback(error);
    },
  });
};
const firstOnly = async chunks => {
  for await (const chunk of chunks) return chunk;
};
const thrown = async chunks => {
  for await (const chunk of chunks) {
    await turn();
    if (chunk === 1) throw new TypeError('the last one');
  }
};

for (const late of [false, true]) {
  scene(`an error in a stage ${late}`, () => run(source(4, 2, late), passing('first', 1), sink(1)));
  scene(`an error in a stage, before a stage ${late}`, () => run(source(4, 2, late), passing('first', 2), passing('second'), sink(3)));
  scene(`an error in a stage, behind a stage ${late}`, () => run(source(4, 2, late), passing('first'), passing('second', 2), sink(3)));
  scene(`an error at the first chunk ${late}`, () => run(source(4, 2, late), passing('first', 0), sink(1)));
  scene(`an error of the sink ${late}`, () => run(source(9, 2, late), passing('first'), sink(1, 2, 1)));
  scene(`an error of the sink, two stages ${late}`, () => run(source(9, 2, late), passing('first'), passing('second'), sink(2, 2, 1)));
  scene(`an error of the source ${late}`, () => run(failing(2, late), passing('first'), sink(1)));
  scene(`an error of the source at once ${late}`, () => run(failing(0, late), passing('first'), passing('second'), sink(1)));
  scene(`an error of the source before a slow sink ${late}`, () => run(failing(2, late), passing('first'), sink(4, 6)));
  scene(`an error that becomes another ${late}`, () => run(failing(1, late), caught, sink(1)));
  scene(`an error that is caught ${late}`, () => run(failing(1, late), replaced, sink(1)));
  scene(`a stage that ends early ${late}`, () => run(source(9, 2, late), passing('first', -1, 2), sink(1)));
  scene(`a stage behind another ends early ${late}`, () => run(source(9, 2, late), passing('first'), passing('second', -1, 2), sink(1)));
  scene(`a function that needs only one chunk ${late}`, () => runForValue(source(9, 2, late), passing('first'), firstOnly));
  scene(`a function that fails ${late}`, () => runForValue(source(9, 2, late), passing('first'), thrown));
  scene(`a function behind a source that fails ${late}`, () => runForValue(failing(2, late), passing('first'), total));
}
scene('a generator as a source fails', () => run(async function* () {
  yield 1;
  throw new Error('no more');
}, tens, sink(1)));
scene('a generator as a source fails at once', () => run(async function* () {
  throw new Error('nothing');
}, sink(1)));
scene('a generator as a source before a sink that fails', () => run(three, halves, sink(1, 1, 0.5)));
scene('a stream between stages fails', () => {
  const middle = new PassThrough({objectMode: true, highWaterMark: 1});
  setImmediate(() => setImmediate(() => middle.destroy(new Error('middle'))));
  return run(source(9, 1, true), passing('first'), middle, passing('second'), sink(1));
});
scene('the source is destroyed without an error', () => {
  const early = source(9, 1, true);
  setImmediate(() => setImmediate(() => early.destroy()));
  return run(early, passing('first'), sink(1));
});
scene('the sink is destroyed without an error', () => {
  const early = sink(1);
  setImmediate(() => setImmediate(() => early.destroy()));
  return run(source(9, 1, true), passing('first'), early);
});
scene('promises', async () => {
  await promises.pipeline(source(9, 1, true), passing('first', 1), total).catch(error => console.log(message(error)));
  await promises.pipeline(source(9, 1, true), passing('first'), thrown).catch(error => console.log(message(error)));
  await promises.pipeline(source(9, 1, false), passing('first'), sink(1, 1, 1)).catch(error => console.log(message(error)));
});
scene('a function in the middle that returns a promise', async () => {
  try {
    pipeline(source(1, 1, true), firstOnly, sink(1), () => {});
  } catch (error) {
    console.log(message(error));
  }
});
play();
