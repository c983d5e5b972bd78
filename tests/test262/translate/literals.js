'use strict';
// Makes C++ literals for the JavaScript values in test262's cases.

// Returns UTF-8, with half of a surrogate pair as three bytes, as String keeps it.
function bytesOf(text) {
  const bytes = [];
  for (const character of text) {
    const code = character.codePointAt(0);
    if (code >= 0xd800 && code < 0xe000) bytes.push(0xe0 | code >> 12, 0x80 | (code >> 6 & 0x3f), 0x80 | (code & 0x3f));
    else bytes.push(...Buffer.from(character));
  }
  return bytes;
}
function literal(text) {
  const escape = byte => (byte === 0x22 || byte === 0x5c || byte === 0x3f ? `\\${String.fromCharCode(byte)}`
    : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`);
  return `"${bytesOf(text).map(escape).join('')}"`;
}

function numberLiteral(value) {
  if (Object.is(value, -0)) return '-0.0';
  if (value !== value) return 'NaN';
  if (Math.abs(value) === Infinity) return value < 0 ? '-Infinity' : 'Infinity';
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return String(value);
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

module.exports = {literal, numberLiteral};
