const {Writable} = require('stream');
const {scene, play, watchEnds, watchWriting, message, ticks} = require('./scenes');
const watch = w => watchEnds(watchWriting(w, 'w'), 'w');
const told = name => error => console.log(name, message(error ?? undefined));
const write = (chunk, encoding, callback) => callback();

scene('end of nothing', () => {
  const w = watch(new Writable({write}));
  w.end(told('end'));
  console.log(w.writable, w.writableEnded, w.writableFinished);
  ticks(3);
});

scene('end in all its forms', () => {
  for (const end of [w => w.end(), w => w.end('x'), w => w.end('78', 'hex'), w => w.end('x', told('cb')), w => w.end('78', 'hex', told('cb')), w => w.end(null), w => w.end(null, null, told('cb'))]) {
    const w = new Writable({write(chunk, encoding, callback) { console.log('' + chunk); callback(); }});
    console.log(end(w) === w);
  }
});

scene('end twice', () => {
  const w = watch(new Writable({write}));
  w.end('x', told('first'));
  w.end(told('second'));
  w.end('y', told('third'));
  ticks(4);
});

scene('end in finish, and after', () => {
  const w = watch(new Writable({write}));
  w.on('finish', () => w.end(told('in finish')));
  w.on('close', () => w.end(told('in close')));
  w.end(told('end'));
});

scene('final at once', () => {
  const w = watch(new Writable({write, final(callback) { console.log('final'); callback(); }}));
  w.write('x', told('x'));
  w.end(told('end'));
  ticks(5);
});

scene('final later', () => {
  const w = watch(new Writable({write, final(callback) { console.log('final'); setImmediate(callback); }}));
  w.end('x', told('end'));
  ticks(4);
});

scene('final fails at once', () => {
  const w = watch(new Writable({write, final(callback) { callback(new Error('final failed')); }}));
  w.end('x', told('end'));
  ticks(4);
});

scene('final fails later', () => {
  const w = watch(new Writable({write, final(callback) { setImmediate(() => callback(new Error('final failed'))); }}));
  w.end('x', told('end'));
});

scene('final throws', () => {
  const w = watch(new Writable({write, final() { throw new Error('final threw'); }}));
  w.end(told('end'));
  ticks(3);
});

scene('final calls back twice', () => {
  const w = watch(new Writable({write, final(callback) { callback(); callback(); }}));
  w.end(told('end'));
  ticks(4);
});

scene('final while a write is on its way', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { setImmediate(callback); }, final(callback) { console.log('final', w.writableLength); process.nextTick(callback); }}));
  w.write('a', told('a'));
  w.end('b', told('end'));
});

scene('destroyed in final', () => {
  const w = watch(new Writable({write, final(callback) { w.destroy(); callback(); }}));
  w.end(told('end'));
  ticks(4);
});

scene('destroyed right after end', () => {
  const w = watch(new Writable({write}));
  w.end('x', told('end'));
  w.destroy();
  console.log(w.writableFinished, w.writableAborted);
  ticks(4);
});

scene('destroyed in a tick after end', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { setImmediate(callback); }}));
  w.end('x', told('end'));
  process.nextTick(() => w.destroy(new Error('enough')));
});

scene('autoDestroy off', () => {
  const w = watch(new Writable({autoDestroy: false, write}));
  w.end(told('end'));
  setImmediate(() => console.log(w.destroyed, w.closed, w.writableFinished));
});

scene('emitClose off', () => {
  const w = watch(new Writable({emitClose: false, write}));
  w.end(told('end'));
  setImmediate(() => console.log(w.destroyed, w.closed, w.writableFinished));
});

scene('the state in each listener', () => {
  const w = new Writable({write});
  w.on('prefinish', () => console.log('prefinish', w.writableFinished));
  w.on('finish', () => console.log('finish', w.writableFinished, w.destroyed));
  w.on('close', () => console.log('close', w.closed, w.destroyed));
  w.end();
});

play();
