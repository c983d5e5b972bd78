'use strict';
// Writes src/regexp/unicode.inc: the characters that are equal under flag i, and the code points of each property that
// \p{…} knows, and the strings of properties of strings. It takes a minute. Run it with the Node.js of node_modules
// when package-lock.json pins another version:
//   node tools/regexp/generate.js
const fs = require('fs');
const path = require('path');

const {character, codeLimit, fileOf, isSurrogate} = require('../code_points.js');
const names = require('./names.js');
const sequences = require('./sequences.js');

// Returns the characters that matter for case: those that a case mapping changes or produces.
function cased() {
  const all = new Set();
  for (let code = 0; code < codeLimit; code++) {
    if (isSurrogate(code)) continue;
    const one = character(code);
    const others = [one.toLowerCase(), one.toUpperCase()].filter(text => text !== one);
    if (others.length || /\p{Changes_When_Casefolded}/u.test(one)) for (const text of [one, ...others]) for (const c of text) all.add(c);
  }
  return [...all].sort((a, b) => a.codePointAt(0) - b.codePointAt(0));
}

// ECMAScript's Canonicalize without the flags u and v.
function canonicalUnit(one) {
  const upper = one.toUpperCase();
  if (one.length !== 1 || upper.length !== 1) return one;
  return one.charCodeAt(0) >= 128 && upper.charCodeAt(0) < 128 ? one : upper;
}

// Returns [code, representative] for each character that is equal to other characters under the key.
function groups(all, keyOf) {
  const byKey = new Map();
  for (const one of all) byKey.set(keyOf(one), [...byKey.get(keyOf(one)) || [], one]);
  const rows = [];
  for (const [key, same] of byKey) if (same.length > 1) for (const one of same) rows.push([one.codePointAt(0), key.codePointAt(0)]);
  return rows.sort((a, b) => a[0] - b[0]);
}

const all = cased();
const text = all.join('');
// Node has no function for simple case folding. But a regular expression tells which characters are equal, and among
// these the result of folding is the one that does not change when casefolded. (Cherokee folds to capitals.)
const keys = new Map();
for (const one of all) {
  if (keys.has(one)) continue;
  const same = [...new Set(text.match(new RegExp(one.replace(/[\^$\\.*+?()[\]{}|]/, '\\$&'), 'giu')))];
  const key = same.find(c => !/\p{Changes_When_Casefolded}/u.test(c)) || same[0];
  for (const c of same) keys.set(c, key);
}
const unitRows = groups(all, canonicalUnit), foldRows = groups(all, one => keys.get(one));

// The ranges of each property are numbers in bytes of seven bits, and the highest bit is set in all bytes of a number
// but the last. The numbers are the distances from the beginning of a range to its end and from there to the next
// beginning.
const putNumber = (to, number) => {
  for (; number >= 128; number = Math.floor(number / 128)) to.push(128 + number % 128);
  to.push(number);
};
const bytes = [];
const known = new Map();
function put(pattern) {
  const steps = [];
  let last = 0;
  for (let code = 0, has = false; code < codeLimit; code++)
    if (pattern.test(character(code)) !== has) {
      has = !has;
      steps.push(code - last);
      last = code;
    }
  const key = steps.join();
  if (known.has(key)) return known.get(key);
  const place = [bytes.length, steps.length];
  for (const step of steps) putNumber(bytes, step);
  known.set(key, place);
  return place;
}

const entries = [];
const add = (property, values, prefix) => {
  const flag = property === 'e' ? 'v' : 'u';
  for (const each of values) entries.push(`{'${property}', "${each.join(' ')}", ${put(new RegExp(`^\\p{${prefix}${each[0]}}$`, flag)).join(', ')}},`);
};
add('b', names.binary, '');
add('g', names.categories, 'gc=');
add('s', names.scripts, 'sc=');
add('x', names.scripts, 'scx=');
add('e', [['Basic_Emoji']], '');

// A string is written as how many characters it has in common with the string before, how many follow these, and the
// numbers of those in `sequenceCharacters`, where the most frequent stand first.
const stringRows = sequences().map(([name, texts]) => [name, texts.map(text => [...text]).sort((a, b) => (a.join('') < b.join('') ? -1 : 1))]);
const uses = new Map();
for (const one of stringRows.flatMap(row => row[1]).flat()) uses.set(one, (uses.get(one) || 0) + 1);
const alphabet = [...uses].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([one]) => one);
const sequenceBytes = [];
const stringEntries = stringRows.map(([name, texts]) => {
  const entry = `{"${name}", ${sequenceBytes.length}, ${texts.length}},`;
  texts.forEach((text, i) => {
    const before = i ? texts[i - 1] : [];
    let same = 0;
    while (same < text.length && text[same] === before[same]) same++;
    for (const number of [same, text.length - same, ...text.slice(same).map(one => alphabet.indexOf(one))]) putNumber(sequenceBytes, number);
  });
  return entry;
});

const rows = list => list.flatMap(([code, key], i) => [code - (i ? list[i - 1][0] : 0), key - code]);
let out = fileOf('tools/regexp/generate.js', {unitSteps: rows(unitRows), foldSteps: rows(foldRows), sequenceCharacters: alphabet.map(one => one.codePointAt(0))});
const bytesOf = (name, list) => {
  out += `constexpr unsigned char ${name}[] = {\n`;
  for (let i = 0; i < list.length; i += 32) out += `${list.slice(i, i + 32).join(',')},\n`;
  out += '};\n';
};
out += '// Each number of `propertyBytes` is a step to where a property begins, or ends.\n';
bytesOf('propertyBytes', bytes);
out += `constexpr PropertyRow propertyRows[] = {\n${entries.join('\n')}\n};\n`;
bytesOf('sequenceBytes', sequenceBytes);
out += `constexpr StringsRow stringsRows[] = {\n${stringEntries.join('\n')}\n};\n`;
fs.writeFileSync(path.join(__dirname, '../../src/regexp/unicode.inc'), out);
console.log(`${unitRows.length} units, ${foldRows.length} code points with others, ${entries.length} properties in ${bytes.length} bytes`);
