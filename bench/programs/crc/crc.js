'use strict';
// Computes the CRC-32 of 64 KiB with a table, and writes the bytes as hexadecimal digits and base64.
const measure = require('../measure.js');

const table = [];
for (let n = 0; n < 256; n++) {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  table.push(c | 0);
}
const bytes = Buffer.alloc(65536);
for (let i = 0; i < bytes.length; i++) bytes[i] = (i * 31 + (i >> 8)) & 255;

function crc32(buffer) {
  let c = -1;
  for (let i = 0; i < buffer.length; i++) c = table[(c ^ buffer[i]) & 255] ^ (c >>> 8);
  return (c ^ -1) >>> 0;
}

measure(() => {
  const sum = crc32(bytes);
  const text = bytes.subarray(0, 3000).toString('base64');
  const back = Buffer.from(text, 'base64');
  return `${sum.toString(16)} ${crc32(back)} ${bytes.subarray(5, 25).toString('hex')} ${back.length}`;
});
