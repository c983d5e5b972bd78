// Writes number_text.inc and math.inc: JavaScript's answers for converting numbers to texts and texts to numbers, for
// the bit operators, and for Math. Where a number is converted in all bases and all counts of digits, the table has a
// hash of the answers.
'use strict';
const {keep, mark} = require('./table.js');

const view = new DataView(new ArrayBuffer(8));
// Every NaN is written with the same bits, because a computed NaN may have another sign bit.
const bits = (n) => (view.setFloat64(0, Number.isNaN(n) ? NaN : n), '0x' + view.getBigUint64(0).toString(16));
let seed = 11;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
const anyNumber = () => (view.setUint32(0, random()), view.setUint32(4, random()), view.getFloat64(0));

// Hashes the texts, each followed by a line feed, with FNV-1a.
const hash = (texts) => {
  let h = 0xcbf29ce484222325n;
  for (const text of texts)
    for (const c of Buffer.from(text + '\n')) h = ((h ^ BigInt(c)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return '0x' + h.toString(16);
};
const range = (from, to) => Array.from({length: to - from + 1}, (_, i) => from + i);

const numbers = [0, -0, 1, -1, 0.5, 1.5, 2.5, -2.5, 0.1, 0.1 + 0.2, 1.005, 1.45, 8.345, 123.456, 0.000001, 1e-7, 1.5e-10, 1e21, 1e21 - 2 ** 17, -1e20, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 64,
  2 ** 70 + 2 ** 18, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1 / 3, 2 / 3, 999.9999, 9.5, 99.5, 0.95, 1e100, NaN, Infinity, -Infinity, 255, 4294967295, -255.75, 0.0000125, 25, 35, 12345, 2 ** -20, 2 ** 52 + 0.5, 2 ** 51 + 0.25, 1e15 + 0.125];
const printed = [...numbers];
for (let i = 0; i < 200; ++i) printed.push(i % 2 ? anyNumber() : (random() - 2 ** 31) / 2 ** (i % 40));

let out = mark('number_text.js') + '\n';
for (const n of printed) {
  out += `HASHES(${bits(n)}, ${hash(range(0, 100).map((d) => n.toFixed(d)))}, ${hash(range(0, 100).map((d) => n.toExponential(d)))}, ` +
    `${hash(range(1, 100).map((d) => n.toPrecision(d)))}, ${hash(range(2, 36).map((d) => n.toString(d)))}, "${n.toExponential()}")\n`;
}
for (const n of numbers) {
  for (const d of [0, 1, 2, 10, 25]) out += `FIXED(${bits(n)}, ${d}, "${n.toFixed(d)}")\nEXPONENTIAL(${bits(n)}, ${d}, "${n.toExponential(d)}")\n`;
  for (const d of [1, 2, 3, 17, 30]) out += `PRECISION(${bits(n)}, ${d}, "${n.toPrecision(d)}")\n`;
  if (Math.abs(n) > 1e30 || Math.abs(n) < 1e-30) continue;
  for (const d of [2, 3, 7, 8, 16, 32, 36]) out += `RADIX(${bits(n)}, ${d}, "${n.toString(d)}")\n`;
}
const lit = (s) => '"' + [...Buffer.from(s)].map((c) => (c >= 32 && c < 127 && c !== 34 && c !== 92 && c !== 63 ? String.fromCharCode(c) : '\\' + c.toString(8).padStart(3, '0'))).join('') + '"';
const texts = ['', ' ', '0', '-0', '+0', '1', '-1', ' 12px', '\n\t42\u00a0', '1.9', '.5', '-.5', '.', '+', '-', '+-1', '1e3', '1e', '1e+', '1.e2', '1E-2x', '0x', '0xff', '0XFFg', '-0x10', '0x1.8', '0b11', '0o17', '010', 'Infinity', '-Infinityx', '+Infinity', 'infinity', 'NaN',
  'abc', 'zz', 'Zz9', '123abc', '9007199254740993', '9007199254740992.5', '1'.repeat(40), 'z'.repeat(30), '1'.repeat(60) + '2', '10000000000000000000000000000000000000000000000000000001', '1e400', '-1e400', '1e-400', '99999999999999999999999', '1_000', '1,5', '\ufeff7', '5..5', '--1', '12 34', '١', 'f'.repeat(14), '20000000000001', '1.7976931348623159e308', '0.1.2', '1' + '0'.repeat(320)];
for (const t of texts) {
  for (const radix of [undefined, 0, 2, 3, 8, 10, 16, 36, 1, 37, -10, 4294967298, 10.9, NaN])
    out += `PARSE_INT(${lit(t)}, ${radix === undefined || Number.isNaN(radix) ? 'NaN' : radix}, ${bits(parseInt(t, radix))})\n`;
  out += `PARSE_FLOAT(${lit(t)}, ${bits(parseFloat(t))})\n`;
}
const operands = [0, -0, 1, -1, 0.5, -0.5, 1.5, -7, 7, 5.25, 31, 32, 33, -33, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5, -(2 ** 32) - 5, 2 ** 53, 2 ** 53 + 2, -(2 ** 53) - 4, 2 ** 63, 2 ** 64 + 2 ** 12, 2 ** 83 + 2 ** 31, 2 ** 84, 1e20, -1e20, 1e300, 5e-324, NaN, Infinity, -Infinity, 4294967296.7];
for (const a of operands) {
  out += `INT32(${bits(a)}, ${a | 0}, ${a >>> 0}, ${bits(~a)})\n`;
  for (const b of operands) out += `OPERATORS(${[a, b, a & b, a | b, a ^ b, a << b, a >> b, a >>> b, a % b, a / b].map(bits).join(', ')})\n`;
}
keep('number_text.inc', out);

// The functions in `exact` have one correct result. The results of those in `near` may differ in the last digit (see
// src/base/numbers/math_test.cpp).
const exact = ['abs', 'ceil', 'floor', 'trunc', 'round', 'sign', 'sqrt', 'fround', 'f16round', 'clz32'];
const near = ['cbrt', 'exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'];
const special = [0, -0, 1, -1, 0.5, -0.5, 0.49999999999999994, -0.2, 1.5, 2.5, -1.5, -2.5, -3.5, 2 ** 52 + 1, 2 ** 53, -(2 ** 52) - 1, 4503599627370495.5, 1e300, -1e300, 5e-324, -5e-324, NaN, Infinity, -Infinity, 0.1, 1e-10, 65504, 65519.99, 65520, 2049, 2051, 6e-8, 2.98e-8, 2.9802322387695312e-8,
  2.98023223876953125e-8, 1e-8, 3.4028235677973366e38, 3.4028234e38, 16777217, 1e-45, 7e-46, 2 ** 32, 2 ** 31, 7, 8, 1000, 3, 10, 709.8, -745.2, 1e-300];
out = mark('number_text.js') + '\n';
const arguments_ = [...special];
for (let i = 0; i < 60; ++i) arguments_.push(i % 3 ? (random() - 2 ** 31) / 2 ** (i % 36) : anyNumber());
for (const f of exact) for (const x of arguments_) out += `EXACT(${f}, ${bits(x)}, ${bits(Math[f](x))})\n`;
for (const f of near) for (const x of arguments_) out += `NEAR(${f}, ${bits(x)}, ${bits(Math[f](x))})\n`;
const pairs = [0, -0, 1, -1, 0.5, -2, 3, 1e200, 1e-200, NaN, Infinity, -Infinity, 4294967295, 65537.9, 2 ** 53];
for (const a of pairs)
  for (const b of pairs) {
    for (const f of ['max', 'min', 'imul', 'hypot']) out += `EXACT2(${f}, ${bits(a)}, ${bits(b)}, ${bits(Math[f](a, b))})\n`;
    for (const f of ['pow', 'atan2']) out += `NEAR2(${f}, ${bits(a)}, ${bits(b)}, ${bits(Math[f](a, b))})\n`;
  }
keep('math.inc', out);
