// Lengths and positions, which count UTF-16 code units, in texts of all kinds, and in undefined and null.
'use strict';
const texts = ['', 'plain', 'żółw', 'a😀b', 'ΌΔΟΣ', 'Straße', 'e\u0301', 'x'.repeat(30) + '語😀'];
for (const text of texts) {
  console.log(text.length, text.toUpperCase(), text.toLowerCase(), text.slice(1, -1), text.split('').length);
  console.log(text.at(-1), text[0], text.charAt(99) === '', text.codePointAt(1) || -1, text.indexOf('b'));
  console.log(text.normalize('NFD').length, text.padStart(8, 'ł😀'), text.isWellFormed(), text.slice(0, 2).isWellFormed());
  console.log(text.replaceAll('', '-').length, text.replace('a', "<$&$'>"), text.replaceAll('l', (match, at) => match + at));
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) % 65536;
  let points = '';
  for (const point of text) points += point + '.';
  console.log(hash, points);
}
const words = ['b', 'a', 'Z', 'z', 'é', 'e', 'f', 'ż', 'Ä', '10', '9', '_', 'ß', 'ss', 'st', '\u{1f600}', '\uffee'];
console.log([...words].sort().join(' '));
console.log([...words].slice(0, -2).sort((a, b) => a.localeCompare(b)).join(' '));
console.log(String.fromCharCode(72, 105, 0xd83d, 0xde00), String.fromCodePoint(0x1f600, 33), '\ud83d' + '\ude00' === '😀');
let none;
console.log(none, [none], 'is ' + none, none == null, none === '', none ? 1 : 2);
none = null;
console.log(none, [none], `is ${none}`, none == undefined, JSON.stringify([none]));
