'use strict';
// The receiver of a WebSocket server reads 2,000 masked messages of 20 to 2,000 bytes, in chunks of 16 KiB.
const {Receiver} = require('ws');
const measure = require('../programs/measure.js');

const frames = [];
for (let i = 0; i < 2000; i++) {
  const size = i % 20 ? 20 + i % 90 : 2000;
  const head = size < 126 ? [0x81, 0x80 | size] : [0x81, 0x80 | 126, size >> 8, size & 255];
  const mask = [i & 255, i >> 3 & 255, 7, 1];
  const data = Buffer.alloc(size);
  for (let k = 0; k < size; k++) data[k] = 97 + k % 26 ^ mask[k & 3];
  frames.push(Buffer.concat([Buffer.from(head), Buffer.from(mask), data]));
}
const bytes = Buffer.concat(frames);

measure(() => {
  let messages = 0, size = 0;
  const receiver = new Receiver({isServer: true});
  receiver.on('message', data => {
    messages++;
    size += data.length;
  });
  // The receiver unmasks the bytes in place, so it gets a copy.
  const copy = Buffer.from(bytes);
  for (let at = 0; at < copy.length; at += 16384) receiver.write(copy.subarray(at, at + 16384));
  return `${messages} ${size}`;
});
