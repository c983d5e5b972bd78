// Writes typed_arrays.inc: how numbers are converted in arrays of each kind, and random calls on typed arrays and
// DataViews over an ArrayBuffer that may be resized or detached between calls. src/typed_arrays/typed_arrays_test.cpp
// has the same interpreter.
'use strict';
const {keep, mark} = require('./table.js');

let seed = 11;
const random = n => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 4294967296 * n);
};
const pick = list => list[random(list.length)];
const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float16Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array];
const isBig = kind => kind.name.startsWith('Big');
const lit = s => JSON.stringify(s);

let out = mark('typed_arrays.js') + '\n';

const numbers = [0, -0, 0.5, 1.5, 2.5, -0.5, 1, -1, 127, 128, 129, 254.5, 255, 255.5, 256, -128, -129, 32767, 32768, 65503.9, 65504, 65519.99, 65520,
  65535, 65536, 1e5, 2147483647, 2147483648, 4294967295, 4294967296, 4294967297.5, -2147483649, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 64, 1e20, -1e20,
  1e40, 1e300, 2 ** 83 + 2 ** 40, 6e-8, 2.98e-8, 2.99e-8, 5.96e-8, 6.1e-5, 1.1, 1.0004883, 1.00146484375, 3.402823567797337e38, 1e-46, NaN, Infinity, -Infinity];
for (let i = 0; i < 40; i++) numbers.push((random(2) ? -1 : 1) * (random(1e9) + random(1e9) / 1e9) * 10 ** (random(24) - 12));
const view = new DataView(new ArrayBuffer(8));
for (const number of numbers) {
  view.setFloat64(0, number);
  const stored = kinds.filter(kind => !isBig(kind)).map(kind => {
    const value = new kind([number])[0];
    return Object.is(value, -0) ? '-0' : String(value);
  });
  out += `STORED(0x${view.getBigUint64(0).toString(16)}, ${lit(stored.join(' '))})\n`;
}

const show = value => Object.is(value, -0) ? '-0' : String(value);
const all = array => Array.from(array, show).join(',');
const small = () => pick([0, 1, 2, 3, 4, 5, 7, 8, -1, -2, -3, -9, 16, 1.5, -0.5, NaN, Infinity, -Infinity]);
const value = () => pick([0, 1, 2, 3, 5, 100, -1, -7, 200, 300, 70000, 1.5, -2.5, 1e10, -0, NaN, Infinity, 5000000000]);
const big = () => pick([0, 1, 2, 3, 5, 100, -1, -7, 300, 70000]);

