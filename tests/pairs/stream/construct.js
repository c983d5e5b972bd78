const {Readable, Writable, Duplex} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const told = name => error => console.log(name, message(error ?? undefined));
const write = (chunk, encoding, callback) => { console.log('_write', '' + chunk); callback(); };

scene('a Readable waits for it', () => {
  const r = watchEnds(watchReading(new Readable({construct(callback) { console.log('construct'); setImmediate(() => { console.log('built'); callback(); }); }, read() { console.log('_read'); this.push('x'); this.push(null); }}), 'r'), 'r');
  watchData(r, 'r');
  console.log('made');
  ticks(3);
});

scene('a Writable waits for it', () => {
  const w = watchEnds(watchWriting(new Writable({construct(callback) { console.log('construct'); callback(); }, write}), 'w'), 'w');
  console.log(w.write('a', told('a')), w.writableLength);
  w.end('b', told('end'));
  ticks(7);
});

scene('a Duplex, once for both', () => {
  const d = watchEnds(watchWriting(watchReading(new Duplex({construct(callback) { console.log('construct'); process.nextTick(callback); }, read() { console.log('_read'); this.push(null); }, write}), 'd'), 'd'), 'd');
  d.resume();
  d.end('x', told('end'));
  ticks(8);
});

scene('it fails', () => {
  const w = watchEnds(watchWriting(new Writable({construct(callback) { setImmediate(() => callback(new Error('not built'))); }, write}), 'w'), 'w');
  w.write('a', told('a'));
  w.end(told('end'));
});

scene('it throws', () => {
  const r = watchEnds(new Readable({construct() { throw new Error('thrown'); }, read() { console.log('_read'); }}), 'r');
  r.resume();
  ticks(5);
});

scene('it calls back twice', () => {
  const r = watchEnds(new Readable({construct(callback) { callback(); callback(); }, read() { console.log('_read'); }}), 'r');
  ticks(5);
});

scene('destroyed before it is built', () => {
  const r = watchEnds(new Readable({construct(callback) { setImmediate(() => { console.log('built'); callback(); }); }, read() {}, destroy(error, callback) { console.log('_destroy', message(error ?? undefined)); callback(error); }}), 'r');
  r.destroy(new Error('enough'), told('callback'));
  console.log(r.destroyed, r.closed);
  ticks(3);
});

scene('destroyed, and it fails too', () => {
  const w = watchEnds(new Writable({construct(callback) { setImmediate(() => callback(new Error('not built'))); }, write, destroy(error, callback) { console.log('_destroy', message(error ?? undefined)); callback(error); }}), 'w');
  w.write('a', told('a'));
  w.destroy(null, told('callback'));
});

play();
