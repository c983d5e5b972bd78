// Writes uri.inc: the results of encodeURIComponent and similar functions for texts. An error is written as "!"
// followed by its name and message.
'use strict';
const {keep, mark} = require('./table.js');

let seed = 5;
const random = (n) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
// Returns the bytes as our String has them: a lone surrogate is three bytes.
const wtf8 = (s) => Array.from(s).flatMap((c) => {
  const code = c.codePointAt(0);
  return code >= 0xd800 && code < 0xe000 ? [0xed, 0x80 | (code >> 6 & 0x3f), 0x80 | (code & 0x3f)] : [...Buffer.from(c)];
});
const lit = (s) => '"' + wtf8(s).map((c) => (c >= 32 && c < 127 && c !== 34 && c !== 92 && c !== 63 ? String.fromCharCode(c) : '\\' + c.toString(8).padStart(3, '0'))).join('') + '"';
const attempt = (f, text) => {
  try {
    return f(text);
  } catch (error) {
    return '!' + error;
  }
};

const ascii = Array.from({length: 128}, (_, i) => String.fromCharCode(i)).join('');
const texts = ['', 'plain', ascii, 'a b&c=d/é?x', '日本語', '😀', '\ud83d', '\ude00', 'a\ud83d', '\ude00b', '\ud83dx\ude00', '\uffff', '\u0080\u07ff\u0800', '%', '%4', '%41', '%zz', '%4g', '%e4%bd%a0', '%C3%A9', '%c3', '%C3%', '%C3%2', '%C3%41', '%80', '%FF', '%C0%80', '%C1%BF', '%E0%80%80',
  '%ED%A0%80', '%ED%A0%BD%ED%B8%80', '%F0%9F%98%80', '%F0%9F%98', '%F4%90%80%80', '%F5%80%80%80', '%F0%80%80%80', '%EF%BF%BF', '%3B%2F%3F%3A%40%26%3D%2B%24%2C%23', '%3b%2f', '%25', '%2525', 'a%20b+c', '%00', '%u0041', '%uD83D%uDE00', '%uD83D', '%uD83Dx', '%u00e9%e9', '%u', '%u12', '%u12G4', '%U0041', '😀%uDE00', '\ud83d%uDE00', '%uD83D\ude00', '日%', '%日'];
const parts = ['%', '%4', '%41', '%C3', '%A9', '%E2', '%82', '%AC', '%F0', '%9F', '%98', '%80', 'a', 'é', '€', '😀', '/', '%2F', '%23', '%u', '%u20AC', '%uD83D', '%uDE00', '\ud83d', '\ude00', ' '];
for (let i = 0; i < 400; ++i) texts.push(Array.from({length: 1 + random(6)}, () => parts[random(parts.length)]).join(''));

let out = mark('uri.js') + '\n';
for (const text of texts)
  out += `TEXT(${[text, ...[encodeURIComponent, encodeURI, decodeURIComponent, decodeURI, escape, unescape].map((f) => attempt(f, text))].map(lit).join(', ')})\n`;
keep('uri.inc', out);
