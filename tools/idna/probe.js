'use strict';
// What Node's library for international domain names (ada) knows of each code point, found out by asking Node: hosts are
// made so that one property of one code point decides the answer. Node.js has to run with --expose-internals, since what
// the URL API answers has gone through the parser of hosts, too.
const {toASCII, toUnicode} = require('internal/test/binding').internalBinding('encoding_binding');

// A label that has a joiner behind a virama is taken whatever its bidirectional classes are.
const anyBidi = '\u0915\u094d\u200d';
const aleph = '\u05d0', arabicDigit = '\u0661', beh = '\u0628';
const joiners = '\u200c\u200d';

const valid = label => toASCII(label) !== '';

// `text` mapped and normalized; undefined when a code point of it is disallowed.
function mapped(text) {
  const ascii = toASCII(anyBidi + text + '0');
  if (ascii === '') return undefined;
  const unicode = toUnicode(ascii);
  if (!unicode.startsWith(anyBidi) || !unicode.endsWith('0')) throw new Error(`Node does not decode ${ascii}`);
  return unicode.slice(anyBidi.length, -1);
}

// Only "a" and what it is composed to stand in front of `character`, so the virama is this character or none.
const isVirama = character => valid('a' + character + '\u200d');
const isMark = character => !valid(character + anyBidi);
const joinsLeft = character => valid('a' + character + '\u200c' + beh);
const joinsRight = character => valid(beh + '\u200c' + character);

// One of the names of bidiClasses: classes between which no rule distinguishes are one.
const bidiClasses = ['other', 'rightToLeft', 'arabicNumber', 'europeanNumber', 'neutral', 'nonspacing'];
function bidiClass(character) {
  const rightToLeft = character > '\x7f' && !valid('a' + character);
  if (rightToLeft) return valid(aleph + character + '0') ? 'rightToLeft' : 'arabicNumber';
  if (!valid(aleph + character + aleph)) return 'other';
  if (!valid(aleph + character)) return 'neutral';
  return valid(aleph + character + arabicDigit + aleph) ? 'nonspacing' : 'europeanNumber';
}

module.exports = {bidiClass, bidiClasses, isMark, isVirama, joiners, joinsLeft, joinsRight, mapped, valid};
