// Writes strings.inc and numbers.inc: JavaScript's answers for String's methods, and for printing and reading numbers.
'use strict';
const {keep, mark} = require('./table.js');

const subjects = ['', 'a', 'abcabc', ' \t padded\n ', 'Hello, World! Hello!', 'a,b,,c,', 'x'.repeat(40) + 'yz', '\ufeff\u00a0tab\u3000\u2028'];
const indices = ['0', '1', '3', '-1', '-3', '5', '6', '7', '100', '-100'];
const words = ["''", "'a'", "'bc'", "'abcabc'", "'Hello'", "','", "'zz'", "'xyz'", "'!'"];
const calls = ['s.trim()', 's.trimStart()', 's.trimEnd()', 's.toLowerCase()', 's.toUpperCase()', 's.length', 's.repeat(0)', 's.repeat(3)', "s.concat('x', 'yy')", "s.split('', 3)",
  "s.split('')", "s.split(',', 2)", "s.split(',', 0)", "s.padStart(10, 'ab')", "s.padEnd(10, 'ab')", "s.padStart(3)", "s.padEnd(50)", "s.padEnd(50, '')", "s + 'x'", "'x' + s", 's + 1.5', '2 + s', 's + s', "s == 'a'", "s < 'b'", "s >= 'Hello'"];
for (const i of indices) {
  calls.push(`s.charAt(${i})`, `s.slice(${i})`, `s.substring(${i})`, `s.substr(${i})`);
  for (const j of indices) calls.push(`s.slice(${i}, ${j})`, `s.substring(${i}, ${j})`, `s.substr(${i}, ${j})`);
}
for (const w of words) {
  calls.push(`s.indexOf(${w})`, `s.lastIndexOf(${w})`, `s.includes(${w})`, `s.startsWith(${w})`, `s.endsWith(${w})`, `s.split(${w})`, `s.replace(${w}, '<>')`, `s.replaceAll(${w}, '<>')`, `s.replaceAll(${w}, '')`);
  for (const i of indices) calls.push(`s.indexOf(${w}, ${i})`, `s.lastIndexOf(${w}, ${i})`, `s.includes(${w}, ${i})`, `s.startsWith(${w}, ${i})`, `s.endsWith(${w}, ${i})`);
}
const lit = (s) => '"' + [...Buffer.from(s)].map((c) => (c >= 32 && c < 127 && c !== 34 && c !== 92 && c !== 63 ? String.fromCharCode(c) : '\\' + c.toString(8).padStart(3, '0'))).join('') + '"';
const show = (v) => (Array.isArray(v) ? '[' + v.map((one) => one + '|').join('') + ']' : String(v));
const toCpp = (call) => call.replace(/'[^']*'/g, (t) => lit(eval(t))).replace('s.length', 's.length()');
const ascii = (s) => /^[\x00-\x7f]*$/.test(s);

let out = mark('strings.js') + '\n';
for (const call of calls) {
  // Calls that count characters are compared only on ASCII texts, where a character is one byte.
  const of = subjects.filter((s) => ascii(s) || /trim|Case|concat|\+/.test(call));
  out += `{${lit(call)}, [](const String& s) { return shown(${toCpp(call)}); }, {${of.map((s) => `{${lit(s)}, ${lit(show(eval(call)))}}`).join(', ')}}},\n`;
}
keep('strings.inc', out);

let seed = 7;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
const numbers = [0, -0, 1, -1, 0.1, -0.1, 1.5, 100, 123456789, 1e20, 1e21, 1.5e21, -1e21, 123456789012345680000, 1e-6, 1e-7, 1.5e-7, 0.000001234, 5e-324, 1.7976931348623157e308, NaN, Infinity, -Infinity,
  2 ** 31, 2 ** 32, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 64, 0.1 + 0.2, 1 / 3, 1e100, 4.35, 9.95, 1e300, 123e-20];
for (let i = 0; i < 300; ++i) {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, random());
  view.setUint32(4, random());
  numbers.push(i % 2 ? view.getFloat64(0) : Math.fround((random() - 2 ** 31) / 10 ** (i % 12)));
}
out = mark('strings.js') + '\n';
for (const n of numbers) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, n);
  out += `PRINT(0x${view.getBigUint64(0).toString(16)}, "${n}")\n`;
}
const texts = ['', ' ', '\n', '0', '-0', '+0', '1', '-1', '+1', '1.', '.1', '-.1', '.', '+', '-', '1e3', '1E3', '1e+3', '1e-3', '1e', 'e1', '1e400', '-1e400', '1e-400', '0x', '0x10', '0XfF', '0xg', '-0x10', '+0x10',
  '0b101', '0B1', '0b2', '0o17', '0O8', 'Infinity', '-Infinity', '+Infinity', 'infinity', 'INFINITY', 'Infinityx', 'NaN', 'nan', 'abc', '12abc', '1 2', ' 12 ', '\t12\n', '1_000', '0012', '08', '1.2.3', '1..', '--1', '+-1',
  '9007199254740993', '1'.repeat(400), '0.' + '0'.repeat(400) + '1', '0x' + 'f'.repeat(20), '1n', 'true', 'null', 'undefined', '\u00a05\ufeff', '١', '5e', '5e+', '5.e3', '.e3', '0.0000001', 'inf', '1d', '0x1p3', '1f', '00x1', '1e1000000000000'];
for (const t of texts) out += `READ(${lit(t)}, "${Object.is(Number(t), -0) ? '-0' : Number(t)}")\n`;
keep('numbers.inc', out);
