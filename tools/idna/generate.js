'use strict';
// Writes src/url/unicode.inc: what Node's library for international domain names knows of each code point (probe.js
// asks), and the lower case of JavaScript. To be run with the Node of node_modules when package-lock.json pins another:
//   node tools/idna/generate.js
const {spawnSync} = require('child_process');
const fs = require('fs');
const path = require('path');

if (!process.execArgv.includes('--expose-internals')) {
  const again = spawnSync(process.execPath, ['--no-warnings', '--expose-internals', __filename], {stdio: 'inherit'});
  process.exit(again.status);
}

const probe = require('./probe.js');

const codeLimit = 0x110000;
const isSurrogate = code => code >= 0xd800 && code < 0xe000;
const isHangul = code => code >= 0xac00 && code < 0xd7a4;
const codeOf = text => text === undefined || [...text].length !== 1 ? -1 : text.codePointAt(0);

// The kinds of a row of mappings: unicode.cpp has the same numbers. A payload stands above them.
const kinds = {same: 0, disallowed: 1, ignored: 2, pairs: 3, up: 4, down: 5, to: 6, listed: 7};
const kindBits = 3;

// Rows of [first code point, value] for what code points from `from` on become: a text for each, undefined where it is
// disallowed. What follows no rule is appended to `texts`.
function mappingRows(becomes, from, texts) {
  const rows = [];
  const itself = code => codeOf(becomes[code]) === code;
  const shift = code => codeOf(becomes[code]) - code;
  const while_ = (code, holds) => {
    while (code < codeLimit && holds(code)) code++;
    return code;
  };
  let listEnd = -1;  // where a row of a list ends that can be longer
  for (let code = from, end; code < codeLimit; code = end) {
    const text = becomes[code];
    const row = (kind, payload = 0) => rows.push([code, kind + (payload << kindBits)]);
    if (itself(code)) {
      end = while_(code, itself);
      row(kinds.same);
    } else if (text === undefined || text === '') {
      end = while_(code, at => becomes[at] === text);
      row(text === undefined ? kinds.disallowed : kinds.ignored);
    } else {
      end = code;
      while (shift(end) === 1 && itself(end + 1)) end += 2;
      if (end - code >= 4) {
        row(kinds.pairs);
        continue;
      }
      const single = codeOf(text) >= 0;
      end = while_(code, at => single && codeOf(becomes[at]) >= 0 && shift(at) === shift(code));
      if (end - code >= 3 || (end > code && (becomes[end] === undefined || itself(end)))) {
        row(shift(code) > 0 ? kinds.up : kinds.down, Math.abs(shift(code)));
        continue;
      }
      end = while_(code, at => single && becomes[at] === text && !itself(at));
      if (end - code >= 2) {
        row(kinds.to, codeOf(text));
        continue;
      }
      end = code + 1;
      if (listEnd !== code) row(kinds.listed, texts.length);
      texts.push(text);
      listEnd = end;
    }
  }
  return rows;
}

// Rows of [first code point, class] for the code points that have one; the others are never asked about.
function classRows(classes) {
  const rows = [];
  for (const [code, value] of classes) if (rows.length === 0 || rows.at(-1)[1] !== value) rows.push([code, value]);
  return rows;
}

// The first code points of ranges that have a property and of those between them, in turns.
function turns(pattern) {
  const out = [];
  for (let code = 0, has = false; code < codeLimit; code++)
    if (pattern.test(String.fromCodePoint(code)) !== has) {
      has = !has;
      out.push(code);
    }
  return out;
}

const mapped = [];
for (let code = 0; code < codeLimit; code++)
  mapped.push(isSurrogate(code) ? undefined : probe.mapped(String.fromCodePoint(code)));
const stays = code => codeOf(mapped[code]) === code;

const lower = [];
for (let code = 0; code < codeLimit; code++)
  lower.push(isSurrogate(code) ? String.fromCharCode(code) : String.fromCodePoint(code).toLowerCase());

// The bits of a class: unicode.h has them in the same order.
const classes = [];
for (let code = 0; code < codeLimit; code++) {
  const character = String.fromCodePoint(code);
  if (!stays(code)) continue;
  if (character === '.' || probe.joiners.includes(character)) {
    classes.push([code, probe.bidiClasses.indexOf('neutral')]);  // rules of their own are about them
    continue;
  }
  const virama = probe.isVirama(character), mark = probe.isMark(character), bidi = probe.bidiClass(character);
  if (bidi === 'nonspacing' && !mark) throw new Error(`unicode.h takes U+${code.toString(16)} for a mark`);
  classes.push([code, probe.bidiClasses.indexOf(bidi) | mark << 3 | virama << 4 |
    (!virama && probe.joinsLeft(character)) << 5 | probe.joinsRight(character) << 6]);
}
// Of all, since not all that have a combining class are among what Node's library calls marks.
const ranks = probe.combiningRanks(classes.map(([code]) => String.fromCodePoint(code)).filter(c => c > '\x7f'));
for (const one of classes) one[1] |= (ranks.get(String.fromCodePoint(one[0])) || 0) << 7;

// What Node composes of two: not all that this version of Unicode does.
const composites = [];
for (let code = 0x80; code < codeLimit; code++) {
  const character = String.fromCodePoint(code), parts = [...character.normalize('NFD')];
  if (isHangul(code) || isSurrogate(code) || parts.length < 2 || character.normalize() !== character) continue;
  const first = parts.slice(0, -1).join('').normalize(), second = parts.at(-1);
  if (!stays(codeOf(first)) || !stays(codeOf(second)) || probe.mapped(first + second) !== character) continue;
  composites.push([code, codeOf(first), codeOf(second)]);
}

const texts = [];
const mappings = mappingRows(mapped, 0x80, texts);
const lowerRows = mappingRows(lower, 0x80, texts);

const steps = codes => codes.map((code, i) => code - (i ? codes[i - 1] : 0));
const withSteps = rows => steps(rows.map(row => row[0])).flatMap((step, i) => [step, ...rows[i].slice(1)]);

let out = `// Written by tools/idna/generate.js from the answers of Node ${process.version}. Do not edit. Code points in order are written
// as the steps from one to the next.
`;
function table(name, type, numbers) {
  out += `constexpr ${type} ${name}[] = {\n`;
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
table('mappingSteps', 'std::int32_t', withSteps(mappings));
table('lowerSteps', 'std::int32_t', withSteps(lowerRows));
// The last code point of a text is negative.
table('texts', 'std::int32_t', texts.flatMap(text => [...text].map((c, i, all) => (i + 1 < all.length ? 1 : -1) * codeOf(c))));
table('classSteps', 'std::int32_t', withSteps(classRows(classes)));
table('compositeSteps', 'std::int32_t', withSteps(composites));
table('casedSteps', 'std::int32_t', steps(turns(/\p{Cased}/u)));
table('caseIgnorableSteps', 'std::int32_t', steps(turns(/\p{Case_Ignorable}/u)));
fs.writeFileSync(path.join(__dirname, '../../src/url/unicode.inc'), out);
console.log(`${mappings.length} rows of mappings, ${texts.length} texts, ${composites.length} composites; ${out.length} bytes`);
