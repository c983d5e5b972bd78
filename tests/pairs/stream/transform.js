const {Transform, PassThrough, Readable} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const told = name => error => console.log(name, message(error ?? undefined));
const watch = t => watchEnds(watchWriting(watchReading(t, 't'), 't'), 't');

scene('upper case', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { callback(null, ('' + chunk).toUpperCase()); }}));
  watchData(t, 't');
  t.write('a', told('a'));
  t.end('b', told('end'));
  ticks(8);
});

scene('read later than ended', () => {
  const t = watch(new PassThrough());
  t.end('x', told('end'));
  setImmediate(() => { console.log(t.readableLength, t.writableFinished, t.destroyed); watchData(t, 't'); });
});

scene('in an immediate', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { setImmediate(callback, null, chunk); }}));
  watchData(t, 't');
  t.write('a', told('a'));
  t.write('b', told('b'));
  t.end(told('end'));
});

scene('one becomes three, three become none', () => {
  let n = 0;
  const t = watch(new Transform({transform(chunk, encoding, callback) {
    if (n++ === 0) { this.push('1'); this.push('2'); callback(null, '3'); } else callback();
  }, flush(callback) { console.log('flush'); callback(null, 'last'); }}));
  watchData(t, 't');
  t.write('a');
  t.write('b');
  t.write('c');
  t.end();
  ticks(6);
});

scene('flush in an immediate', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { callback(null, chunk); }, flush(callback) { this.push('f1'); setImmediate(() => { this.push('f2'); callback(); }); }}));
  watchData(t, 't');
  t.end('x', told('end'));
});

scene('transform fails', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { callback(new Error('cannot')); }}));
  watchData(t, 't');
  console.log(t.write('a', told('a')));
  console.log(t.write('b', told('b')));
  ticks(4);
});

scene('transform throws', () => {
  const t = watch(new Transform({transform() { throw new Error('thrown'); }}));
  try { t.write('a'); } catch (error) { console.log(message(error)); }
});

scene('flush fails', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { callback(null, chunk); }, flush(callback) { callback(new Error('no flush')); }}));
  watchData(t, 't');
  t.end('x', told('end'));
  ticks(4);
});

scene('flush throws', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { callback(null, chunk); }, flush() { throw new Error('thrown'); }}));
  t.resume();
  t.end('x', told('end'));
});

scene('its own final, and flush', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { callback(null, chunk); }, final(callback) { console.log('final'); callback(); }, flush(callback) { console.log('flush'); callback(null, 'f'); }}));
  watchData(t, 't');
  t.end('x');
  ticks(6);
});

scene('no _transform', () => {
  const t = watch(new Transform());
  try { t.write('a'); } catch (error) { console.log(message(error)); }
});

scene('ended by push(null) in transform', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { this.push('x'); this.push(null); callback(); }}));
  watchData(t, 't');
  t.write('a', told('a'));
  t.end();
  ticks(8);
});

scene('nobody reads: the writer is held', () => {
  const t = watch(new Transform({readableHighWaterMark: 2, writableHighWaterMark: 3, transform(chunk, encoding, callback) { console.log('transform', '' + chunk); callback(null, chunk); }}));
  console.log(t.write('a', told('a')), t.write('b', told('b')), t.write('c', told('c')), t.write('d', told('d')), t.write('e', told('e')));
  console.log(t.readableLength, t.writableLength, t.writableNeedDrain);
  setImmediate(() => { watchData(t, 't'); t.end(told('end')); });
});

scene('a mark of zero', () => {
  const t = watch(new PassThrough({highWaterMark: 0}));
  console.log(t.readableHighWaterMark, t.writableHighWaterMark, t.write('x', told('x')));
  watchData(t, 't');
  t.end('y');
});

scene('strings through', () => {
  const t = watch(new PassThrough({encoding: 'utf8', decodeStrings: false}));
  t.on('data', chunk => console.log(typeof chunk, chunk));
  t.write('ä');
  t.write(Buffer.from([0xc3]));
  t.end(Buffer.from([0xa4]));
});

scene('destroyed in between', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { setImmediate(callback, null, chunk); }}));
  watchData(t, 't');
  t.write('a', told('a'));
  t.write('b', told('b'));
  t.destroy();
  console.log(t.write('c', told('c')));
});

scene('called back twice', () => {
  const t = watch(new Transform({transform(chunk, encoding, callback) { callback(null, chunk); callback(null, chunk); }}));
  watchData(t, 't');
  t.write('a', told('a'));
  ticks(3);
});

play();
