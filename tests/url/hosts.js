'use strict';
// Compares hosts with Node's results: code points inside a label and inside the Punycode of a label, and random labels
// of the characters that the rules for international names are about: marks, joiners, right-to-left text, Hangul.
// WHOLE=1 tests all code points (a minute). Otherwise one in eight is tested, chosen by the seed, and in `make test`
// one in four of those.
//
//   node tests/url/hosts.js --program build/release/tests/url_cases [--seed N] [--count N] [--show N]
process.noDeprecation = true;
const {spawnSync} = require('child_process');
const punycode = require('punycode');
const url = require('url');
const {sample} = require('../support/sample.js');

const option = (name, fallback) => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : fallback;

function random(seed) {
  return n => {  // mulberry32
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const whole = process.env.WHOLE === '1';

// Labels with one code point. A label outside of ASCII is added, because in an ASCII domain Punycode is not examined.
function* characters(seed) {
  const below = random(seed);
  for (let code = 0; code < 0x110000; code++) {
    if (code === 0x0a || (code >= 0xd800 && code < 0xe000) || (!whole && below(8) !== 0)) continue;
    const character = String.fromCodePoint(code);
    yield `a${character}b.com`;
    if (code >= 0x80) yield `xn--${punycode.encode(`a${character}b`)}.\u00e9`;
  }
}

// Returns by kind the code points to which a rule beyond the mapping applies.
function kinds() {
  const all = {marks: [], rightToLeft: [], digits: [], composed: [], compatibility: [], letters: []};
  for (let code = 0x80; code < 0x110000; code++) {
    if (code >= 0xac00 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    if (/\p{M}/u.test(character)) all.marks.push(character);
    else if (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(character)) {
      if (/\P{Cn}/u.test(character)) all.rightToLeft.push(character);
    } else if (/\p{Nd}/u.test(character)) all.digits.push(character);
    else if (character.normalize('NFD') !== character) all.composed.push(character);
    else if (character.normalize('NFKC') !== character) all.compatibility.push(character);
    else if (/\p{L}/u.test(character) && code < 0x3000) all.letters.push(character);
  }
  return all;
}

function* labels(seed, count) {
  const below = random(seed);
  const pick = list => list[below(list.length)];
  const {marks, rightToLeft, digits, composed, compatibility, letters} = kinds();
  // Marks that are composed with a base character are used more often than other marks.
  const composing = [...new Set(composed.flatMap(c => [...c.normalize('NFD')].slice(1)))];
  const viramas = [...'\u094d\u09cd\u0d4d\u0dca\u1039\u17d2\ua9c0\u{11046}\u{1193d}\u{11d97}\u2d7f\u{1612f}\u{11f42}'];
  const hangul = [...'\u1100\u1112\u1161\u1175\u11a8\u11c2\u11a7\u1176\uac00\uac01\ud7a3\ud788\u3131\uffa1'];
  const ascii = [...'aAbxn-09_.!~'];
  const pieces = [
    () => pick(ascii), () => pick(ascii), () => pick(letters), () => pick(marks), () => pick(composing), () => pick(composed),
    () => pick(composed).normalize('NFD'), () => pick(hangul), () => pick(hangul), () => pick(viramas), () => '\u200c',
    () => '\u200d', () => pick(rightToLeft), () => pick(rightToLeft), () => pick(digits), () => pick(compatibility),
    () => pick([...'\u0628\u0627\u05d0\u0660\u0661\u06f0']), () => pick([...'\u00ad\u3002\uff0e\u00df\u03c2\u03a3\u1e9e\u2260\u0338'])];
  const text = most => Array.from({length: 1 + below(most)}, () => pick(pieces)()).join('');
  const themes = [
    () => Array.from({length: 2 + below(5)}, () => pick([pick(rightToLeft), pick(digits), pick(marks), '-', '1', 'a'])).join(''),
    () => pick(['', 'a', '\u0915', '\u0628']) + pick([...viramas, ...letters, ...rightToLeft]) + pick(['\u200c', '\u200d']) +
      pick([...letters, ...rightToLeft, '']),
    () => pick(letters) + Array.from({length: 1 + below(4)}, () => pick(below(3) ? composing : marks)).join(''),
    () => Array.from({length: 1 + below(6)}, () => pick(hangul)).join(''),
    () => pick([...composed, ...letters, 'a', 'o']) + pick([...composing, ...marks]),
    () => text(6),
    () => `${text(3)}.${text(3)}`];
  // Punycode that decodes to anything or not at all.
  const digitsOfPunycode = [...'abcdefghijklmnopqrstuvwxyz0123456789-'];
  const garbage = () => Array.from({length: below(9)}, () => pick(digitsOfPunycode)).join('');
  for (let i = 0; i < count; i++) {
    const label = themes[i % themes.length]();
    yield label;
    const encoded = `xn--${punycode.encode(below(2) ? label : label.normalize('NFKC'))}`;
    yield below(4) ? `${encoded}.\u00e9` : encoded;
    if (i % 4 === 0) yield `${pick(['xn--', 'xn--', 'XN--', '\uff58n--', 'xn--a'])}${garbage()}${pick(['', '.\u00e9', '.a', '\u00e9'])}`;
    if (i % 16 === 0) yield encodeURIComponent(label.toWellFormed());
  }
  // Long hosts: more than 16 KiB are refused, unless the host needs no processing.
  for (const size of [63, 64, 255, 256, 5461, 5462, 8192, 8193, 16382, 16383, 16384, 16385, 40000])
    for (const one of ['a', 'A', '\u00e9', '\u4e00', 'a\u0301', 'a.', 'xn-', '%41'])
      yield one.repeat(Math.ceil(size / one.length));
}

function nodeSays(host) {
  const u = URL.parse(`http://${host}/`);
  return `${u ? u.href : ''}\t${url.domainToUnicode(host)}`;
}

const shortened = line => line.length > 200 ? `${line.slice(0, 200)}…` : line;

const seed = Number(option('--seed', 1));
const hosts = sample([...characters(seed), ...labels(seed, Number(option('--count', whole ? 60000 : 15000)))]
  .filter(host => !/[\n\ud800-\udfff]/u.test(host)), 4);
const run = spawnSync(option('--program'), ['--hosts'], {input: hosts.join('\n') + '\n', maxBuffer: 1 << 30});
if (run.status !== 0) {
  console.error(`the program ended with ${run.signal || run.status}\n${run.stderr}`);
  process.exit(1);
}
const lines = run.stdout.toString().split('\n');
let different = 0;
hosts.forEach((host, i) => {
  const node = nodeSays(host);
  if (node === lines[i]) return;
  if (++different <= Number(option('--show', 20)))
    console.error([`${JSON.stringify(host)} ${escape(host)}`, `  Node.js:  ${node}`, `  Node.cpp: ${lines[i]}`].map(shortened).join('\n'));
});
console.log(`${hosts.length} hosts, ${different} different answers`);
process.exit(different ? 1 : 0);
