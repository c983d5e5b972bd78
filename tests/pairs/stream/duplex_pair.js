const {duplexPair} = require('stream');
const {finished, pipeline} = require('stream/promises');
const {PassThrough, Readable, Writable} = require('stream');
const {scene, play, watchEnds, watchReading, watchWriting, watchData, message, ticks} = require('./scenes');
const told = name => error => console.log(name, message(error ?? undefined));
const watch = (d, name) => watchEnds(watchWriting(watchReading(d, name), name), name);

scene('there and back', () => {
  const [a, b] = duplexPair();
  watch(a, 'a');
  watch(b, 'b');
  watchData(a, 'a');
  b.on('data', chunk => { console.log('b data', '' + chunk); b.write('re: ' + chunk); });
  b.on('end', () => b.end());
  a.write('one', told('one'));
  a.write('two', told('two'));
  a.end(told('end'));
  ticks(10);
});

scene('one side is destroyed', () => {
  const [a, b] = duplexPair();
  watch(a, 'a');
  watch(b, 'b').resume();
  a.write('one', told('one'));
  a.destroy();
  ticks(6);
});

scene('one side fails', () => {
  const [a, b] = duplexPair();
  watch(a, 'a');
  watch(b, 'b').resume();
  a.destroy(new Error('broken'));
  ticks(6);
});

scene('held back', () => {
  const [a, b] = duplexPair({highWaterMark: 3});
  watch(a, 'a');
  console.log(a.write('ab', told('ab')), a.write('cd', told('cd')), a.write('', told('none')));
  setImmediate(() => watchData(b, 'b'));
});

scene('awaited', () => {
  const p = new PassThrough();
  finished(p).then(() => console.log('finished'), error => console.log('failed', message(error)));
  p.resume();
  p.end('x');
  const q = new PassThrough();
  finished(q).then(() => console.log('finished'), error => console.log('failed', message(error)));
  q.destroy(new Error('broken'));
  const source = new Readable({read() { this.push(null); }});
  pipeline(source, new PassThrough(), new Writable({write(chunk, encoding, callback) { callback(); }})).then(() => console.log('done'));
  const r = new Readable({read() {}});
  pipeline(r, new PassThrough()).catch(error => console.log('failed', message(error)));
  r.destroy();
});

play();
