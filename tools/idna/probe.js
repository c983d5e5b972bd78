'use strict';
// Finds out what Node's library for international domain names (ada) knows of each code point, by asking Node about
// hosts that are made so that one property of one code point decides the answer. Node.js must run with
// --expose-internals, because the public URL API also applies its parser of hosts.
const {toASCII, toUnicode} = require('internal/test/binding').internalBinding('encoding_binding');

// A label with a joiner after a virama is accepted whatever bidirectional classes its characters have.
const anyBidi = '\u0915\u094d\u200d';
const aleph = '\u05d0', arabicDigit = '\u0661', beh = '\u0628';
const joiners = '\u200c\u200d';

const valid = label => toASCII(label) !== '';

// Returns `text` mapped and normalized, or undefined when one of its code points is disallowed.
function mapped(text) {
  const ascii = toASCII(anyBidi + text + '0');
  if (ascii === '') return undefined;
  const unicode = toUnicode(ascii);
  if (!unicode.startsWith(anyBidi) || !unicode.endsWith('0')) throw new Error(`Node does not decode ${ascii}`);
  return unicode.slice(anyBidi.length, -1);
}

// In front of the joiner are only `character` and "a", or what the two compose to, so only this character can be the
// virama.
const isVirama = character => valid('a' + character + '\u200d');
const isMark = character => !valid(character + anyBidi);
const joinsLeft = character => valid('a' + character + '\u200c' + beh);
const joinsRight = character => valid(beh + '\u200c' + character);

// Returns one of the names of bidiClasses. Classes that no rule distinguishes share a name.
const bidiClasses = ['other', 'rightToLeft', 'arabicNumber', 'europeanNumber', 'neutral', 'nonspacing'];
function bidiClass(character) {
  const rightToLeft = character > '\x7f' && !valid('a' + character);
  if (rightToLeft) return valid(aleph + character + '0') ? 'rightToLeft' : 'arabicNumber';
  if (!valid(aleph + character + aleph)) return 'other';
  if (!valid(aleph + character)) return 'neutral';
  return valid(aleph + character + arabicDigit + aleph) ? 'nonspacing' : 'europeanNumber';
}

module.exports = {bidiClass, bidiClasses, isMark, isVirama, joiners, joinsLeft, joinsRight, mapped, valid};
