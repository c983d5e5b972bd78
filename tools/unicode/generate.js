'use strict';
// Writes src/base/unicode.inc: case, normal forms and the order of texts, as JavaScript has them. To be run with the
// Node of node_modules when package-lock.json pins another:
//   node tools/unicode/generate.js
const fs = require('fs');
const path = require('path');

const codeLimit = 0x110000;
const isSurrogate = code => code >= 0xd800 && code < 0xe000;
const isHangul = code => code >= 0xac00 && code < 0xd7a4;
const codeOf = text => ([...text].length !== 1 ? -1 : text.codePointAt(0));
const character = code => String.fromCodePoint(code);

// The kinds of a row of mappings: unicode.cpp has the same numbers. A payload stands above them.
const kinds = {same: 0, pairs: 1, up: 2, down: 3, to: 4, listed: 5};
const kindBits = 3;

const texts = [];
const textAt = new Map();
function addText(text) {
  if (!textAt.has(text)) {
    textAt.set(text, texts.length);
    texts.push(text);
  }
  return textAt.get(text);
}

// Rows of [first code point, value] for what code points from 0x80 on become. A text that no rule gives is in `texts`:
// the payload is its number, and those of a row follow one another.
function mappingRows(of) {
  const becomes = code => (isSurrogate(code) ? character(code) : of(character(code)));
  const rows = [];
  const shift = code => codeOf(becomes(code)) - code;
  const itself = code => codeOf(becomes(code)) === code;
  const while_ = (code, holds) => {
    while (code < codeLimit && holds(code)) code++;
    return code;
  };
  let listEnd = -1;
  for (let code = 0x80, end; code < codeLimit; code = end) {
    const text = becomes(code);
    const row = (kind, payload = 0) => rows.push([code, kind + payload * (1 << kindBits)]);
    end = while_(code, itself);
    if (end > code) {
      row(kinds.same);
      continue;
    }
    end = code;
    while (end + 1 < codeLimit && shift(end) === 1 && itself(end + 1)) end += 2;
    if (end - code >= 4) {
      row(kinds.pairs);
      continue;
    }
    const single = codeOf(text) >= 0;
    end = while_(code, at => single && codeOf(becomes(at)) >= 0 && shift(at) === shift(code));
    if (end - code >= 3 || (end > code && itself(end))) {
      row(shift(code) > 0 ? kinds.up : kinds.down, Math.abs(shift(code)));
      continue;
    }
    end = while_(code, at => single && becomes(at) === text && !itself(at));
    if (end - code >= 2) {
      row(kinds.to, codeOf(text));
      continue;
    }
    end = code + 1;
    const before = texts.length, number = addText(text);
    if (listEnd !== code || number !== before) row(kinds.listed, number);
    listEnd = number + 1 === texts.length ? end : -1;
  }
  return rows;
}

// The first code points of ranges that have a property and of those between them, in turns.
function turns(pattern) {
  const out = [];
  for (let code = 0, has = false; code < codeLimit; code++)
    if (pattern.test(character(code)) !== has) {
      has = !has;
      out.push(code);
    }
  return out;
}

// Canonical combining classes, as ranks in their order: the order is all that normalization asks for. 0 is 0.
function combiningRanks() {
  const changesPlaces = (a, b) => (a + b).normalize('NFD') === b + a && a !== b;
  const lowest = '\u0334', highest = '\u0345';
  const order = [];  // a list of characters for each class
  for (let code = 0x300; code < codeLimit; code++) {
    const mark = character(code);
    if (isSurrogate(code) || isHangul(code) || mark.normalize('NFD') !== mark) continue;
    if (!changesPlaces(mark, lowest) && !changesPlaces(highest, mark)) continue;
    let from = 0, to = order.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (changesPlaces(mark, order[middle][0])) from = middle + 1;
      else to = middle;
    }
    if (from < order.length && !changesPlaces(order[from][0], mark)) order[from].push(mark);
    else order.splice(from, 0, [mark]);
  }
  const ranks = new Map();
  order.forEach((list, index) => list.forEach(mark => ranks.set(mark.codePointAt(0), index + 1)));
  const rows = [];
  let last = 0;
  for (let code = 0; code < codeLimit; code++) {
    const rank = ranks.get(code) || 0;
    if (rank !== last) rows.push([code, rank]);
    last = rank;
  }
  return rows;
}

// The order of localeCompare for these: [code point, (primary weight << 8) + what orders those of one primary weight],
// which has 0x80 in it where the letter counts as one with a mark, as "ø".
// Marks have no primary weight, and what is not looked at has none of both. Letters that count as two stand in
// `expansions`.
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

const composites = [];
for (let code = 0x80; code < codeLimit; code++) {
  if (isHangul(code) || isSurrogate(code)) continue;
  const one = character(code), parts = [...one.normalize('NFD')];
  if (parts.length < 2 || one.normalize() !== one) continue;
  const first = parts.slice(0, -1).join('').normalize(), second = parts.at(-1);
  if (codeOf(first) < 0 || (first + second).normalize() !== one) throw new Error(`U+${code.toString(16)}`);
  composites.push([code, codeOf(first), codeOf(second)]);
}

const hangulStays = form => text => (isHangul(text.codePointAt(0)) ? text : text.normalize(form));
const lower = mappingRows(text => text.toLowerCase());
const upper = mappingRows(text => text.toUpperCase());
const canonical = mappingRows(hangulStays('NFD'));
const compatible = mappingRows(hangulStays('NFKD'));
const ranks = combiningRanks();

const steps = codes => codes.map((code, i) => code - (i ? codes[i - 1] : 0));
const withSteps = rows => steps(rows.map(row => row[0])).flatMap((step, i) => [step, ...rows[i].slice(1)]);

let out = `// Written by tools/unicode/generate.js from the answers of Node ${process.version}. Do not edit. Code points in order are
// written as the steps from one to the next.
`;
function table(name, numbers) {
  out += `constexpr std::int32_t ${name}[] = {\n`;
  let line = '';
  for (const number of numbers) {
    if (line.length + `${number},`.length > 120) {
      out += line + '\n';
      line = '';
    }
    line += `${number},`;
  }
  out += `${line}\n};\n`;
}
table('lowerSteps', withSteps(lower));
table('upperSteps', withSteps(upper));
table('canonicalSteps', withSteps(canonical));
table('compatibleSteps', withSteps(compatible));
// The last code point of a text is negative.
table('texts', texts.flatMap(text => [...text].map((c, i, all) => (i + 1 < all.length ? 1 : -1) * codeOf(c))));
table('rankSteps', withSteps(ranks));
table('compositeSteps', withSteps(composites));
table('orderSteps', withSteps(order));
table('expansionSteps', withSteps(expansions));
table('casedSteps', steps(turns(/\p{Cased}/u)));
table('caseIgnorableSteps', steps(turns(/\p{Case_Ignorable}/u)));
fs.writeFileSync(path.join(__dirname, '../../src/base/unicode.inc'), out);
console.log(`${texts.length} texts, ${composites.length} composites, ${ranks.length} ranks; ${out.length} bytes`);
