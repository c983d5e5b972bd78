'use strict';
// Sends thousands of texts, JSON and almost JSON, through the JSON of Node.js and of Node.cpp: results and messages
// must have the same bytes. The texts are made from a number: --seed N.
const {spawnSync} = require('child_process');
const sample = require('../support/sample.js');

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const program = option('--program', 'build/release/tests/json_cases');
let state = Number(option('--seed', 24)) >>> 0;
const count = Number(option('--count', sample.seed ? 4000 : 12000));

function random(below) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % below;
}
const pick = list => list[random(list.length)];

const space = () => pick(['', '', '', '', ' ', '\n', '\t', '\r\n', '  ', '\r']);
const keys = ['a', 'b', 'c', 'gone', '__proto__', 'toJSON', 'constructor', '0', '1', '10', '01', '-1', '4294967294', '4294967295',
  '4294967296', '', 'é', '😀', 'a key that is longer than twenty-three bytes', 'exactly-twenty-two-byte', 'length', '\\u0061', '\\n',
  '\\ud83d\\ude00', '\\ud800', 'x"'.replace('"', '\\"')];
const texts = ['', 'x', 'plain text', 'é', '😀', '€uro', '\\n\\t\\r\\b\\f\\/\\\\\\"', '\\u0000', '\\u001f', '\\ud83d', '\\ude00\\ud83d',
  '\\ud83d\\ude00', '\\uD83D\\uDE00', 'twenty-three bytes long', 'twenty-four bytes longer', 'a text that is long enough for a block of its own',
  '\u2028\u2029', '\u007f', '\uffff', '\ud7ff\ue000', '\ud800', 'x\udfffy', 'abc\\', '\\u12', '\\x', '{}[],:'];
const numbers = ['0', '-0', '1', '-1', '12', '123456789', '9007199254740991', '9007199254740993', '123456789012345678', '12345678901234567890',
  '1e21', '1e22', '1e23', '123e-7', '0.1', '0.30000000000000004', '-1.5', '1e400', '-1e400', '1e-400', '5e-324', '2.5e-324', '1.7976931348623157e308',
  '0.000001', '0.0000001', '1E+2', '1e-2', '100000000000000000000', '4.35', '2.2250738585072011e-308', '0e0', '-0.0', '-0e-9', '1.0', '10e0',
  '0.1234567890123456789', '3.141592653589793', '1e999999999999', '0e999999999999', '18446744073709551616', '8.41e21'];

const quoted = () => `"${pick(texts)}${random(3) ? '' : pick(texts)}"`;
function value(depth) {
  switch (random(depth > 0 ? 9 : 5)) {
    case 0: return pick(numbers);
    case 1: return `${random(2) ? '-' : ''}${random(1000000) / 2 ** random(20)}`;
    case 2: return pick(['true', 'false', 'null']);
    case 3: case 4: return quoted();
    case 5: case 6: {
      const members = Array.from({length: random(5) + (random(12) ? 0 : 10)}, () =>
        `${space()}"${pick(keys)}${random(8) ? '' : random(20)}"${space()}:${space()}${value(depth - 1)}${space()}`);
      return `{${members.join(',') || space()}}`;
    }
    case 7: return `[${Array.from({length: random(5)}, () => space() + value(depth - 1) + space()).join(',') || space()}]`;
    default: {  // objects that have the same keys
      const names = Array.from({length: random(4)}, () => pick(keys));
      return `[${Array.from({length: random(5)}, () =>
        `{${names.slice(0, random(8) ? 4 : 2).map(name => `"${name}":${value(depth - 2)}`).join(',')}}`).join(',')}]`;
    }
  }
}
function mutated(text) {
  for (let n = random(3) + 1; n > 0; n--) {
    const at = random(text.length + 1);
    switch (random(5)) {
      case 0: text = text.slice(0, at); break;
      case 1: text = text.slice(0, at) + text.slice(at + 1 + random(3)); break;
      case 2: case 3:
        text = text.slice(0, at) + pick([...'{}[],:"\\x01-.eE+ \n\r\t\0', 'é', '😀', '"', '\u00a0', '\ufeff', 'tru', 'nul', '"a"', '1 ', "'", '/*']) +
          text.slice(at + random(2));
        break;
      default: text = text.slice(0, at) + text.slice(random(text.length + 1)); break;
    }
  }
  return text;
}

