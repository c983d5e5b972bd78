'use strict';
// Writes src/url/unicode.inc: the properties of each code point that Node's library for international domain names uses
// (probe.js finds them out). Run it with the Node.js of node_modules when package-lock.json pins another version:
//   node tools/idna/generate.js
const {spawnSync} = require('child_process');
const fs = require('fs');
const path = require('path');

if (!process.execArgv.includes('--expose-internals')) {
  const again = spawnSync(process.execPath, ['--no-warnings', '--expose-internals', __filename], {stdio: 'inherit'});
  process.exit(again.status);
}

const probe = require('./probe.js');
const {Texts, character, codeLimit, codeOf, combiningRanks, composites, fileOf, isSurrogate, mappingRows, withSteps} =
  require('../code_points.js');

// Returns rows of [first code point, class] for the code points that have a class. The other code points are never
// looked up.
function classRows(classes) {
  const rows = [];
  for (const [code, value] of classes) if (rows.length === 0 || rows.at(-1)[1] !== value) rows.push([code, value]);
  return rows;
}

const mapped = [];
for (let code = 0; code < codeLimit; code++)
  mapped.push(isSurrogate(code) ? undefined : probe.mapped(character(code)));
const stays = code => codeOf(mapped[code]) === code;

// The bits of a class are in the same order as in unicode.h.
const classes = [];
for (let code = 0; code < codeLimit; code++) {
  const one = character(code);
  if (!stays(code)) continue;
  if (one === '.' || probe.joiners.includes(one)) {
    classes.push([code, probe.bidiClasses.indexOf('neutral')]);  // the dot and the joiners have rules of their own
    continue;
  }
  const virama = probe.isVirama(one), mark = probe.isMark(one), bidi = probe.bidiClass(one);
  if (bidi === 'nonspacing' && !mark) throw new Error(`unicode.h takes U+${code.toString(16)} for a mark`);
  classes.push([code, probe.bidiClasses.indexOf(bidi) | mark << 3 | virama << 4 |
    (!virama && probe.joinsLeft(one)) << 5 | probe.joinsRight(one) << 6]);
}
// The combining classes are asked of all characters, because some characters that have one are not marks for Node's
// library. The library is asked itself, because its classes differ from those of String's normalize.
const ranks = combiningRanks(classes.map(([code]) => character(code)).filter(one => one > '\x7f'),
  (a, b) => probe.mapped(a + b) === b + a, '\u0334', '\u035d');
for (const one of classes) one[1] |= (ranks.get(character(one[0])) || 0) << 7;

// The pairs of code points that Node's library composes. They are not all pairs that this version of Unicode composes.
const composed = composites(0, (one, first, second) =>
  stays(codeOf(first)) && stays(codeOf(second)) && probe.mapped(first + second) === one);

const texts = new Texts();
const mappings = mappingRows(code => mapped[code], texts);

const out = fileOf('tools/idna/generate.js', {
  mappingSteps: withSteps(mappings),
  texts: texts.codes(),
  classSteps: withSteps(classRows(classes)),
  compositeSteps: withSteps(composed),
});
fs.writeFileSync(path.join(__dirname, '../../src/url/unicode.inc'), out);
console.log(`${mappings.length} rows of mappings, ${texts.all.length} texts, ${composed.length} composites; ${out.length} bytes`);
