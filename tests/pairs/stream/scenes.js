'use strict';
// Helpers of the pairs about streams: scenes that run one after the other, and listeners that print the events.
const list = [];
exports.scene = (name, f) => list.push([name, f]);
exports.play = function play() {
  const next = list.shift();
  if (!next) return;
  console.log('--', next[0]);
  next[1]();
  setTimeout(play, 15);
};
const message = error => error ? `${error.name} ${error.code} ${error.message}` : String(error);
exports.message = message;
exports.watchEnds = (s, name) => {
  s.on('error', error => console.log(name, 'error', message(error)));
  s.on('close', () => console.log(name, 'close'));
  return s;
};
exports.watchReading = (s, name) => {
  s.on('pause', () => console.log(name, 'pause'));
  s.on('resume', () => console.log(name, 'resume'));
  s.on('end', () => console.log(name, 'end'));
  return s;
};
exports.watchWriting = (s, name) => {
  s.on('drain', () => console.log(name, 'drain'));
  s.on('prefinish', () => console.log(name, 'prefinish'));
  s.on('finish', () => console.log(name, 'finish'));
  s.on('pipe', () => console.log(name, 'pipe'));
  s.on('unpipe', () => console.log(name, 'unpipe'));
  return s;
};
exports.watchData = (s, name) => s.on('data', chunk => console.log(name, 'data', '' + chunk));
// Schedules ticks one after the other, to show when the streams' own ticks run.
exports.ticks = function ticks(count, n = 1) {
  if (n > count) return;
  process.nextTick(() => {
    console.log('tick', n);
    ticks(count, n + 1);
  });
};