const fixed = ['', ' ', '\ufeff{}', 'undefined', 'NaN', 'Infinity', '[object Object]', ' undefined', '-Infinity', 'tru', 'truE', 'nulll', 'falsé',
  't', 'f1', 'n"', '"', '"\\', '"\\u', '"\\u00', '"\\é"', '"\\u00é0"', '01', '-', '-a', '-"', '1.', '1.e1', '1e', '1e+', '.5', '+1', '1"x"', 'true"x"',
  '"a""b"', '"a"b', '"a" "b"', '1 2', '[1 2]', '{"a" 1}', '{"a"1}', '{"a":}', '{"a":1 "b":2}', '{,}', '[,]', '[1,]', '{"a":1,}', '{a:1}', "{'a':1}",
  ']', '}', '[}', '{]', '[1}', '{"a":1]', ':', ',', '[[', '{"a":{', '[]]', '{}}', '\0', '"\0"', '[1]\0', '\u2028', '[1,\u00a02]', 'x'.repeat(21),
  'x'.repeat(20), `${' '.repeat(30)}x`, `x${' '.repeat(30)}`, `[${'1,'.repeat(20)}x${',1'.repeat(20)}]`, `[${'"😀",'.repeat(8)}x]`, `[${'1,'.repeat(9)}x`,
  `["😀😀😀😀"x"😀😀😀😀😀😀"]`, `[${'😀'.repeat(9)}`, `${'a'.repeat(9)}😀${'b'.repeat(30)}`, '\n\n  x', '\r\n\r\n"', '[1,\r2\n\r\n', '{"a":1,\n\r"b"',
  '['.repeat(2000) + ']'.repeat(2000), '{"a":'.repeat(1500) + '1' + '}'.repeat(1500), '['.repeat(1500), '123abc', '-01', '00', '1e5x', '"\t"', '"\x1f"',
  '{"a":1,"a":2}', '{"__proto__":{"x":1},"a":2}', '{"__proto__":null}', '{"1":1,"0":2,"b":3,"-1":4}'];

const all = [...fixed];
while (all.length < count) {
  const text = space() + value(4) + space();
  all.push(random(2) ? text : mutated(text));
}

// Returns the bytes that our strings have: UTF-8, with lone surrogates encoded in the same way.
function bytesOf(text) {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat([...text].map(c => {
    const code = c.codePointAt(0);
    return code >= 0xd800 && code < 0xe000
      ? Buffer.from([0xe0 | code >> 12, 0x80 | (code >> 6 & 63), 0x80 | (code & 63)]) : Buffer.from(c);
  }));
}
function outcome(f) {
  try {
    return String(f());
  } catch (error) {
    return JSON.stringify(String(error));
  }
}
function answer(text, number) {
  let out = outcome(() => JSON.stringify(JSON.parse(text)));
  out += outcome(() => {
    let seen = '';
    const made = JSON.parse(text, (key, each, {source}) => {
      seen += JSON.stringify(key) + JSON.stringify(source);
      if (key === 'gone') return undefined;
      return typeof each === 'number' ? each + 1 : each;
    });
    return seen + JSON.stringify(made);
  });
  out += outcome(() => {
    let seen = '';
    const written = JSON.stringify(JSON.parse(text), (key, each) => {
      seen += JSON.stringify(key);
      return key === 'gone' ? undefined : each;
    }, number % 12);
    return seen + written;
  });
  return out + outcome(() => JSON.stringify(JSON.parse(text), ['a', 'b', 1, '0', 'a'], '\té'));
}

const input = Buffer.concat(all.flatMap(text => {
  const bytes = bytesOf(text);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  return [size, bytes];
}));
const run = spawnSync(program, [], {input, maxBuffer: 1 << 30});
if (run.status !== 0) {
  console.log(`${program} ended with ${run.status ?? run.signal}: ${run.stderr}`);
  process.exit(1);
}
let at = 0;
let failed = 0;
let good = 0;
all.forEach((text, number) => {
  const size = at + 4 <= run.stdout.length ? run.stdout.readUInt32LE(at) : 0;
  const ours = run.stdout.toString('utf8', at + 4, at + 4 + size);
  at += 4 + size;
  const node = answer(text, number);
  if (node[0] !== '"' || text.trim()[0] === '"') good++;
  if (ours === node) return;
  if (++failed > 10) return;
  let from = 0;
  while (ours[from] === node[from]) from++;
  const part = answer => JSON.stringify(answer.slice(Math.max(0, from - 60), from + 100));
  console.log(`${JSON.stringify(text.slice(0, 300))}\n  Node.js:  ${part(node)}\n  Node.cpp: ${part(ours)}`);
});
console.log(`${all.length - failed} passed, ${failed} failed; ${good} texts were valid JSON`);
if (good < count / 4 || good > count * 3 / 4) {
  console.log('Less than a quarter or more than three quarters of the texts were valid JSON: the random texts test too little.');
  failed++;
}
process.exit(failed ? 1 : 0);
