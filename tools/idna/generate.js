'use strict';
// Writes src/url/unicode.inc: what Node's library for international domain names knows of each code point (probe.js
// asks). To be run with the Node of node_modules when package-lock.json pins another:
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

// Rows of [first code point, class] for the code points that have one; the others are never asked about.
function classRows(classes) {
  const rows = [];
  for (const [code, value] of classes) if (rows.length === 0 || rows.at(-1)[1] !== value) rows.push([code, value]);
  return rows;
}

const mapped = [];
for (let code = 0; code < codeLimit; code++)
  mapped.push(isSurrogate(code) ? undefined : probe.mapped(character(code)));
const stays = code => codeOf(mapped[code]) === code;

// The bits of a class: unicode.h has them in the same order.
const classes = [];
for (let code = 0; code < codeLimit; code++) {
  const one = character(code);
  if (!stays(code)) continue;
  if (one === '.' || probe.joiners.includes(one)) {
    classes.push([code, probe.bidiClasses.indexOf('neutral')]);  // rules of their own are about them
    continue;
  }
  const virama = probe.isVirama(one), mark = probe.isMark(one), bidi = probe.bidiClass(one);
  if (bidi === 'nonspacing' && !mark) throw new Error(`unicode.h takes U+${code.toString(16)} for a mark`);
  classes.push([code, probe.bidiClasses.indexOf(bidi) | mark << 3 | virama << 4 |
    (!virama && probe.joinsLeft(one)) << 5 | probe.joinsRight(one) << 6]);
}
// Of all, since not all that have a combining class are among what Node's library calls marks. It knows other classes than
// String's normalize does, so these are asked of itself.
const ranks = combiningRanks(classes.map(([code]) => character(code)).filter(one => one > '\x7f'),
  (a, b) => probe.mapped(a + b) === b + a, '\u0334', '\u035d');
for (const one of classes) one[1] |= (ranks.get(character(one[0])) || 0) << 7;

// What Node composes of two: not all that this version of Unicode does.
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
