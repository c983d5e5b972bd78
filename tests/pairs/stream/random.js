// Random programs, the same in both languages: operations on three streams, and the streams' events. An argument names
// one program, and its lines are printed. Without an argument each program prints the number of its lines and a hash of
// them.
const {Readable, Writable, Transform, finished} = require('stream');
const only = process.argv[2] ? +process.argv[2] : 0;
let state = 0;
const random = n => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 16) % n;
};
let lines = 0;
let hash = 0;
let open = false;
const say = text => {
  if (!open) return;
  if (only) console.log(text);
  lines++;
  for (const c of text) hash = (Math.imul(hash, 31) + c.charCodeAt(0)) >>> 0;
};
const text = n => 'abcdefghijkl'.slice(0, n);
const told = name => error => say(`${name} callback ${error ? error.message : ''}`);
const later = (how, f) => {
  if (how === 0) f();
  else if (how === 1) process.nextTick(f);
  else if (how === 2) queueMicrotask(f);
  else setImmediate(f);
};

function program(seed) {
  state = seed;
  lines = hash = 0;
  open = true;
  const readHow = random(5);
  const writeHow = random(4);
  const transformHow = random(4);
  const failAt = random(8) ? 0 : 1 + random(6);
  let reads = 0;
  let writes = 0;
  const marks = [random(3) ? random(10) : 65536, random(3) ? random(10) : 65536, random(10), random(10)];
  const flags = [random(6) !== 0, random(6) !== 0, random(4) === 0, random(4) === 0, random(4) === 0];
  const give = self => {
    reads++;
    if (reads > 8) self.push(null);
    else self.push(text(1 + reads % 5));
  };
  const r = new Readable({highWaterMark: marks[0], autoDestroy: flags[0], read(size) {
    say(`_read ${size}`);
    if (readHow < 4) later(readHow, () => give(this));
  }});
  const writev = flags[2] ? (chunks, callback) => {
    say(`_writev ${chunks.length}`);
    later(writeHow, () => callback());
  } : undefined;
  const final = flags[3] ? callback => {
    say('_final');
    later(writeHow, () => callback());
  } : undefined;
  const w = new Writable({highWaterMark: marks[1], autoDestroy: flags[1], write(chunk, encoding, callback) {
    writes++;
    say(`_write ${chunk} ${encoding}`);
    if (writes === failAt) later(writeHow, () => callback(new Error('full')));
    else later(writeHow, () => callback());
  }, writev, final});
  const flush = flags[4] ? callback => { say('flush'); later(transformHow, () => callback(null, 'F')); } : undefined;
  const t = new Transform({readableHighWaterMark: marks[2], writableHighWaterMark: marks[3], transform(chunk, encoding, callback) {
    say(`transform ${chunk}`);
    later(transformHow, () => callback(null, chunk));
  }, flush});
  for (const [name, s] of [['r', r], ['t', t]]) {
    s.on('end', () => say(`${name} end`));
    s.on('pause', () => say(`${name} pause`));
    s.on('resume', () => say(`${name} resume`));
  }
  for (const [name, s] of [['w', w], ['t', t]]) {
    s.on('drain', () => say(`${name} drain`));
    s.on('prefinish', () => say(`${name} prefinish`));
    s.on('finish', () => say(`${name} finish`));
    s.on('pipe', () => say(`${name} pipe`));
    s.on('unpipe', () => say(`${name} unpipe`));
  }
  for (const [name, s] of [['r', r], ['w', w], ['t', t]]) {
    s.on('close', () => say(`${name} close`));
    s.on('error', error => say(`${name} error ${error.message}`));
  }
  const ofData = chunk => say(`data ${chunk}`);
  const ofReadable = () => {
    say(`readable ${r.readableLength}`);
    if (random(3)) say(`got ${r.read()}`);
  };
  let hasData = false;
  let hasReadable = false;
  const act = () => {
    const what = random(40);
    const n = random(7);
    const bit = random(2);
    say(`do ${what} ${n} ${bit}`);
    try {
      if (what < 4) say(`${r.push(text(n))}`);
      else if (what < 5) r.push(null);
      else if (what < 6) say(`${r.unshift(text(n))}`);
      else if (what < 8) say(`${r.read()}`);
      else if (what < 10) say(`${r.read(n)}`);
      else if (what < 11) r.pause();
      else if (what < 13) r.resume();
      else if (what < 15) { if (!hasData) r.on('data', ofData); hasData = true; }
      else if (what < 16) { r.off('data', ofData); hasData = false; }
      else if (what < 17) { if (!hasReadable && !r.readableEnded) { r.on('readable', ofReadable); hasReadable = true; } }
      else if (what < 18) { if (hasReadable) r.off('readable', ofReadable); hasReadable = false; }
      else if (what < 20) r.pipe(bit ? w : t, {end: n > 2});
      else if (what < 21) t.pipe(w, {end: n > 2});
      else if (what < 22) r.unpipe(bit ? w : t);
      else if (what < 23) r.unpipe();
      else if (what < 24) t.unpipe(w);
      else if (what < 27) say(`${w.write(text(n), bit ? told('write') : undefined)}`);
      else if (what < 29) say(`${t.write(text(n), bit ? told('t write') : undefined)}`);
      else if (what < 30) w.cork();
      else if (what < 32) w.uncork();
      else if (what < 33) { if (bit) w.end(told('end')); else w.end(text(n)); }
      else if (what < 34) { if (bit) t.end(told('t end')); else t.end(text(n)); }
      else if (what < 35) { if (n === 0) r.destroy(bit ? new Error('r gone') : null); }
      else if (what < 36) { if (n === 0) w.destroy(bit ? new Error('w gone') : null); }
      else if (what < 37) { if (n === 0) t.destroy(bit ? new Error('t gone') : null, told('destroy')); }
      else if (what < 38) finished(bit ? r : w, told('finished'));
      else if (what < 39) t.resume();
      else say(`${r.readableFlowing} ${r.readableLength} ${r.readableEnded} ${r.destroyed} ${w.writableLength} ${w.writableNeedDrain} ${w.writableFinished} ${w.destroyed} ${t.readableLength} ${t.writableLength} ${t.destroyed}`);
    } catch (error) {
      say(`threw ${error.message}`);
    }
  };
  let left = 30;
  const step = () => {
    for (let count = random(4); count > 0; count--) act();
    if (--left > 0) later(1 + random(3), step);
    else wind(40);
  };
  // Waits until nothing happens any more. A timer could fire too early or too late.
  const wind = turns => { if (turns) setImmediate(wind, turns - 1); else done(); };
  const done = () => {
    open = false;
    console.log(seed, lines, hash);
    if (seed < 400 && !only) program(seed + 1);
  };
  step();
}

program(only || 1);
