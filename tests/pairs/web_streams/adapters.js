// Web streams of Node's streams, Node's streams of web streams, and the consumers of both.
const {Readable, Writable, Duplex, PassThrough, Transform} = require('stream');
const {text, json, buffer, bytes, arrayBuffer} = require('stream/consumers');
const log = (...what) => console.log(...what);
const show = reason => reason && reason.message !== undefined ? `${reason.name} ${reason.code}: ${reason.message}` : `${reason}`;
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
(async () => {
  log('== Readable.toWeb');
  const p = new PassThrough();
  p.write('one');
  setTimeout(() => p.end('two'), 2);
  for await (const chunk of Readable.toWeb(p)) log(Buffer.from(chunk).toString());
  for await (const n of Readable.toWeb(Readable.from([1, 2, 3]))) log(n);
  const failing = new Readable({read() { this.destroy(new TypeError('cannot read')); }});
  try {
    for await (const chunk of Readable.toWeb(failing)) log(chunk);
  } catch (error) {
    log(show(error));
  }
  const cancelled = new Readable({read() {}});
  cancelled.on('close', () => log('closed', cancelled.destroyed));
  await Readable.toWeb(cancelled).cancel(new Error('enough'));
  await sleep(1);
  const early = new Readable({read() {}});
  const earlyWeb = Readable.toWeb(early);
  early.destroy();
  await earlyWeb.getReader().closed.catch(error => log(show(error)));
  const source = Readable.toWeb(Readable.from([Buffer.from('abcdef')], {objectMode: false}), {type: 'bytes'});
  const reader = source.getReader({mode: 'byob'});
  const first = await reader.read(new Uint8Array(4));
  log(Buffer.from(first.value).toString(), first.done);

  log('== Writable.toWeb');
  const written = [];
  const slow = new Writable({
    highWaterMark: 4,
    write(chunk, encoding, callback) {
      written.push(chunk.toString());
      setTimeout(callback, 1);
    },
    final(callback) {
      log('final');
      callback();
    },
  });
  const writer = Writable.toWeb(slow).getWriter();
  log(writer.desiredSize);
  await writer.write('abcdef');
  await writer.write(Buffer.from('gh'));
  await writer.close();
  log(written.join());
  const broken = new Writable({write(chunk, encoding, callback) { callback(new RangeError('no room')); }});
  const brokenWriter = Writable.toWeb(broken).getWriter();
  brokenWriter.write('x').catch(error => log('write', show(error)));
  await brokenWriter.closed.catch(error => log('closed', show(error)));
  const aborted = new Writable({write(chunk, encoding, callback) { callback(); }});
  aborted.on('error', error => log('error', show(error)));
  await Writable.toWeb(aborted).abort(new Error('stop'));
  await sleep(1);
  log(aborted.destroyed);

  log('== Duplex.toWeb');
  const upper = new Transform({transform(chunk, encoding, callback) { callback(null, chunk.toString().toUpperCase()); }});
  const pair = Duplex.toWeb(upper);
  const pairWriter = pair.writable.getWriter();
  pairWriter.write('hello');
  pairWriter.close();
  log(await text(pair.readable));

  log('== fromWeb');
  const read = Readable.fromWeb(ReadableStream.from(['a', 'b']), {objectMode: true});
  for await (const chunk of read) log(chunk);
  const sink = [];
  const out = Writable.fromWeb(new WritableStream({
    write(chunk) { sink.push(Buffer.from(chunk).toString()); },
    close() { log('close'); },
    abort(reason) { log('abort', show(reason)); },
  }));
  out.write('one');
  out.end('two');
  await new Promise(resolve => out.on('finish', resolve));
  log(sink.join());
  const doomed = Writable.fromWeb(new WritableStream({abort(reason) { log('abort', show(reason)); }}));
  doomed.on('error', error => log('error', show(error)));
  doomed.destroy(new Error('doomed'));
  await sleep(2);
  const refusing = Readable.fromWeb(new ReadableStream({pull() { throw new TypeError('pull'); }}));
  refusing.on('error', error => log('error', show(error)));
  refusing.resume();
  await sleep(2);
  const given = Readable.fromWeb(new ReadableStream({cancel(reason) { log('cancel', show(reason)); }}));
  given.on('error', error => log('error', show(error)));
  given.destroy(new Error('not wanted'));
  await sleep(2);
  const t = new TransformStream({transform(chunk, c) { c.enqueue(Buffer.from(chunk).toString() + '!'); }});
  const both = Duplex.fromWeb(t, {encoding: 'utf8'});
  both.write('x');
  both.end('y');
  for await (const chunk of both) log(chunk);

  log('== consumers');
  log(await text(ReadableStream.from(['te', Buffer.from('xt')])));
  log(await json(ReadableStream.from(['{"a":', '[1]}'])));
  log((await buffer(ReadableStream.from([Buffer.from('by'), Buffer.from('tes')]))).toString());
  log((await bytes(ReadableStream.from([Buffer.from('abc')]))).length);
  log((await arrayBuffer(ReadableStream.from([Buffer.from('abcd')]))).byteLength);
  log((await arrayBuffer(Readable.from([Buffer.from('abcde')]))).byteLength);
  const locked = ReadableStream.from(['x']);
  locked.getReader();
  await text(locked).catch(error => log(show(error)));
})();