// Each operation has the kinds of its arguments and a function. `s` is {a, buffer, kind, v(number) as an element}.
const dataViews = ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float16', 'Float32', 'Float64'];
const operations = {
  get: [[small], (s, i) => Number.isInteger(i) && i >= 0 ? s.a[i] === undefined ? 'none' : show(s.a[i]) : 'no index'],
  put: [[small, 'v'], (s, i, v) => { if (Number.isInteger(i) && i >= 0) s.a[i] = v; return all(s.a); }],
  at: [[small], (s, i) => s.a.at(i) === undefined ? 'none' : show(s.a.at(i))],
  fill: [['v', small, small], (s, v, i, j) => all(s.a.fill(v, i, j))],
  set: [['v', 'v', small], (s, v, w, i) => { s.a.set([v, w], i); return all(s.a); }],
  setOwn: [[small, small], (s, i, j) => { s.a.set(s.a.subarray(i), j); return all(s.a); }],
  setBytes: [[small], (s, i) => { s.a.set(isBig(s.kind) ? new BigInt64Array(s.buffer, 0, 1) : new Uint8Array(s.buffer, 1, 2), i); return all(s.a); }],
  copyWithin: [[small, small, small], (s, i, j, k) => all(s.a.copyWithin(i, j, k))],
  slice: [[small, small], (s, i, j) => all(s.a.slice(i, j))],
  subarray: [[small, small], (s, i, j) => { s.a = s.a.subarray(i, j); return `${s.a.byteOffset} ${s.a.byteLength} ${all(s.a)}`; }],
  tail: [[small], (s, i) => { s.a = s.a.subarray(i); return `${s.a.byteOffset} ${s.a.length}`; }],
  with: [[small, 'v'], (s, i, v) => all(s.a.with(i, v))],
  reverse: [[], s => all(s.a.reverse())],
  sort: [[], s => all(s.a.sort())],
  sortDown: [[], s => all(s.a.sort((a, b) => a < b ? 1 : a > b ? -1 : a === b ? 0 : a === a ? -1 : b === b ? 1 : 0))],
  toSorted: [[], s => all(s.a.toSorted())],
  toReversed: [[], s => all(s.a.toReversed())],
  indexOf: [['v', small], (s, v, i) => show(s.a.indexOf(v, i))],
  lastIndexOf: [['v', small], (s, v, i) => show(s.a.lastIndexOf(v, i))],
  includes: [['v', small], (s, v, i) => show(s.a.includes(v, i))],
  join: [[], s => s.a.join(';')],
  map: [[], s => all(s.a.map(x => x + x + s.v(1)))],
  filter: [['v'], (s, v) => all(s.a.filter(x => x > v))],
  find: [['v'], (s, v) => `${s.a.findIndex(x => x > v)} ${s.a.findLastIndex(x => x > v)} ${s.a.some(x => x > v)} ${s.a.every(x => x > v)}`],
  reduce: [[], s => show(s.a.reduce((sum, x) => sum + x, s.v(0))) + ' ' + show(s.a.reduceRight((last, x) => x, s.v(7)))],
  entries: [[], s => [...s.a.entries()].map(([i, x]) => i + '=' + show(x)).join(' ')],
  shape: [[], s => `${s.a.length} ${s.a.byteLength} ${s.a.byteOffset} ${s.buffer.byteLength} ${s.buffer.maxByteLength}`],
  resize: [[small], (s, n) => { s.buffer.resize(n); return show(s.a.length); }],
  grow: [[], s => { s.buffer.resize(40); return show(s.a.length); }],
  transfer: [[small], (s, n) => { s.buffer = s.buffer.transfer(n); return `${s.a.length} ${s.buffer.byteLength} ${s.buffer.resizable}`; }],
  sliceBuffer: [[small, small], (s, i, j) => all(new Uint8Array(s.buffer.slice(i, j)))],
  view: [[small, small], (s, i, j) => { s.a = new s.kind(s.buffer, i, j); return all(s.a); }],
  viewOpen: [[small], (s, i) => { s.a = new s.kind(s.buffer, i); return all(s.a); }],
  dataGet: [['d', small, 'b'], (s, d, i, b) => show(new DataView(s.buffer)['get' + dataViews[d]](i, b === 1))],
  dataSet: [['d', small, 'n', 'b'], (s, d, i, n, b) => { new DataView(s.buffer)['set' + dataViews[d]](i, n, b === 1); return all(new Uint8Array(s.buffer)); }],
  dataView: [[small, small], (s, i, j) => { const d = new DataView(s.buffer, i, j); return `${d.byteOffset} ${d.byteLength}`; }],
};
const frequent = ['put', 'put', 'fill', 'set', 'get', 'resize', 'subarray', 'viewOpen'];

for (let n = 0; n < 2500; n++) {
  const kind = pick(kinds);
  const fixed = random(3) === 0;
  const size = pick([0, 8, 16, 24, 32, 7]);
  const s = {kind, v: isBig(kind) ? BigInt : Number, buffer: fixed ? new ArrayBuffer(size) : new ArrayBuffer(size, {maxByteLength: 48})};
  for (let i = 0; i < size; i++) new Uint8Array(s.buffer)[i] = i * 37 + n;
  const steps = [];
  const answers = [];
  s.a = new kind(3);
  for (let i = 0, count = 3 + random(5); i < count; i++) {
    const name = random(3) ? pick(Object.keys(operations)) : pick(frequent);
    const [parameters, act] = operations[name];
    const given = parameters.map(parameter => {
      if (parameter === 'v') return isBig(kind) ? big() : value();
      if (parameter === 'n') return value();
      if (parameter === 'd') return random(dataViews.length);
      return parameter === 'b' ? random(2) : parameter();
    });
    if (i === 0 && random(4)) {
      steps.push('viewOpen 0');
      answers.push(attempt(() => operations.viewOpen[1](s, 0)));
    }
    steps.push([name, ...given.map(show)].join(' '));
    answers.push(attempt(() => act(s, ...given.map((each, i) => parameters[i] === 'v' ? s.v(each) : each))));
  }
  out += `CALLS("${kind.name}", ${fixed}, ${size}, ${n}, ${lit(steps.join('\n'))}, ${lit(answers.join('\n'))})\n`;
}
function attempt(f) {
  try {
    return f();
  } catch (error) {
    return '!' + error;
  }
}
keep('typed_arrays.inc', out);
