const {Writable} = require('stream');
const {scene, play, watchEnds, watchWriting, message, ticks} = require('./scenes');
const watch = w => watchEnds(watchWriting(w, 'w'), 'w');
const told = name => error => console.log(name, message(error));
const write = (chunk, encoding, callback) => { console.log('_write', '' + chunk, encoding); callback(); };
const writev = (chunks, callback) => { console.log('_writev', chunks.map(({chunk, encoding}) => `${chunk} ${encoding}`).join(', ')); callback(); };

scene('corked twice', () => {
  const w = watch(new Writable({write}));
  w.cork();
  w.write('a', told('a'));
  w.cork();
  w.write('b');
  console.log(w.writableCorked, w.writableLength);
  w.uncork();
  w.write('c', told('c'));
  console.log(w.writableCorked, w.writableLength);
  w.uncork();
  console.log(w.writableCorked, w.writableLength);
  w.uncork();
  w.write('d');
  ticks(3);
});

scene('_writev takes all', () => {
  const w = watch(new Writable({write, writev}));
  w.write('alone', told('alone'));
  w.cork();
  w.write('a', told('a'));
  w.write('b', 'latin1');
  w.write(Buffer.from('c'), told('c'));
  process.nextTick(() => w.uncork());
  ticks(4);
});

scene('_writev without callbacks', () => {
  const w = watch(new Writable({writev}));
  w.write('alone');
  w.cork();
  w.write('a');
  w.write('b');
  w.end('c', told('end'));
  ticks(4);
});

scene('_writev later, more behind', () => {
  const w = watch(new Writable({highWaterMark: 3, writev(chunks, callback) { console.log('_writev', chunks.length); setImmediate(callback); }}));
  for (const c of 'abcdef') console.log(w.write(c, told(c)));
  w.on('drain', () => { if (!w.writableEnded) w.end(told('end')); });
});

scene('_writev fails', () => {
  const w = watch(new Writable({writev(chunks, callback) { callback(new Error('no room')); }}));
  w.cork();
  w.write('a', told('a'));
  w.write('b', told('b'));
  w.uncork();
  w.end(told('end'));
  ticks(3);
});

scene('strings to _writev', () => {
  const w = watch(new Writable({decodeStrings: false, writev}));
  w.cork();
  w.write('a', 'hex');
  w.write('b');
  w.write(Buffer.from('c'));
  w.uncork();
});

scene('end uncorks', () => {
  const w = watch(new Writable({write}));
  w.cork();
  w.cork();
  w.write('a');
  w.end('b', told('end'));
  console.log(w.writableCorked, w.writableEnded, w.writableFinished, w.writableLength);
  ticks(3);
});

scene('destroyed while corked', () => {
  const w = watch(new Writable({write}));
  w.cork();
  w.write('a', told('a'));
  w.write('b', told('b'));
  w.destroy();
  w.uncork();
  console.log(w.writableLength);
  ticks(4);
});

scene('uncork while writing', () => {
  const w = watch(new Writable({write(chunk, encoding, callback) { console.log('_write', '' + chunk); setImmediate(callback); }}));
  w.write('a', told('a'));
  w.cork();
  w.write('b', told('b'));
  w.uncork();
  console.log(w.writableLength);
  w.end(told('end'));
});

play();
