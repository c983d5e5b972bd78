'use strict';
// Memory that the tests and the program share, although they are two processes: an ArrayBuffer of the one side has a twin
// on the other, with the same number. Each message says what has changed since the last one: the bytes, or that an
// ArrayBuffer was detached.
const buffers = new Map();  // those that are not detached, by their numbers; of this side they are even
const numbers = new WeakMap();
const told = new Map();  // the bytes that both sides know
let last = 0;

function adopt(number, buffer) {
  buffers.set(number, buffer);
  numbers.set(buffer, number);
}
function numberOf(buffer) {
  if (!numbers.has(buffer)) adopt(last += 2, buffer);
  return numbers.get(buffer);
}

function changes() {
  const list = [];
  for (const [number, buffer] of buffers) {
    if (buffer.detached) {
      list.push([number, null]);
      buffers.delete(number);
    } else {
      const now = Buffer.from(buffer);
      if (told.get(number)?.equals(now)) continue;
      told.set(number, Buffer.from(now));
      list.push([number, now.toString('base64')]);
    }
  }
  return list;
}

function change(list) {
  for (const [number, bytes] of list) {
    const known = buffers.get(number);
    if (bytes === null) {
      known?.transfer();
      buffers.delete(number);
      continue;
    }
    const now = Buffer.from(bytes, 'base64');
    told.set(number, now);
    if (!known) adopt(number, new ArrayBuffer(now.length));
    Buffer.from(buffers.get(number)).set(now);
  }
}

// A view as the program knows it, and the other way round.
function toldView(view) {
  const type = Object.prototype.toString.call(view).slice(8, -1);
  return {view: type, memory: numberOf(view.buffer), offset: view.byteOffset, length: view.byteLength};
}
function viewOf({view: type, memory, offset, length}) {
  const constructor = globalThis[type];
  return new constructor(buffers.get(memory), offset, length / (constructor.BYTES_PER_ELEMENT || 1));
}

module.exports = {buffers, numberOf, changes, change, toldView, viewOf};
