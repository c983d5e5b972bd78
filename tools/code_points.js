'use strict';
// Tables of code points for src/base/code_points.h: what tools/unicode and tools/idna write.

const codeLimit = 0x110000;
const isSurrogate = code => code >= 0xd800 && code < 0xe000;
const isHangul = code => code >= 0xac00 && code < 0xd7a4;
const codeOf = text => (text === undefined || [...text].length !== 1 ? -1 : text.codePointAt(0));
const character = code => String.fromCodePoint(code);

// The kinds of a row of mappings: code_points.h has the same numbers. A payload stands above them.
const kinds = {same: 0, disallowed: 1, ignored: 2, pairs: 3, up: 4, down: 5, to: 6, listed: 7};
const kindBits = 3;

// The texts that no rule gives, each once.
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
  // The last code point of a text is negative.
  codes() {
    return this.all.flatMap(text => [...text].map((c, i, all) => (i + 1 < all.length ? 1 : -1) * codeOf(c)));
  }
}

// Rows of [first code point, value] for what code points from 0x80 on become: becomes(code) is a text, undefined where the
// code point is disallowed. What no rule gives goes to `texts`: the payload is its number, and those of a row follow one
// another.
function mappingRows(becomes, texts) {
  const rows = [];
  const shift = code => codeOf(becomes(code)) - code;
  const itself = code => codeOf(becomes(code)) === code;
  const while_ = (code, holds) => {
    while (code < codeLimit && holds(code)) code++;
    return code;
  };
  let listEnd = -1;  // where a row of a list ends that can be longer
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

// The code points, from `from` on, that are composed of two: [whole, first, second]. Hangul is arithmetic.
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

// Canonical combining classes, as ranks in their order: the order is all that normalization asks for. Of those of
// `characters` that have one: a Map from each to its rank, from 1 on. changesPlaces(a, b) is whether b goes in front of a;
// `lowest` and `highest` are of the least and of the greatest class that there is.
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

// A file of tables, each {name: numbers}, written by `tool`.
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
