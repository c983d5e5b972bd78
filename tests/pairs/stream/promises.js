'use strict';
const {Readable, Writable, PassThrough, finished, pipeline} = require('stream');
const promises = require('stream/promises');
const failing = async (f) => {
  try {
    await f();
    console.log('fine');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const sink = () => new Writable({
  write(chunk, encoding, callback) {
    console.log('write', chunk.toString());
    callback();
  },
});

(async () => {
  const open = sink();
  await promises.pipeline(Readable.from(['a', 'b']), open, {end: false});
  console.log(open.writableEnded, open.destroyed);
  open.end('c');
  await promises.finished(open);

  const controller = new AbortController();
  const source = new PassThrough();
  const destination = sink();
  source.write('before');
  setTimeout(() => controller.abort(), 5);
  await failing(() => promises.pipeline(source, new PassThrough(), destination, {signal: controller.signal}));
  console.log(source.destroyed, destination.destroyed);
  await failing(() => promises.pipeline(new PassThrough(), sink(), {signal: controller.signal}));

  const second = new AbortController();
  const left = new PassThrough();
  setTimeout(() => second.abort(), 5);
  await failing(() => promises.finished(left, {signal: second.signal}));
  console.log(left.destroyed, left.listenerCount('close'));
  finished(left, {signal: second.signal}, (error) => console.log('callback', error.name));

  // Streams in variables that are assigned later.
  let from, to;
  from = new PassThrough();
  to = sink();
  pipeline(from, to, (error) => console.log('piped', error));
  finished(to, () => console.log('finished'));
  from.end('d');
  await promises.finished(to);
  from.unpipe(to);
  console.log(from.destroyed, to.destroyed);
})();
