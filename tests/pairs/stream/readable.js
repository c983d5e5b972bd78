const {Readable} = require('stream');
const {scene, play, watchEnds, watchReading, watchData, message, ticks} = require('./scenes');

scene('readable, then read all', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  r.on('readable', () => {
    console.log('readable', r.readableLength);
    let chunk;
    while ((chunk = r.read()) !== null) console.log('read', '' + chunk);
  });
  r.push('ab');
  r.push('cd');
  ticks(5);
  setImmediate(() => { r.push('ef'); ticks(3); setImmediate(() => { r.push(null); ticks(4); }); });
});

scene('readable with sizes', () => {
  let n = 0;
  const r = watchEnds(new Readable({highWaterMark: 5, read(size) { console.log('_read', size); this.push(n++ < 4 ? 'xyz' : null); }}), 'r');
  r.on('readable', () => {
    let chunk;
    console.log('readable', r.readableLength);
    while ((chunk = r.read(2)) !== null) console.log('read', '' + chunk, r.readableLength);
  });
  r.on('end', () => console.log('end'));
  ticks(10);
});

scene('once readable, again and again', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  const wait = () => r.once('readable', () => {
    const chunk = r.read(1);
    console.log('got', chunk && '' + chunk);
    if (chunk) wait(); else console.log('over', r.readableEnded);
  });
  wait();
  r.push('a');
  setImmediate(() => { r.push('b'); setImmediate(() => r.push(null)); });
});

scene('readable and data together', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  watchData(r, 'r');
  r.on('readable', () => { console.log('readable', r.readableFlowing); while (r.read() !== null); });
  r.push('1');
  ticks(5);
  setImmediate(() => { r.push('2'); r.push(null); });
});

scene('readable taken off: data flows again', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  const f = () => { console.log('readable', r.readableLength); r.off('readable', f); console.log(r.readableFlowing); };
  r.on('readable', f);
  watchData(r, 'r');
  r.push('1');
  ticks(6);
  setImmediate(() => { console.log(r.readableFlowing); r.push('2'); });
});

scene('readable taken off without data', () => {
  const r = new Readable({read() {}});
  const f = () => console.log('readable');
  r.on('readable', f);
  console.log(r.readableFlowing);
  r.off('readable', f);
  process.nextTick(() => console.log(r.readableFlowing));
});

scene('a mark of zero', () => {
  let n = 0;
  const r = watchEnds(new Readable({highWaterMark: 0, read() { console.log('_read'); process.nextTick(() => this.push(n++ < 2 ? 'z' : null)); }}), 'r');
  r.on('readable', () => { console.log('readable', r.readableLength); let c; while ((c = r.read()) !== null) console.log('' + c); });
  r.on('end', () => console.log('end'));
});

scene('unshift puts back', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  r.push('header\nbody');
  r.push(' more');
  r.once('readable', () => {
    const all = '' + r.read();
    r.unshift(all.slice(7));
    console.log('header', all.slice(0, 6), r.readableLength);
    watchData(r, 'r');
    r.resume();
    process.nextTick(() => console.log(r.readableFlowing));
  });
  setImmediate(() => r.push(null));
});

scene('unshift at the end', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  r.push('a');
  r.push(null);
  let done = false;
  r.on('readable', () => {
    let c;
    while ((c = r.read()) !== null) {
      console.log('read', '' + c);
      if (!done) { done = true; r.unshift('again'); }
    }
  });
});

scene('push after the end', () => {
  const r = watchEnds(watchReading(new Readable({read() {}}), 'r'), 'r');
  r.push(null);
  console.log(r.push('late'), r.destroyed, message(r.errored ?? undefined));
  ticks(3);
});

scene('unshift after end', () => {
  const r = watchEnds(new Readable({read() {}, autoDestroy: false}), 'r');
  r.on('end', () => { console.log('end'); console.log(r.unshift('late')); });
  r.push(null);
  r.resume();
});

scene('no _read', () => {
  const r = watchEnds(new Readable(), 'r');
  watchData(r, 'r');
});

scene('_read throws', () => {
  const r = watchEnds(new Readable({read() { throw new Error('broken'); }}), 'r');
  console.log(r.read());
  console.log(r.destroyed, message(r.errored ?? undefined));
});

scene('setEncoding before and after', () => {
  const r = watchReading(new Readable({read() {}}), 'r');
  r.push(Buffer.from([0xe2, 0x82]));
  r.setEncoding('utf8');
  r.push(Buffer.from([0xac, 0x41, 0xc3]));
  console.log(r.readableEncoding);
  r.on('data', chunk => console.log(typeof chunk, chunk));
  r.push(null);
});

scene('an encoding in the options', () => {
  const r = new Readable({encoding: 'hex', read() {}});
  r.push('hello');
  r.push(Buffer.from('you'));
  r.push(null);
  r.on('data', chunk => console.log(typeof chunk, chunk));
  console.log(r.readableEncoding);
});

scene('a string pushed in an encoding', () => {
  const r = new Readable({read() {}});
  r.push('68656c6c6f', 'hex');
  r.push('d8JsZA==', 'base64');
  console.log(r.read().toString('latin1'));
});

scene('bad options', () => {
  for (const highWaterMark of [-1, 1.5]) try { new Readable({highWaterMark}); } catch (error) { console.log(message(error)); }
  try { new Readable({encoding: 'nonsense'}); } catch (error) { console.log(message(error)); }
  try { new Readable().setEncoding('nonsense'); } catch (error) { console.log(message(error)); }
  try { new Readable().read(0x40000001); } catch (error) { console.log(message(error)); }
});

scene('an empty push, and a zero-length stream', () => {
  let n = 0;
  const r = watchEnds(watchReading(new Readable({read() { console.log('_read', n); if (n++ < 2) this.push(''); else this.push(null); }}), 'r'), 'r');
  watchData(r, 'r');
  ticks(6);
});

play();
