// Pipelines of generators with a signal, with functions that take the signal, and without the end of the sink.
const {Readable} = require('stream');
const promises = require('stream/promises');
const {setImmediate: turn} = require('timers/promises');
const {message} = require('./scenes');
const {play, run, scene, sink, source, tens, total, turns} = require('./stages');

const outcome = promise => promise.then(value => console.log('fulfilled', value), error => console.log(message(error)));
const over = promise => promise.then(() => console.log('fulfilled'), error => console.log(message(error)));
const abortIn = async (controller, count) => {
  await turns(count);
  console.log('abort');
  controller.abort();
};
const slow = async function* (chunks) {
  try {
    for await (const chunk of chunks) {
      await turns(4);
      console.log('slow', chunk);
      yield chunk;
    }
  } finally {
    console.log('slow finally');
  }
};
const told = async function* (chunks, {signal}) {
  signal.addEventListener('abort', () => console.log('told', signal.aborted));
  for await (const chunk of chunks) {
    await turn();
    console.log(chunk, signal.aborted);
    yield chunk;
  }
};
const counted = async function* ({signal}) {
  for (let i = 0; i < 5 && !signal.aborted; i++) {
    yield i;
    await turn();
  }
  console.log('counted', signal.aborted);
};
for (const count of [1, 2, 3, 6]) {
  scene(`aborted while a stage works ${count}`, () => {
    const controller = new AbortController();
    abortIn(controller, count);
    return over(promises.pipeline(source(9, 2, false), slow, sink(1), {signal: controller.signal}));
  });
  scene(`aborted while the source works ${count}`, () => {
    const controller = new AbortController();
    abortIn(controller, count);
    return over(promises.pipeline(source(9, 1, true), tens, sink(1), {signal: controller.signal}));
  });
  scene(`aborted, with a value ${count}`, () => {
    const controller = new AbortController();
    abortIn(controller, count);
    return outcome(promises.pipeline(source(9, 1, true), tens, total, {signal: controller.signal}));
  });
  scene(`aborted, two stages, which take the signal ${count}`, () => {
    const controller = new AbortController();
    abortIn(controller, count);
    return over(promises.pipeline(counted, told, slow, sink(1), {signal: controller.signal}));
  });
}
scene('aborted before', () => over(promises.pipeline(source(9, 2, false), slow, sink(1), {signal: AbortSignal.abort()})));
scene('aborted before, streams only', () => over(promises.pipeline(source(9, 2, false), sink(1), {signal: AbortSignal.abort()})));
scene('aborted before, in a microtask', async () => {
  await null;
  await over(promises.pipeline(source(9, 2, false), sink(1), {signal: AbortSignal.abort()}));
});
scene('aborted behind the end', async () => {
  const controller = new AbortController();
  await over(promises.pipeline(source(2, 2, false), tens, sink(1), {signal: controller.signal}));
  controller.abort();
});
scene('told of the end', () => run(counted, told, sink(9, 1)));
scene('told of an error', () => run(counted, told, sink(1, 1, 1)));
scene('a sink that is not ended', async () => {
  const open = sink(4);
  await over(promises.pipeline(source(2, 1, true), tens, open, {end: false}));
  console.log(open.writableEnded, open.destroyed);
  await over(promises.pipeline([7, 8], open, {end: false}));
  open.end();
});
scene('a stream that is left by a loop', async () => {
  const left = source(9, 1, false);
  left.on('error', error => console.log('error', message(error)));
  for await (const chunk of left.iterator()) {
    console.log(chunk);
    if (chunk === 1) break;
  }
  await turn();
  console.log(left.destroyed);
  const taken = Readable.from([1, 2, 3]);
  taken.on('error', error => console.log('error', message(error)));
  console.log(await taken.take(1).toArray());
});
play();
