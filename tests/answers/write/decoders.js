// Writes encodings.inc and string_decoder.inc: Node's results for random bytes and texts, made from a fixed seed.
'use strict';
const { StringDecoder } = require('string_decoder');
const {keep, mark} = require('./table.js');

let seed = 20240424;
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 4294967296) * n);
};
const pick = (list) => list[random(list.length)];
const hex = (s) => Buffer.from(s).toString('hex');
const encodings = ['utf8', 'utf16le', 'latin1', 'ascii', 'hex', 'base64', 'base64url'];

// Pieces of bytes that are often almost valid UTF-8.
const pieces = ['61', '7f', '80', 'bf', 'c0', 'c1', 'c2', 'c3a9', 'e0', 'e080', 'e0a0', 'e282ac', 'ed9fbf', 'eda080', 'ed', 'efbbbf', 'efbfbd', 'f0', 'f09f', 'f09f98',
  'f09f9880', 'f4', 'f48fbfbf', 'f490', 'f5', 'ff', 'f8', '3dd8', '00de', '3dd800de', '00', '0d0a', 'd8', 'dc'];
const bytes = (most) => Buffer.from(Array.from({ length: random(most + 1) }, () => (random(4) ? pick(pieces) : random(256).toString(16).padStart(2, '0'))).join(''), 'hex');
const letters = [...'aZ09+/-_= \n=fF', 'é', 'ÿ', 'Ā', 'İ', '€', '😀', '\u0000', '\ufeff', '12', 'AAAA', 'ff'];
const text = (most) => Array.from({ length: random(most + 1) }, () => pick(letters)).join('');

const header = mark('decoders.js') + '\n';
let out = header;
for (let i = 0; i < 400; ++i) {
  const input = bytes(i < 300 ? 8 : 60);
  for (const e of i < 150 ? encodings : ['utf8', 'utf16le']) out += `DECODE("${e}", "${input.toString('hex')}", "${hex(input.toString(e))}")\n`;
}
for (let i = 0; i < 300; ++i) {
  const input = text(i < 200 ? 8 : 60), e = pick(encodings);
  out += `ENCODE("${e}", "${hex(input)}", "${Buffer.from(input, e).toString('hex')}", ${Buffer.byteLength(input, e)})\n`;
  const room = Buffer.alloc(random(10));
  const written = room.write(input, e);
  out += `WRITE("${e}", "${hex(input)}", ${room.length}, ${written}, "${room.toString('hex')}")\n`;
}
keep('encodings.inc', out);

out = header;
for (let i = 0; i < 1500; ++i) {
  const e = i < 500 ? 'utf8' : i < 900 ? 'utf16le' : pick(encodings);
  const decoder = new StringDecoder(e);
  const given = [], gave = [];
  // In UTF-16 all pieces are compared together, because Node may return the halves of a surrogate pair separately.
  let whole = '';
  const got = (text, ends) => {
    if (e === 'utf16le') {
      whole += text;
      if (ends) gave.push(hex(whole)), whole = '';
    } else {
      gave.push(hex(text) + `,${decoder.lastNeed},${decoder.lastTotal}`);
    }
  };
  // '.' ends the decoder, which is used again afterwards.
  for (let n = 1 + random(6); n > 0; --n) {
    const input = bytes(random(3) ? 2 : 6);
    given.push(input.toString('hex'));
    got(decoder.write(input), false);
    if (random(6) === 0 || n === 1) {
      given.push('.');
      got(decoder.end(), true);
    }
  }
  out += `{"${e}", "${given.join(' ')}", "${gave.join(' ')}"},\n`;
}
keep('string_decoder.inc', out);
