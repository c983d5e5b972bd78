const {Writable} = require('stream');
const {scene, play, watchEnds, watchWriting, message, ticks} = require('./scenes');
const watch = w => watchEnds(watchWriting(w, 'w'), 'w');
const told = name => error => console.log(name, message(error));

scene('through at once', () => {
  const w = watch(new Writable({highWaterMark: 4, write(chunk, encoding, callback) { console.log('_write', '' + chunk, encoding); callback(); }}));
  console.log(w.write('ab'), w.writableLength, w.writableNeedDrain);
  console.log(w.write('cdefg', told('long')), w.writableLength, w.writableNeedDrain);
  console.log(w.write('h', told('short')), w.writableLength, w.writableNeedDrain);
  ticks(4);
});

scene('through later', () => {
  const w = watch(new Writable({highWaterMark: 4, write(chunk, encoding, callback) { console.log('_write', '' + chunk); setImmediate(callback); }}));
  console.log(w.write('ab', told(1)), w.writableLength, w.writableNeedDrain);
  console.log(w.write('cd', told(2)), w.writableLength, w.writableNeedDrain);
  console.log(w.write('ef', told(3)), w.writableLength, w.writableNeedDrain);
  w.on('drain', () => { console.log(w.writableLength, w.writableNeedDrain); w.end('last', told('end')); });
});

scene('through in a tick', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { console.log('_write', '' + chunk); process.nextTick(callback); }}));
  w.write('a', told('a'));
  w.write('b', told('b'));
  w.end('c', told('c'));
  ticks(8);
});

scene('the same callback, and others between', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { callback(); }}));
  const a = told('a');
  const b = told('b');
  w.write('1', a);
  w.write('2', a);
  w.write('3', b);
  w.write('4', a);
  w.write('5', a);
  w.write('6', b);
  ticks(6);
  process.nextTick(() => w.end(told('end')));
});

scene('strings and encodings', () => {
  const w = new Writable({write(chunk, encoding, callback) { console.log(Buffer.isBuffer(chunk), chunk.toString('latin1'), encoding); callback(); }});
  w.write('68656c6c6f', 'hex');
  w.write('text', 'latin1');
  w.setDefaultEncoding('base64');
  w.write('aGVsbG8=');
  w.write(Buffer.from('bytes'));
  w.write(Buffer.from('bytes'), 'buffer');
  try { w.write('x', 'nonsense'); } catch (error) { console.log(message(error)); }
  try { w.write('x', 'buffer'); } catch (error) { console.log(message(error)); }
  try { w.write(null); } catch (error) { console.log(message(error)); }
  try { w.setDefaultEncoding('nonsense'); } catch (error) { console.log(message(error)); }
});

scene('strings as they are', () => {
  const w = new Writable({decodeStrings: false, write(chunk, encoding, callback) { console.log(typeof chunk, '' + chunk, encoding); callback(); }});
  w.write('text');
  w.write('text', 'latin1');
  w.write(Buffer.from('bytes'));
});

scene('a failure at once', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { callback(new Error('no room')); }}));
  console.log(w.write('a', told('a')), w.destroyed, message(w.errored ?? undefined));
  console.log(w.write('b', told('b')), w.writableLength);
  ticks(4);
});

scene('a failure later, with more behind', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { console.log('_write', '' + chunk); setImmediate(() => callback(new Error('no room'))); }}));
  w.write('a', told('a'));
  w.write('b', told('b'));
  w.write('c');
  w.end('d', told('end'));
});

scene('a failure without autoDestroy', () => {
  const w = watch(new Writable({autoDestroy: false, write(chunk, encoding, callback) { console.log('_write', '' + chunk); callback(new Error('no room')); }}));
  console.log(w.write('a', told('a')));
  console.log(w.write('b', told('b')), w.writable, w.destroyed);
  w.end(told('end'));
  ticks(4);
});

scene('called back twice', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { callback(); callback(); }}));
  w.write('a', told('a'));
  ticks(3);
});

scene('_write throws', () => {
  const w = watch(new Writable({write() { throw new Error('thrown'); }}));
  try { w.write('a'); } catch (error) { console.log(message(error)); }
  console.log(w.destroyed, w.writableLength);
});

scene('no _write', () => {
  const w = watch(new Writable());
  try { w.write('a'); } catch (error) { console.log(message(error)); }
});

scene('write after end', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { callback(); }}));
  w.end();
  console.log(w.write('late', told('late')), w.destroyed, message(w.errored ?? undefined));
  ticks(4);
});

scene('write after finish', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { callback(); }}));
  w.end('x');
  setImmediate(() => {
    console.log(w.write('late', told('late')), w.destroyed, w.closed);
    w.end(told('end'));
    w.end('more', told('end more'));
  });
});

scene('write after destroy', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { callback(); }}));
  w.destroy();
  console.log(w.write('late', told('late')), message(w.errored ?? undefined));
  w.end(told('end'));
  ticks(3);
});

scene('writes inside _write and callbacks', () => {
  let n = 0;
  const w = watch(new Writable({highWaterMark: 2, write(chunk, encoding, callback) {
    console.log('_write', '' + chunk);
    if (n++ < 2) console.log('nested', this.write('n' + n, told('nested ' + n)));
    callback();
  }}));
  console.log(w.write('a', () => { console.log('a'); if (n < 9) { n = 9; w.write('from callback', told('inner')); } }));
  ticks(5);
});

scene('drain waits for all', () => {
  const w = watch(new Writable({highWaterMark: 1, write(chunk, encoding, callback) { setTimeout(callback, 1); }}));
  w.write('a');
  w.write('b');
  w.write('c', () => console.log('c', w.writableNeedDrain));
});

scene('pipe from a Writable', () => {
  const w = watch(new Writable({write() {}}));
  w.pipe(new Writable());
  ticks(2);
});

play();
