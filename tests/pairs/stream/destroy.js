const {Readable, Writable, Duplex} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const told = name => error => console.log(name, message(error ?? undefined));
const write = (chunk, encoding, callback) => callback();
const state = s => console.log(s.destroyed, s.closed, message(s.errored ?? undefined));

scene('a Readable, without an error', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  r.push('x');
  console.log(r.destroy() === r);
  state(r);
  console.log(r.readable, r.readableAborted, r.push('y'), r.push(null), r.read());
  ticks(3);
  setImmediate(() => state(r));
});

scene('a Readable, with an error', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  watchData(r, 'r');
  r.push('x');
  r.destroy(new Error('enough'), told('callback'));
  state(r);
  ticks(3);
});

scene('destroyed in a data listener', () => {
  const r = watchEnds(watchReading(new Readable({read() { this.push('x'); }}), 'r'), 'r');
  r.on('data', chunk => { console.log('data', '' + chunk); r.destroy(); console.log(r.push('more')); });
});

scene('destroyed in end', () => {
  const r = watchEnds(watchReading(new Readable({read() { this.push(null); }}), 'r'), 'r');
  r.on('end', () => { r.destroy(new Error('at the end')); state(r); });
  r.resume();
});

scene('twice', () => {
  const r = watchEnds(new Readable({read() {}}), 'r');
  r.destroy(new Error('first'));
  r.destroy(new Error('second'), told('second'));
  state(r);
});

scene('its own destroy, at once', () => {
  const r = watchEnds(new Readable({read() {}, destroy(error, callback) { console.log('_destroy', message(error ?? undefined)); callback(error); }}), 'r');
  r.destroy(new Error('given'), told('callback'));
  ticks(3);
});

scene('its own destroy, later', () => {
  const r = watchEnds(new Readable({read() {}, destroy(error, callback) { setImmediate(() => { callback(); }); }}), 'r');
  r.destroy(new Error('swallowed'), told('callback'));
  state(r);
  setTimeout(() => state(r), 3);
});

scene('its own destroy fails', () => {
  const w = watchEnds(new Writable({write, destroy(error, callback) { process.nextTick(callback, new Error('from destroy')); }}), 'w');
  w.destroy(null, told('callback'));
  ticks(4);
  setImmediate(() => state(w));
});

scene('its own destroy throws', () => {
  const w = watchEnds(new Writable({write, destroy() { throw new Error('thrown'); }}), 'w');
  w.destroy();
  state(w);
});

scene('its own destroy calls back twice', () => {
  const w = watchEnds(new Writable({write, destroy(error, callback) { callback(); callback(new Error('again')); }}), 'w');
  w.destroy();
  ticks(2);
});

scene('a Writable with writes waiting', () => {
  const w = watchEnds(watchWriting(new Writable({write(chunk, encoding, callback) { console.log('_write', '' + chunk); setImmediate(callback); }}), 'w'), 'w');
  w.write('a', told('a'));
  w.write('b', told('b'));
  w.end(told('end'));
  w.destroy();
  console.log(w.writable, w.writableLength, w.writableAborted);
  ticks(4);
});

scene('a Writable with writes waiting, with an error', () => {
  const w = watchEnds(watchWriting(new Writable({write(chunk, encoding, callback) { setImmediate(callback); }}), 'w'), 'w');
  w.write('a', told('a'));
  w.write('b', told('b'));
  w.destroy(new Error('enough'), told('callback'));
  ticks(3);
});

scene('destroyed in a write callback', () => {
  const w = watchEnds(watchWriting(new Writable({write}), 'w'), 'w');
  w.write('a', () => { console.log('a'); w.destroy(); });
  w.write('b', told('b'));
  ticks(4);
});

scene('destroyed in _write', () => {
  const w = watchEnds(watchWriting(new Writable({write(chunk, encoding, callback) { this.destroy(); callback(); }}), 'w'), 'w');
  const first = w.write("a", told("a"));
  console.log(first, w.write("b", told("b")));
  ticks(4);
});

scene('destroyed in finish', () => {
  const w = watchEnds(watchWriting(new Writable({write}), 'w'), 'w');
  w.on('finish', () => w.destroy(new Error('too late?')));
  w.end('x', told('end'));
});

scene('a Duplex', () => {
  const d = watchEnds(watchWriting(watchReading(new Duplex({read() {}, write}), 'd'), 'd'), 'd');
  d.write('x', told('x'));
  d.push('y');
  d.destroy(new Error('both'));
  state(d);
  console.log(d.readable, d.writable, d.readableAborted);
  ticks(3);
});

scene('emitClose off', () => {
  const r = watchEnds(new Readable({emitClose: false, read() {}}), 'r');
  r.destroy(new Error('seen'));
  setImmediate(() => state(r));
});

scene('an error that a program emits', () => {
  const r = watchEnds(new Readable({read() {}}), 'r');
  r.emit('error', new Error('emitted'));
  state(r);
});

play();
