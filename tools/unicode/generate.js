'use strict';
// Writes src/base/text/unicode.inc: case mappings, normal forms and the order of texts as JavaScript has them. Run it with
// the Node.js of node_modules when package-lock.json pins another version:
//   node tools/unicode/generate.js
const fs = require('fs');
const path = require('path');

const {Texts, character, codeLimit, codeOf, combiningRanks, composites, fileOf, isHangul, isSurrogate, mappingRows, steps,
  turns, withSteps} = require('../code_points.js');

function rankRows() {
  const marks = [];
  for (let code = 0x300; code < codeLimit; code++) {
    const one = character(code);
    if (!isSurrogate(code) && !isHangul(code) && one.normalize('NFD') === one) marks.push(one);
  }
  const changesPlaces = (a, b) => (a + b).normalize('NFD') === b + a && a !== b;
  const ranks = combiningRanks(marks, changesPlaces, '\u0334', '\u0345');
  const rows = [];
  let last = 0;
  for (let code = 0; code < codeLimit; code++) {
    const rank = ranks.get(character(code)) || 0;
    if (rank !== last) rows.push([code, rank]);
    last = rank;
  }
  return rows;
}

// Fills the order of localeCompare for these code points with [code point, (primary weight << 8) + secondary order
// within that primary weight]. The bit 0x80 is set when the letter counts as a letter with a mark, such as "ø". Marks
// have no primary weight, and ignored characters have neither. Letters that count as two letters are in `expansions`.
const expansions = [];
function orderRows() {
  const {compare} = new Intl.Collator('en-US'), base = new Intl.Collator('en-US', {sensitivity: 'base'}).compare;
  const accent = new Intl.Collator('en-US', {sensitivity: 'accent'}).compare;
  const ranges = [[0, 0x250], [0x300, 0x530], [0x2010, 0x2060], [0x20a0, 0x20c1]];
  const letters = [], marks = [], rows = [];
  const latin = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const [from, to] of ranges)
    for (let code = from; code < to; code++) {
      const one = character(code);
      if (one.normalize('NFD') !== one || !/\p{Assigned}/u.test(one)) continue;
      if (/\p{M}/u.test(one)) {
        marks.push(one);
      } else if (base(one, '') === 0) {
        rows.push([code, 0]);
      } else {
        const pair = code < 0x80 ? undefined : latin.flatMap(a => latin.map(b => a + b)).find(two => base(two, one) === 0);
        if (pair) expansions.push([code, pair.codePointAt(0), pair.codePointAt(1)]);
        else letters.push(one);
      }
    }
  const sorted = letters.sort((a, b) => compare(a, b) || a.codePointAt(0) - b.codePointAt(0));
  let primary = 0, low = 0;
  sorted.forEach((one, i) => {
    if (i === 0 || base(sorted[i - 1], one) !== 0) {
      primary++;
      low = 0;
    } else if (accent(sorted[i - 1], one) !== 0) {
      low = 0x80;
    } else if (compare(sorted[i - 1], one) !== 0) {
      low++;
    }
    rows.push([one.codePointAt(0), (primary << 8) + low]);
  });
  marks.sort((a, b) => compare('a' + a, 'a' + b));
  let mark = 0;
  marks.forEach((one, i) => {
    if (compare('a' + one, 'a') === 0) return rows.push([one.codePointAt(0), 0]);
    if (mark === 0 || compare('a' + marks[i - 1], 'a' + one) !== 0) mark++;
    rows.push([one.codePointAt(0), mark]);
  });
  return rows.sort((a, b) => a[0] - b[0]);
}
const order = orderRows();

const composed = composites(0x80, (one, first, second) => {
  if (codeOf(first) < 0 || (first + second).normalize() !== one) throw new Error(`U+${one.codePointAt(0).toString(16)}`);
  return true;
});

const texts = new Texts();
const rowsOf = change => mappingRows(code => (isSurrogate(code) ? character(code) : change(character(code))), texts);
const hangulStays = form => text => (isHangul(text.codePointAt(0)) ? text : text.normalize(form));
const lower = rowsOf(text => text.toLowerCase());
const upper = rowsOf(text => text.toUpperCase());
const canonical = rowsOf(hangulStays('NFD'));
const compatible = rowsOf(hangulStays('NFKD'));
const ranks = rankRows();

const out = fileOf('tools/unicode/generate.js', {
  lowerSteps: withSteps(lower),
  upperSteps: withSteps(upper),
  canonicalSteps: withSteps(canonical),
  compatibleSteps: withSteps(compatible),
  texts: texts.codes(),
  rankSteps: withSteps(ranks),
  compositeSteps: withSteps(composed),
  orderSteps: withSteps(order),
  expansionSteps: withSteps(expansions),
  casedSteps: steps(turns(/\p{Cased}/u)),
  caseIgnorableSteps: steps(turns(/\p{Case_Ignorable}/u)),
});
fs.writeFileSync(path.join(__dirname, '../../src/base/text/unicode.inc'), out);
console.log(`${texts.all.length} texts, ${composed.length} composites, ${ranks.length} ranks; ${out.length} bytes`);
