const {Readable} = require('stream');
const {scene, play, watchEnds, watchReading, watchData, ticks} = require('./scenes');

scene('pushed before anybody listens', () => {
  const r = new Readable({read() {}});
  watchEnds(watchReading(r, 'r'), 'r');
  r.push('a');
  r.push('b');
  r.push(null);
  console.log(r.readableFlowing, r.readableLength, r.isPaused(), r.readableDidRead);
  watchData(r, 'r');
  console.log(r.readableFlowing, r.readableLength, r.isPaused());
  ticks(6);
});

scene('read gives at once', () => {
  let n = 0;
  const r = new Readable({read() { console.log('read', n); this.push(n < 4 ? 'c' + n++ : null); }});
  watchData(watchEnds(watchReading(r, 'r'), 'r'), 'r');
  ticks(8);
});

scene('read gives in a tick', () => {
  let n = 0;
  const r = new Readable({read() { console.log('read', n); process.nextTick(() => this.push(n < 3 ? 'c' + n++ : null)); }});
  watchData(watchEnds(watchReading(r, 'r'), 'r'), 'r');
  ticks(12);
});

scene('read gives in an immediate', () => {
  let n = 0;
  const r = new Readable({read(size) { console.log('read', size); setImmediate(() => this.push(n < 3 ? 'c' + n++ : null)); }});
  watchData(watchEnds(watchReading(r, 'r'), 'r'), 'r');
});

scene('paused by a listener, resumed later', () => {
  let n = 0;
  const r = new Readable({highWaterMark: 4, read() { this.push(n < 5 ? 'c' + n++ : null); }});
  watchEnds(watchReading(r, 'r'), 'r');
  r.on('data', chunk => {
    console.log('data', '' + chunk, r.readableLength);
    r.pause();
    console.log('paused', r.isPaused(), r.readableFlowing);
    setImmediate(() => { console.log('resume', r.readableLength); r.resume(); });
  });
  ticks(4);
});

scene('pause before the first listener', () => {
  const r = new Readable({read() {}});
  watchReading(r, 'r').pause();
  watchData(r, 'r');
  r.push('x');
  console.log(r.readableFlowing, r.isPaused());
  setImmediate(() => {
    console.log('still', r.readableFlowing, r.readableLength);
    r.resume();
    console.log('now', r.readableFlowing);
    ticks(3);
  });
});

scene('resume without a listener drops what comes', () => {
  const r = new Readable({read() {}});
  watchEnds(watchReading(r, 'r'), 'r').resume();
  r.push('lost');
  r.push(null);
  console.log(r.readableLength);
  ticks(5);
});

scene('two listeners, one taken off in the first', () => {
  const r = new Readable({read() {}});
  const second = chunk => console.log('second', '' + chunk);
  r.on('data', chunk => { console.log('first', '' + chunk); r.off('data', second); });
  r.on('data', second);
  r.push('1');
  r.push('2');
  setImmediate(() => r.push('3'));
});

scene('the last listener taken off', () => {
  const r = new Readable({read() {}});
  const f = chunk => { console.log('data', '' + chunk); r.off('data', f); console.log(r.readableFlowing); };
  r.on('data', f);
  r.push('1');
  r.push('2');
  setImmediate(() => {
    console.log(r.readableFlowing, r.readableLength);
    r.push('3');
    r.on('data', chunk => console.log('again', '' + chunk));
  });
});

scene('push says when it is enough', () => {
  const r = new Readable({highWaterMark: 3, read() {}});
  console.log(r.push('a'), r.push('b'), r.push('c'), r.push('d'), r.push(''), r.readableLength, r.readableHighWaterMark);
  console.log('' + r.read(2), r.readableLength, r.push('e'), '' + r.read());
  console.log(r.push('f'), r.read(5), r.readableHighWaterMark, r.push(null), '' + r.read(5), r.read());
});

scene('pushed in a data listener', () => {
  const r = new Readable({read() {}});
  let n = 0;
  watchEnds(watchReading(r, 'r'), 'r');
  r.on('data', chunk => {
    console.log('data', '' + chunk);
    if (++n < 4) console.log('push', r.push('n' + n));
    else r.push(null);
    console.log('after', n);
  });
  setImmediate(() => r.push('first'));
});

play();
