const x = 7.9, neg = -7.9, text = 'abc', nothing = undefined;
console.log(typeof x === 'number', typeof text === 'string', typeof nothing === 'undefined', Array.isArray([1]), Number.isInteger(5), Number.isInteger(5.5));
console.log(x | 0, ~~neg, neg >>> 28, 2 ** 10, 2 ** -1, 7.5 % 2, -7 % 3, 5 % 0, 7 / 2, (7 / 2) | 0, 1 << 31, ~5);
const list = [10, 20, 30];
let i = 0;
console.log(list[i++]);
console.log(list[i++], i);
let s = '';
for (const k in list) s += k;
console.log(s);
list.length = 1;
console.log(list, list.length);
list.length = 0;
console.log(list, list.length === 0);
const o = {b: 1, a: 2};
for (const [k, v] of Object.entries(o)) console.log(k, v);
for (const k in o) console.log(k, o[k]);
console.log('a' in o, 'z' in o, Object.keys(o).length);
delete o.a;
console.log(o, 'a' in o);
outer: for (let a = 0; a < 3; a++) {
  for (let b = 0; b < 3; b++) {
    if (b === 1) continue outer;
    if (a === 2) break outer;
    console.log(a, b);
  }
}
let n = 3;
do { n--; } while (n > 0);
console.log(n);
for (let lo = 0, hi = 3; lo < hi; lo++, hi--) console.log(lo, hi);
const grade = v => v > 90 ? 'A' : v > 80 ? 'B' : v > 70 ? 'C' : 'F';
console.log(grade(95), grade(85), grade(75), grade(5));
function opt(a, b = 2, c = a + b) { return a + b + c; }
console.log(opt(1), opt(1, 1), opt(1, 1, 1));
const fs = [];
for (let k = 0; k < 3; k++) fs.push(() => k * 10);
console.log(fs.map(f => f()));
const fact = n => n <= 1 ? 1 : n * fact(n - 1);
console.log(fact(10));
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
console.log(fib(15));
const result = (() => { const t = 5; return t * 2; })();
console.log(result);
(function () { console.log('IIFE'); })();
const counter = (() => { let c = 0; return {inc: () => ++c, get: () => c}; })();
counter.inc(); counter.inc();
console.log(counter.get());
const account = {balance_: 5, get balance() { return this.balance_; }, set balance(v) { this.balance_ = v * 2; }};
account.balance = 10;
console.log(account.balance);
console.log(String(x), x.toFixed(2), (5).toString(2), (255).toString(16).padStart(4, '0'), '5'.padEnd(3, 'x'), String(true), String(null), String(undefined), String([1, 2]));
console.log('a1b22'.replace(/\d+/g, d => `<${d}>`), 'x-y'.split(/-/), /(\w)(\d)/.exec('a1')[2], 'A,B'.split(',').map(s => s.toLowerCase()).join('|'));
let t = null;
t ??= 5;
let z = 0;
z ||= 7;
let w = 1;
w &&= 9;
console.log(t, z, w);
console.log([3, 1, 2].sort(), [3, 1, 10].sort((a, b) => a - b), [1, 2, 3].reverse(), [1, 2, 3, 4].filter(n => n % 2 === 0).reduce((a, b) => a + b, 0));
console.log([1, [2, [3]]].flat(Infinity), [[1, 2], [3]].flat());
console.log(Number('12px'), parseInt('12px'), parseFloat('1.5x'), Number(''), Number(' 12 '), +true, !!'a', !'' , 0.1 + 0.2, 1e21, 1 / 3, -0, [-0], 5e-7, 123456789012345680000);
console.log(Number.MAX_SAFE_INTEGER, Number.EPSILON > 0, Math.round(2.5), Math.round(-2.5), Math.trunc(-4.7), Math.sign(-3), Math.hypot(3, 4), Math.cbrt(27));
console.log('abc'[1], 'abc'.at(-1), 'abc'.charAt(9) === '', 'abc'.substring(2, 0), 'abc'.slice(-2), 'a-b-c'.split('-', 2), 'abc'.codePointAt(0), [...'ab'].reverse().join(''));
console.log(isNaN(NaN), Number.isNaN('a'), NaN === NaN, Object.is(NaN, NaN), [NaN].includes(NaN), [NaN].indexOf(NaN));
console.log([1, 2, 3].includes(2), ['a', 'b'].indexOf('z'), Array.from({length: 3}, (_, i) => i * 2), new Array(3).fill(0), Array.of(7).length, [1, 2, 3].at(-1), [5, 1].concat([2], 3));
console.log([1, 2, 3].some(n => n > 2), [1, 2, 3].every(n => n > 0), [1, 2, 3].find(n => n > 1), [1, 2, 3].findIndex(n => n > 5), [1, 2, 3].findLast(n => n < 3));
const matrix = Array.from({length: 2}, () => new Array(2).fill(0));
matrix[0][1] = 5;
matrix[1][0]++;
matrix[1][1] += 2;
console.log(matrix);
var total = 0;
[1, 2, 3].forEach((n, i) => { total += n * i; });
console.log(total);
let str = '';
for (let c = 97; c < 100; c++) str += String.fromCharCode(c);
console.log(str, str.length, str.split('').reverse().join(''));
const when = new Date(0);
console.log(when.toISOString(), when.getTime(), JSON.stringify({when}), typeof when.getTime());
while (true) { if (++total > 12) break; }
console.log(total);
const before = total++;
console.log(before + ++total, total--);
console.log(total);
const big = 2 ** 31, h = (big * 31 + 7) | 0;
console.log(big, h, h >>> 0, (h ^ 0xff) & 0xffff);
try { null.x; } catch (e) { console.log(e instanceof TypeError, e.name); }
try { throw new Error('boom', {cause: new Error('why')}); } catch (e) { console.log(e.message, e.cause.message); } finally { console.log('finally'); }
