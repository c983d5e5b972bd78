// Lengths, counts and numbers that are read from Buffers can be subtracted from and multiplied, whatever their type in C++.
const EventEmitter = require('events');
const {PassThrough} = require('stream');
const bytes = Buffer.from([0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0]);
const small = bytes.readUInt32BE(0), large = bytes.readUInt32BE(4), least = bytes.readInt32BE(8);
console.log(small - 5, large + 5, large * 1000, -small, small < -1, least - 1, least * 1000, bytes.readUInt32LE(0) - 50331650);
console.log(large >>> 4, large & 0xff, small << 4, (large >>> 24) - 256, small - large, bytes.readUInt8(3) - 4, bytes.readUInt16BE(2) - 4);
const map = new Map([['a', 1]]), set = new Set();
console.log(map.size - 2, set.size - 1, -map.size, map.size - 2 < 0, Math.max(set.size - 1, -5));
for (let i = map.size - 1; i >= 0; i--) console.log('entry', i);
const target = Buffer.alloc(4);
console.log(target.write('ab') - 3, bytes.copy(target) - 5, target.writeUInt8(1, 0) - 2, target.writeUInt16BE(1, 0) - 4, Buffer.byteLength('ü') - 3);
const emitter = new EventEmitter();
emitter.on('x', () => {});
console.log(emitter.listenerCount('x') - 2, emitter.listenerCount('y') - 1);
const stream = new PassThrough({highWaterMark: 4});
stream.write('abc');
console.log(stream.readableLength - 4, stream.writableLength - 1, stream.readableLength - stream.readableHighWaterMark, stream.writableCorked - 1);
console.log(new URLSearchParams('a=1').size - 2, [].push() - 1, [1].unshift() - 2);
