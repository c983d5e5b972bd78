const {Duplex} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const told = name => error => console.log(name, message(error ?? undefined));
const write = (chunk, encoding, callback) => { console.log('_write', '' + chunk); callback(); };
const watch = d => watchEnds(watchWriting(watchReading(d, 'd'), 'd'), 'd');

scene('both sides end', () => {
  const d = watch(new Duplex({read() { this.push(null); }, write}));
  watchData(d, 'd');
  d.end('x', told('end'));
  ticks(8);
});

scene('the readable side ends first', () => {
  const d = watch(new Duplex({read() {}, write}));
  d.resume();
  d.push('x');
  d.push(null);
  setImmediate(() => { console.log(d.readable, d.writable, d.destroyed); d.end('late'); });
});

scene('the writable side ends first', () => {
  const d = watch(new Duplex({read() {}, write}));
  d.end('x');
  setImmediate(() => { console.log(d.readable, d.writable, d.destroyed); d.push(null); d.resume(); });
});

scene('allowHalfOpen off', () => {
  const d = watch(new Duplex({allowHalfOpen: false, read() {}, write}));
  d.resume();
  d.push(null);
  ticks(8);
});

scene('allowHalfOpen off, and assigned', () => {
  const d = watch(new Duplex({read() {}, write}));
  console.log(d.allowHalfOpen);
  d.allowHalfOpen = false;
  d.write('x');
  d.push(null);
  d.resume();
});

scene('only readable', () => {
  const d = watch(new Duplex({writable: false, read() { this.push(null); }, write}));
  console.log(d.readable, d.writable, d.writableEnded, d.writableFinished);
  d.resume();
  console.log(d.write('x', told('x')));
});

scene('only readable, ends', () => {
  const d = watch(new Duplex({writable: false, read() { this.push(null); }, write}));
  d.resume();
});

scene('only writable', () => {
  const d = watch(new Duplex({readable: false, read() { console.log('_read'); }, write}));
  console.log(d.readable, d.writable, d.readableEnded, d.readableAborted);
  d.resume();
  d.end('x', told('end'));
});

scene('marks of the sides', () => {
  const a = new Duplex({readableHighWaterMark: 10, writableHighWaterMark: 20});
  const b = new Duplex({highWaterMark: 5, readableHighWaterMark: 10});
  console.log(a.readableHighWaterMark, a.writableHighWaterMark, b.readableHighWaterMark, b.writableHighWaterMark);
  try { new Duplex({writableHighWaterMark: -1}); } catch (error) { console.log(message(error)); }
});

scene('an error on the writing side', () => {
  const d = watch(new Duplex({read() {}, write(chunk, encoding, callback) { callback(new Error('full')); }}));
  watchData(d, 'd');
  d.push('x');
  console.log(d.write('y', told('y')), message(d.errored ?? undefined));
  ticks(4);
});

scene('autoDestroy off', () => {
  const d = watch(new Duplex({autoDestroy: false, read() { this.push(null); }, write}));
  d.resume();
  d.end();
  setImmediate(() => console.log(d.destroyed, d.readableEnded, d.writableFinished));
});

scene('an echo', () => {
  const d = watch(new Duplex({read() {}, write(chunk, encoding, callback) { this.push(chunk); callback(); }, final(callback) { this.push(null); callback(); }}));
  watchData(d, 'd');
  d.write('one');
  d.write('two');
  d.end('three');
  ticks(8);
});

play();
