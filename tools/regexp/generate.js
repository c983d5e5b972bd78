'use strict';
// Writes src/regexp/unicode.inc: what flag i takes for the same, and the code points of each property that \p{…} knows. To be
// run with the Node of node_modules when package-lock.json pins another:
//   node tools/regexp/generate.js
const fs = require('fs');
const path = require('path');

const {character, codeLimit, fileOf, isSurrogate} = require('../code_points.js');
const names = require('./names.js');

// What is looked at for case: whatever a mapping changes, or comes out of one.
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

// ECMAScript's Canonicalize without flags u and v.
function canonicalUnit(one) {
  const upper = one.toUpperCase();
  if (one.length !== 1 || upper.length !== 1) return one;
  return one.charCodeAt(0) >= 128 && upper.charCodeAt(0) < 128 ? one : upper;
}

// [code, what stands for all that are the same], of what has others that are the same.
function groups(all, keyOf) {
  const byKey = new Map();
  for (const one of all) byKey.set(keyOf(one), [...byKey.get(keyOf(one)) || [], one]);
  const rows = [];
  for (const [key, same] of byKey) if (same.length > 1) for (const one of same) rows.push([one.codePointAt(0), key.codePointAt(0)]);
  return rows.sort((a, b) => a[0] - b[0]);
}

const all = cased();
const text = all.join('');
// Simple folding is not to be had by itself. Which are the same can be asked, and of these the one that folding has: it is
// the one that does not change when casefolded. (Cherokee's capitals are what folding gives.)
const keys = new Map();
for (const one of all) {
  if (keys.has(one)) continue;
  const same = [...new Set(text.match(new RegExp(one.replace(/[\^$\\.*+?()[\]{}|]/, '\\$&'), 'giu')))];
  const key = same.find(c => !/\p{Changes_When_Casefolded}/u.test(c)) || same[0];
  for (const c of same) keys.set(c, key);
}
const unitRows = groups(all, canonicalUnit), foldRows = groups(all, one => keys.get(one));

// Ranges of each property as numbers of seven bits, the highest bit set on all but the last: steps from where it begins to
// where it ends, to where it begins again.
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
  for (let step of steps) {
    for (; step >= 128; step = Math.floor(step / 128)) bytes.push(128 + step % 128);
    bytes.push(step);
  }
  known.set(key, place);
  return place;
}

const entries = [];
const add = (property, values, prefix) => {
  for (const each of values) entries.push(`{'${property}', "${each.join(' ')}", ${put(new RegExp(`^\\p{${prefix}${each[0]}}$`, 'u')).join(', ')}},`);
};
add('b', names.binary, '');
add('g', names.categories, 'gc=');
add('s', names.scripts, 'sc=');
add('x', names.scripts, 'scx=');

const rows = list => list.flatMap(([code, key], i) => [code - (i ? list[i - 1][0] : 0), key - code]);
let out = fileOf('tools/regexp/generate.js', {unitSteps: rows(unitRows), foldSteps: rows(foldRows)});
out += '// Each number of `propertyBytes` is a step to where a property begins, or ends.\nconstexpr unsigned char propertyBytes[] = {\n';
for (let i = 0; i < bytes.length; i += 32) out += `${bytes.slice(i, i + 32).join(',')},\n`;
out += `};\nconstexpr PropertyRow propertyRows[] = {\n${entries.join('\n')}\n};\n`;
fs.writeFileSync(path.join(__dirname, '../../src/regexp/unicode.inc'), out);
console.log(`${unitRows.length} units, ${foldRows.length} code points with others, ${entries.length} properties in ${bytes.length} bytes`);
