const {Readable, Writable, Duplex, PassThrough, finished, isReadable, isWritable, isErrored, isDisturbed} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const told = name => error => console.log(name, message(error ?? undefined));
const write = (chunk, encoding, callback) => callback();
const readable = options => watchEnds(watchReading(new Readable({read() { this.push(null); }, ...options}), 'r'), 'r');
const writable = options => watchEnds(watchWriting(new Writable({write, ...options}), 'w'), 'w');
const duplex = options => watchEnds(watchWriting(watchReading(new Duplex({read() {}, write, ...options}), 'd'), 'd'), 'd');

scene('a Readable', () => {
  const r = readable();
  finished(r, told('finished'));
  r.resume();
  ticks(6);
});

scene('a Readable that does not destroy itself', () => {
  const r = readable({autoDestroy: false});
  finished(r, told('finished'));
  r.resume();
  ticks(6);
});

scene('a Writable', () => {
  const w = writable();
  finished(w, told('finished'));
  w.end('x', told('end'));
  ticks(6);
});

scene('a Writable that does not emit close', () => {
  const w = writable({emitClose: false});
  finished(w, told('finished'));
  w.end('x');
});

scene('a Duplex', () => {
  const d = duplex();
  finished(d, told('finished'));
  d.resume();
  d.push(null);
  setImmediate(() => { console.log('now end'); d.end(); });
});

scene('one side of a Duplex', () => {
  const d = duplex();
  finished(d, {readable: false}, told('writable'));
  finished(d, {writable: false}, told('readable'));
  d.end();
  setImmediate(() => { d.resume(); d.push(null); });
});

scene('an error', () => {
  const r = readable({read() {}});
  finished(r, told('finished'));
  r.destroy(new Error('broken'));
  ticks(3);
});

scene('an error that is not asked for', () => {
  const r = readable({read() {}});
  finished(r, {error: false}, told('finished'));
  r.destroy(new Error('broken'));
});

scene('closed early', () => {
  const r = readable({read() {}});
  const w = writable();
  finished(r, told('r finished'));
  finished(w, told('w finished'));
  r.destroy();
  w.write('x');
  w.destroy();
  ticks(3);
});

scene('closed already', () => {
  const r = readable({read() {}});
  r.destroy();
  setImmediate(() => { finished(r, told('finished')); ticks(2); });
});

scene('over already', () => {
  const w = writable();
  w.end();
  setImmediate(() => {
    finished(w, told('w finished'));
    const r = readable({autoDestroy: false});
    r.resume();
    setImmediate(() => { finished(r, told('r finished')); ticks(2); });
  });
});

scene('failed already', () => {
  const r = readable({read() {}});
  r.destroy(new Error('broken'));
  setImmediate(() => finished(r, told('finished')));
});

scene('cleaned up', () => {
  const r = readable();
  const before = r.listenerCount('end');
  const cleanup = finished(r, told('finished'));
  console.log(r.listenerCount('end') - before, r.listenerCount('error'), r.listenerCount('close'));
  cleanup();
  console.log(r.listenerCount('end') - before, r.listenerCount('error'), r.listenerCount('close'));
  r.resume();
});

scene('a PassThrough that nobody reads', () => {
  const p = watchEnds(watchWriting(watchReading(new PassThrough(), 'p'), 'p'), 'p');
  finished(p, told('finished'));
  p.end('x');
  setImmediate(() => { console.log('read'); p.resume(); });
});

scene('what the module says of a stream', () => {
  const say = s => console.log(!!isReadable(s), !!isWritable(s), isErrored(s), isDisturbed(s));
  const r = new Readable({read() { this.push('x'); }});
  const w = new Writable({write});
  const d = new Duplex({read() {}, write, writable: false});
  for (const s of [r, w, d]) say(s);
  r.read();
  w.end();
  d.on('error', () => {});
  d.destroy(new Error('broken'));
  for (const s of [r, w, d]) say(s);
});

play();
