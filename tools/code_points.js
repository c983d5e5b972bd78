'use strict';
// Makes tables of code points for src/base/text/code_points.h. tools/unicode and tools/idna write them to files.

const codeLimit = 0x110000;
const isSurrogate = code => code >= 0xd800 && code < 0xe000;
const isHangul = code => code >= 0xac00 && code < 0xd7a4;
const codeOf = text => (text === undefined || [...text].length !== 1 ? -1 : text.codePointAt(0));
const character = code => String.fromCodePoint(code);

// The kinds of a row of mappings. code_points.h uses the same numbers. The payload is stored in the bits above the
// kind.
const kinds = {same: 0, disallowed: 1, ignored: 2, pairs: 3, up: 4, down: 5, to: 6, listed: 7};
const kindBits = 3;

// A list of the texts that no rule describes. Each text is stored once.
class Texts {
  constructor() {
    this.all = [];
    this.at = new Map();
  }
  add(text) {
    if (!this.at.has(text)) {
      this.at.set(text, this.all.length);
      this.all.push(text);
    }
    return this.at.get(text);
  }
  // Returns the code points of all texts in one list. The last code point of each text is negative.
  codes() {
    return this.all.flatMap(text => [...text].map((c, i, all) => (i + 1 < all.length ? 1 : -1) * codeOf(c)));
  }
}

// Returns rows of [first code point, value] that describe what the code points from 0x80 on are mapped to.
// becomes(code) returns a text, or undefined when the code point is disallowed. A text that no rule describes is added
// to `texts`, and its number is the payload. The texts of the code points in one row have consecutive numbers.
function mappingRows(becomes, texts) {
  const rows = [];
  const shift = code => codeOf(becomes(code)) - code;
  const itself = code => codeOf(becomes(code)) === code;
  const while_ = (code, holds) => {
    while (code < codeLimit && holds(code)) code++;
    return code;
  };
  let listEnd = -1;  // the code point where a row of listed texts ends that can still be continued
  for (let code = 0x80, end; code < codeLimit; code = end) {
    const text = becomes(code);
    const row = (kind, payload = 0) => rows.push([code, kind + payload * (1 << kindBits)]);
    end = while_(code, itself);
    if (end > code) {
      row(kinds.same);
      continue;
    }
    if (text === undefined || text === '') {
      end = while_(code, at => becomes(at) === text);
      row(text === undefined ? kinds.disallowed : kinds.ignored);
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
    if (end - code >= 3 || (end > code && end < codeLimit && (becomes(end) === undefined || itself(end)))) {
      row(shift(code) > 0 ? kinds.up : kinds.down, Math.abs(shift(code)));
      continue;
    }
    end = while_(code, at => single && becomes(at) === text && !itself(at));
    if (end - code >= 2) {
      row(kinds.to, codeOf(text));
      continue;
    }
    end = code + 1;
    const before = texts.all.length, number = texts.add(text);
    if (listEnd !== code || number !== before) row(kinds.listed, number);
    listEnd = number + 1 === texts.all.length ? end : -1;
  }
  return rows;
}

// Returns [whole, first, second] for each code point, from `from` on, that is composed of two others. Hangul is left
// out, because its composition is computed.
function composites(from, isOne) {
  const out = [];
  for (let code = from; code < codeLimit; code++) {
    if (isHangul(code) || isSurrogate(code)) continue;
    const one = character(code), parts = [...one.normalize('NFD')];
    if (parts.length < 2 || one.normalize() !== one) continue;
    const first = parts.slice(0, -1).join('').normalize(), second = parts.at(-1);
    if (isOne(one, first, second)) out.push([code, codeOf(first), codeOf(second)]);
  }
  return out;
}

// Returns the first code points of alternating ranges: the first has the property, the next does not, and so on.
function turns(pattern) {
  const out = [];
  for (let code = 0, has = false; code < codeLimit; code++)
    if (pattern.test(character(code)) !== has) {
      has = !has;
      out.push(code);
    }
  return out;
}

// Returns a Map from each character that has a canonical combining class to the rank of that class, from 1 on.
// Normalization needs only the order of the classes, not their values. changesPlaces(a, b) says whether normalization
// moves b before a. `lowest` and `highest` are characters of the lowest and of the highest class.
function combiningRanks(characters, changesPlaces, lowest, highest) {
  const order = [];  // a list of characters for each class
  for (const mark of characters) {
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
  return new Map(order.flatMap((list, index) => list.map(mark => [mark, index + 1])));
}

const steps = codes => codes.map((code, i) => code - (i ? codes[i - 1] : 0));
const withSteps = rows => steps(rows.map(row => row[0])).flatMap((step, i) => [step, ...rows[i].slice(1)]);

// Returns the contents of a file of tables, each {name: numbers}, that `tool` writes.
function fileOf(tool, tables) {
  let out = `// Written by ${tool} from the answers of Node ${process.version}. Do not edit. Code points in order are
// written as the steps from one to the next.
`;
  for (const [name, numbers] of Object.entries(tables)) {
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
  return out;
}

module.exports = {Texts, character, codeLimit, codeOf, combiningRanks, composites, fileOf, isHangul, isSurrogate, mappingRows, steps, turns, withSteps};
