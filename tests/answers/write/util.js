// Writes inspect.tsv: values of JSON inspected with random options. Each line has the options, the value and the text
// as JSON. Writes util.inc: the lines of util_calls.txt, "JavaScript ==> C++" (or one text for both languages), with
// Node's answers.
'use strict';
const fs = require('fs');
const path = require('path');
const util = require('util');
const {keep, mark} = require('./table.js');

// Errors in these tests have no frames in Node.cpp, so Node's stack is switched off too.
Error.stackTraceLimit = 0;

let seed = 7;
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >>> 8) % below;
};
const pick = (list) => list[random(list.length)];

const texts = ['', 'a', 'ab', 'hello world', "it's", "it's \"so\"", "`'\"", 'line\nbreak', 'tab\t', 'ä€', '😀x', '日本語', '\x1b[31mred\x1b[39m',
  'back\\slash', '\x7f\x80\x01', 'a somewhat longer text that goes on', 'x'.repeat(90), 'first line of it\nsecond line of it\n' + 'z'.repeat(60)];
const keys = ['a', 'b', 'name', '_x', 'X9', '9x', 'with space', 'content-type', "it's", '1', '12', '0', '', '__proto', 'ünï', 'longer_key_name'];
const number = () => pick([0, 1, 2, 7, 10, 42, 99, 100, 1000, 12345, 1234567, 0.5, 1.25, 1234.5678, -1, -1000, 1e21, 1e-7, 123456789012345]);
const value = (depth) => {
  const kind = random(depth > 3 ? 5 : 10);
  if (kind < 2) return number();
  if (kind < 4) return pick(texts);
  if (kind < 5) return pick([true, false, null, 0]);
  if (kind < 6) return Array.from({length: random(40)}, () => pick([1, 10, 100, 1000]) * random(100));
  if (kind < 7) return Array.from({length: random(30)}, () => pick(texts).slice(0, 1 + random(12)));
  if (kind < 8) return Array.from({length: random(9)}, () => value(depth + 1));
  return Object.fromEntries(Array.from({length: random(7)}, () => [pick(keys), value(depth + 1)]));
};
const options = () => {
  const out = {};
  const maybe = (key, list) => { if (random(5) === 0) out[key] = pick(list); };
  maybe('depth', [0, 1, 3, 5, null]);
  maybe('colors', [true]);
  maybe('compact', [false, true, 1, 0, 2, 5]);
  maybe('breakLength', [20, 40, 60, 72, 120, 1000, Infinity]);
  maybe('maxArrayLength', [0, 1, 3, 6, 10, null]);
  maybe('maxStringLength', [0, 1, 5, 10, null]);
  maybe('sorted', [true]);
  maybe('numericSeparator', [true]);
  maybe('showHidden', [true]);
  return out;
};
const rows = [];
for (let i = 0; i < 1500; i++) {
  const o = options();
  const v = value(0);
  const shown = JSON.stringify(o, (k, x) => x === Infinity || (k === 'depth' && x === null) ? 1e9 : x === null && k ? 1e9 : x);
  if (o.breakLength === Infinity && shown.includes('1000000000')) continue;
  // Values with halves of surrogate pairs are left out, because the table is written in UTF-8.
  const text = util.inspect(JSON.parse(JSON.stringify(v)), o);
  if (!text.isWellFormed() || !JSON.stringify(v).isWellFormed() || /\\ud[89a-f]/i.test(text + JSON.stringify(v))) continue;
  rows.push([shown, JSON.stringify(v), JSON.stringify(text)].join('\t'));
}
keep('inspect.tsv', rows.join('\n') + '\n');

const quote = (s) => '"' + s.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/[\x00-\x1f\x7f-\u{10ffff}]/gu,
  (c) => [...Buffer.from(c)].map((b) => '\\' + b.toString(8).padStart(3, '0')).join('')) + '"';
const names = {
  ...util, util,
  class1: class Point { constructor(x, y) { this.x = x; this.y = y; } },
  coded: (E, code, message) => {
    const e = new E(message);
    e.stack = `${E.name} [${code}]: ${message}`;
    e.code = code;
    return e;
  },
  assign: Object.assign,
  circle: () => { const a = {name: 'a', next: {name: 'b', next: undefined}}; a.next.next = a; return a; },
};
class Point { constructor(x, y) { this.x = x; this.y = y; } }
class Empty {}
const run = new Function(...Object.keys(names), 'Point', 'Empty', 'source', 'return eval(source)');
const out = [mark('util.js')];
for (const line of fs.readFileSync(path.join(__dirname, 'util_calls.txt'), 'utf8').split('\n')) {
  if (!line.trim() || line.startsWith('#')) continue;
  const [js, cpp] = line.includes(' ==> ') ? line.split(' ==> ') : [line, line];
  let answer;
  try {
    answer = String(run(...Object.values(names), Point, Empty, js));
  } catch (error) {
    if (!error.code) throw new Error(`${line}: ${error}`);
    answer = `${error.name} ${error.code} ${error.message}`;
  }
  out.push(`{${quote(js)}, [] { return str(${cpp.trim()}); }, ${quote(answer)}},`);
}
keep('util.inc', out.join('\n') + '\n');
