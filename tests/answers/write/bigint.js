// Writes bigint.inc: JavaScript's answers for BigInt. An error is written as "!" followed by its name and message.
'use strict';
const {keep, mark} = require('./table.js');

let seed = 3;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
const attempt = (f) => {
  try {
    return String(f());
  } catch (error) {
    return '!' + error;
  }
};
const lit = (s) => JSON.stringify(s).replace(/\\u([0-9a-f]{4})/g, (_, hex) => '\\' + parseInt(hex, 16).toString(8).padStart(3, '0')).replace(/\?/g, '\\077');
const numbers = [0n, 1n, -1n, 2n, -2n, 7n, -7n, 63n, 64n, 65n, 2n ** 31n, -(2n ** 31n), 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 127n - 1n, -(2n ** 128n), 10n ** 30n, -(10n ** 40n)];
for (let i = 0; i < 6; ++i) numbers.push((i % 2 ? -1n : 1n) * Array.from({length: 3 + i}, random).reduce((all, part) => all << 32n | BigInt(part), 1n));

let out = mark('bigint.js') + '\n';
for (const a of numbers) {
  out += `ONE(${[String(a), -a, ~a, a.toString(2), a.toString(16), a.toString(36)].map(String).map(lit).join(', ')}, "${Number(a)}", "${BigInt.asIntN(64, a)}", "${BigInt.asUintN(64, a)}", "${BigInt.asIntN(8, a)}", "${BigInt.asUintN(200, a)}")\n`;
  for (const b of numbers)
    out += `TWO(${[String(a), String(b), attempt(() => a + b), attempt(() => a - b), attempt(() => a * b), attempt(() => a / b), attempt(() => a % b), attempt(() => a & b), attempt(() => a | b), attempt(() => a ^ b), ...(b < 100n && b > -100n ? [attempt(() => a << b), attempt(() => a >> b), a < 10n && a > -10n || b < 4n ? attempt(() => a ** b) : ''] : ['', '', ''])].map(lit).join(', ')}, ${a < b ? -1 : a > b ? 1 : 0})\n`;
}
for (const text of ['', '  ', ' 12 ', '-5', '+5', '0x1F', '0XfF', '-0x1', '0o17', '0b101', '0b2', '0x', '1.5', '1e3', 'abc', '12n', '-', '+', '--1', '00012', '1_000', '\n99\t', '123456789012345678901234567890', '0xffffffffffffffffffffffff', '-0'])
  out += `TEXT(${lit(text)}, ${lit(attempt(() => BigInt(text)))})\n`;
for (const n of [0, -0, 1, -1, 2 ** 53, 1e21, 1.7976931348623157e308, 1.5, NaN, Infinity, -1e-7]) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, n);
  out += `NUMBER(0x${view.getBigUint64(0).toString(16)}, ${lit(attempt(() => BigInt(n)))})\n`;
}
const exact = [2n ** 53n + 1n, 2n ** 64n + 2n ** 11n, 2n ** 64n + 2n ** 11n + 1n, 2n ** 64n + 3n * 2n ** 11n, 2n ** 1024n - 2n ** 970n, 2n ** 1024n - 2n ** 970n - 1n, 2n ** 1024n, -(2n ** 2000n), 2n ** 200n - 1n];
for (const n of exact) out += `NEAREST("${n}", "${Number(n)}")\n`;
keep('bigint.inc', out);
