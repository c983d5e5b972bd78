// Web streams in stream.pipeline, finished, addAbortSignal, Readable.from, Duplex.from and the questions about a state.
const stream = require('stream');
const {Readable, Writable, PassThrough, Duplex, Transform, pipeline, finished, addAbortSignal} = stream;
const {promises} = stream;
const scenes = [];
const scene = (name, f) => scenes.push([name, f]);
const log = (...what) => console.log(...what);
const show = error => error ? `${error.name} ${error.code}: ${error.message}` : 'no error';
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const sink = name => new WritableStream({
  write(chunk) { log(name, 'write', String(chunk)); },
  close() { log(name, 'close'); },
  abort(reason) { log(name, 'abort', reason.message); },
});
const source = (name, values) => new ReadableStream({
  pull(c) {
    if (values.length) c.enqueue(values.shift());
    else c.close();
  },
  cancel(reason) { log(name, 'cancel', reason === undefined ? 'undefined' : reason.message); },
});
const upper = () => new TransformStream({transform(chunk, c) { c.enqueue(String(chunk).toUpperCase()); }});
const slow = name => new Writable({
  highWaterMark: 2,
  write(chunk, encoding, callback) { log(name, 'write', String(chunk)); setTimeout(callback, 1); },
  final(callback) { log(name, 'final'); callback(); },
  destroy(error, callback) { log(name, 'destroy', show(error)); callback(error); },
});

scene('web to web', () => {
  const last = sink('a');
  log(pipeline(source('s', ['one', 'two']), upper(), last, error => log('done', show(error), last)) === last);
});
scene('web to node', () => {
  pipeline(source('s', ['one', 'two', 'three']), upper(), slow('b'), error => log('done', show(error)));
});
scene('node to web', () => {
  pipeline(Readable.from(['one', 'two']), new PassThrough({objectMode: true}), upper(), sink('c'), error => log('done', show(error)));
});
scene('node, web, node', () => {
  pipeline(Readable.from(['x', 'y']), upper(), new PassThrough(), slow('d'), error => log('done', show(error)));
});
scene('the source fails', () => {
  pipeline(new ReadableStream({
    start(c) { c.enqueue('first'); },
    pull(c) { c.error(new Error('broken source')); },
  }), sink('e'), error => log('done', show(error)));
  pipeline(new ReadableStream({pull(c) { c.error(new RangeError('broken')); }}), slow('f'), error => log('done', show(error)));
});
scene('the destination fails', () => {
  pipeline(source('s', ['one', 'two', 'three', 'four']), new WritableStream({
    write(chunk) {
      log('write', chunk);
      throw new Error('broken sink');
    },
  }), error => log('done', show(error)));
});
scene('a destination of node fails', () => {
  const bad = new Writable({write(chunk, encoding, callback) { callback(new Error('broken write')); }});
  pipeline(source('s', ['one', 'two', 'three', 'four']), bad, error => log('done', show(error), bad.destroyed));
});
scene('a source of node fails', () => {
  const bad = new Readable({read() { this.destroy(new Error('broken read')); }});
  pipeline(bad, sink('g'), error => log('done', show(error)));
});
scene('promises', async () => {
  await promises.pipeline(source('s', ['one']), sink('h'));
  log('piped');
  try {
    await promises.pipeline(new ReadableStream({pull(c) { c.error(new Error('no')); }}), sink('i'));
  } catch (error) {
    log(show(error));
  }
  const open = slow('j');
  await promises.pipeline(source('s', ['one']), open, {end: false});
  log(open.writableEnded);
  open.end();
});
scene('finished', async () => {
  const readable = source('s', ['x']);
  finished(readable, error => log('readable', show(error)));
  promises.finished(readable).then(() => log('promise'));
  for await (const chunk of readable) log(chunk);
  const failing = new WritableStream({write() { throw new Error('no room'); }});
  finished(failing, error => log('writable', show(error)));
  failing.getWriter().write('x').catch(() => {});
  await sleep(2);
  finished(failing, error => log('late', show(error)));
  const controller = new AbortController();
  finished(new ReadableStream(), {signal: controller.signal}, error => log('aborted', show(error)));
  controller.abort();
  try { finished(upper(), () => {}); } catch (error) { log(error.code); }
});
scene('addAbortSignal', async () => {
  const controller = new AbortController();
  const readable = addAbortSignal(controller.signal, new ReadableStream());
  const writable = addAbortSignal(controller.signal, new WritableStream());
  const bytes = addAbortSignal(controller.signal, new ReadableStream({type: 'bytes'}));
  const read = readable.getReader().read();
  controller.abort();
  try { await read; } catch (error) { log(show(error)); }
  log(readable, writable, bytes);
  await sleep(1);
  log(writable);
  log(addAbortSignal(AbortSignal.abort(), new ReadableStream()));
});
scene('states', async () => {
  const readable = source('s', ['x']);
  log(stream.isReadable(readable), stream.isErrored(readable), stream.isDisturbed(readable));
  for await (const chunk of readable) log(chunk, stream.isDisturbed(readable));
  log(stream.isReadable(readable), stream.isErrored(readable));
  const failed = new ReadableStream({start(c) { c.error(new Error('x')); }});
  log(stream.isReadable(failed), stream.isErrored(failed), stream.isDisturbed(failed));
  const writable = new WritableStream();
  log(stream.isWritable(writable), stream.isErrored(writable));
  await writable.abort();
  log(stream.isWritable(writable), stream.isErrored(writable));
});
scene('from', async () => {
  const readable = Readable.from(source('s', ['one', 'two']));
  log(readable.readableObjectMode);
  for await (const chunk of readable) log(chunk);
  const read = Duplex.from(source('s', ['text']));
  log(read.readable, read.writable);
  for await (const chunk of read) log(String(chunk));
  const written = Duplex.from(sink('n'));
  log(written.readable, written.writable);
  written.end('data');
  await promises.finished(written);
  const both = Duplex.from(upper());
  both.end('loud');
  for await (const chunk of both) log(String(chunk));
});
(async () => {
  for (const [name, play] of scenes) {
    log('==', name);
    play();
    await sleep(40);
  }
})();
