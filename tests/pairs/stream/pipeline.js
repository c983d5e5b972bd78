const {Readable, Writable, Duplex, Transform, PassThrough, pipeline} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const told = name => error => console.log(name, message(error ?? undefined));
const source = (...chunks) => watchEnds(watchReading(new Readable({read() { this.push(chunks.length ? chunks.shift() : null); }}), 'r'), 'r');
const sink = () => watchEnds(watchWriting(new Writable({write(chunk, encoding, callback) { console.log('_write', '' + chunk); setImmediate(callback); }}), 'w'), 'w');
const upper = () => watchEnds(new Transform({transform(chunk, encoding, callback) { callback(null, ('' + chunk).toUpperCase()); }}), 't');

scene('two', () => {
  const w = sink();
  console.log(pipeline(source('a', 'b'), w, told('done')) === w);
  ticks(10);
});

scene('three', () => {
  pipeline(source('a', 'b'), upper(), sink(), told('done'));
});

scene('four', () => {
  pipeline(source('a', 'b'), upper(), new PassThrough(), sink(), told('done'));
});

scene('the source fails', () => {
  const r = source('a');
  pipeline(r, upper(), sink(), told('done'));
  process.nextTick(() => r.destroy(new Error('broken')));
});

scene('the middle fails', () => {
  pipeline(source('a'), watchEnds(new Transform({transform(chunk, encoding, callback) { callback(new Error('cannot')); }}), 't'), sink(), told('done'));
  ticks(12);
});

scene('the sink fails', () => {
  pipeline(source('a', 'b'), upper(), watchEnds(new Writable({write(chunk, encoding, callback) { callback(new Error('full')); }}), 'w'), told('done'));
});

scene('the source is closed early', () => {
  const r = source('a', 'b');
  pipeline(r, sink(), told('done'));
  process.nextTick(() => r.destroy());
});

scene('the sink is closed early', () => {
  const w = sink();
  pipeline(source('a', 'b', 'c'), w, told('done'));
  setImmediate(() => w.destroy());
});

scene('into a closed sink', () => {
  const w = sink();
  w.destroy();
  try { pipeline(source('a'), w, told('done')); } catch (error) { console.log(message(error)); }
});

scene('one stream only', () => {
  try { pipeline(source('a'), told('done')); } catch (error) { console.log(message(error)); }
});

scene('the last can be read', () => {
  const last = pipeline(source('a', 'b'), upper(), told('done'));
  watchReading(watchData(last, 'last'), 'last');
});

scene('a Duplex in the middle that never ends', () => {
  const d = watchEnds(new Duplex({read() {}, write(chunk, encoding, callback) { this.push(chunk); callback(); }}), 'd');
  pipeline(source('a', 'b'), d, sink(), told('done'));
  setImmediate(() => setImmediate(() => { console.log('ended by hand'); d.push(null); }));
});

scene('an ended source', () => {
  const r = watchEnds(new Readable({autoDestroy: false, read() { this.push(null); }}), 'r');
  r.resume();
  setImmediate(() => { console.log(r.readableEnded); pipeline(r, sink(), told('done')); });
});

scene('a sink with final', () => {
  pipeline(source('a'), watchEnds(watchWriting(new Writable({write(chunk, encoding, callback) { callback(); }, final(callback) { console.log('final'); setImmediate(callback); }}), 'w'), 'w'), told('done'));
});

play();
