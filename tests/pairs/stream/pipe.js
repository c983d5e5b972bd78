const {Readable, Writable, PassThrough} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const source = (...chunks) => watchEnds(watchReading(new Readable({highWaterMark: 4, read() { this.push(chunks.length ? chunks.shift() : null); }}), 'r'), 'r');
const sink = (name, delay, highWaterMark = 4) => watchEnds(watchWriting(new Writable({highWaterMark, write(chunk, encoding, callback) {
  console.log(name, '_write', '' + chunk);
  if (delay === 0) callback(); else if (delay === 1) process.nextTick(callback); else setImmediate(callback);
}}), name), name);

scene('into a quick sink', () => {
  const r = source('a', 'b', 'c');
  const w = sink('w', 0);
  console.log(r.pipe(w) === w, r.readableFlowing);
  ticks(8);
});

scene('into a slow sink', () => {
  source('aaaa', 'bbbb', 'cc', 'dddddd').pipe(sink('w', 2));
});

scene('into one that takes a tick', () => {
  source('aa', 'bbb', 'cccc').pipe(sink('w', 1));
  ticks(10);
});

scene('into two, one slow', () => {
  const r = source('aaaa', 'bbbb', 'cc');
  r.pipe(sink('quick', 0));
  r.pipe(sink('slow', 2));
});

scene('without end', () => {
  const r = source('a', 'b');
  const w = sink('w', 0);
  r.pipe(w, {end: false});
  setImmediate(() => setImmediate(() => { console.log(w.writableEnded); w.end('bye'); }));
});

scene('unpipe in between', () => {
  let n = 0;
  const r = watchReading(new Readable({read() { setImmediate(() => { if (n < 6) this.push('c' + n++); }); }}), 'r');
  const w = sink('w', 0);
  r.pipe(w);
  setImmediate(() => setImmediate(() => setImmediate(() => { console.log(r.unpipe(w) === r, r.readableFlowing); r.removeAllListeners('resume'); })));
});

scene('unpipe of one of two, and of a stranger', () => {
  const r = new Readable({read() {}});
  const a = sink('a', 0);
  const b = sink('b', 0);
  watchReading(r, 'r');
  r.pipe(a);
  r.pipe(b);
  r.unpipe(sink('stranger', 0));
  r.push('1');
  r.unpipe(a);
  console.log(r.readableFlowing);
  process.nextTick(() => { r.push('2'); r.push(null); });
});

scene('unpipe of all', () => {
  const r = watchReading(new Readable({read() {}}), 'r');
  r.pipe(sink('a', 0));
  r.pipe(sink('b', 0));
  r.unpipe();
  r.push('1');
  console.log(r.readableFlowing, r.readableLength);
  r.unpipe();
});

scene('the same sink twice', () => {
  const r = watchReading(new Readable({read() {}}), 'r');
  const w = sink('w', 0);
  r.pipe(w);
  r.pipe(w);
  console.log(w.listenerCount('unpipe'), r.listenerCount('data'));
  r.push('1');
  r.unpipe(w);
  console.log(w.listenerCount('unpipe'), r.listenerCount('data'));
  setImmediate(() => { r.push('2'); r.push(null); });
});

scene('the sink fails', () => {
  const r = source('a', 'b', 'c', 'd');
  const w = watchEnds(watchWriting(new Writable({write(chunk, encoding, callback) { console.log('_write', '' + chunk); callback(new Error('full')); }}), 'w'), 'w');
  r.pipe(w);
  setImmediate(() => console.log(r.destroyed, r.readableFlowing, r.listenerCount('data')));
});

scene('the source fails', () => {
  const r = source('a');
  const w = sink('w', 0);
  r.pipe(w);
  process.nextTick(() => r.destroy(new Error('broken')));
  setImmediate(() => console.log(w.destroyed, w.writableEnded));
});

scene('the sink is closed', () => {
  const r = source('a', 'b', 'c');
  const w = sink('w', 2);
  r.pipe(w);
  process.nextTick(() => w.destroy());
  setImmediate(() => console.log(r.readableFlowing, r.destroyed));
});

scene('into an ended sink', () => {
  const w = sink('w', 0);
  w.end();
  source('a').pipe(w);
});

scene('from an ended source', () => {
  const r = watchEnds(watchReading(new Readable({autoDestroy: false, read() { this.push(null); }}), 'r'), 'r');
  r.resume();
  setImmediate(() => { console.log(r.readableEnded); r.pipe(sink('w', 0)); ticks(3); });
});

scene('into a sink that needs to drain', () => {
  const w = sink('w', 2);
  w.write('full full');
  const r = source('a');
  r.pipe(w);
  console.log(r.readableFlowing, r.isPaused());
});

scene('data listeners beside a slow pipe', () => {
  const r = source('aaaa', 'bbbb');
  watchData(r, 'r');
  r.pipe(sink('w', 2));
});

scene('a row of pipes', () => {
  source('aaaa', 'bbbb', 'cc').pipe(watchEnds(watchWriting(watchReading(new PassThrough({highWaterMark: 2}), 'p'), 'p'), 'p')).pipe(sink('w', 2));
});

scene('pause and resume by hand under a pipe', () => {
  const r = watchReading(new Readable({read() {}}), 'r');
  r.pipe(sink('w', 0));
  r.push('1');
  setImmediate(() => { r.pause(); r.push('2'); setImmediate(() => { r.resume(); r.push(null); }); });
});

play();
