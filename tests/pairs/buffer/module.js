// Constants of the module, Buffers whose memory is not from a pool, and the second names of functions (readUint8 for
// readUInt8).
const buffer = require('buffer');
const {Buffer} = buffer;
console.log(buffer.constants.MAX_LENGTH === buffer.kMaxLength, buffer.constants.MAX_STRING_LENGTH === buffer.kStringMaxLength, buffer.constants.MAX_STRING_LENGTH);

const slow = Buffer.allocUnsafeSlow(8);
console.log(slow.length, slow.fill(1), slow.byteOffset);
try {
  Buffer.allocUnsafeSlow(-1);
} catch (error) {
  console.log(error.name, error.code, error.message);
}

const bytes = Buffer.alloc(24);
console.log(bytes.writeUint8(1), bytes.writeUint16LE(0x203, 1), bytes.writeUint16BE(0x405, 3), bytes.writeUint32LE(0x6070809, 5));
console.log(bytes.writeUint32BE(0xa0b0c0d, 9), bytes.writeUintLE(0x10203, 13, 3), bytes.writeUintBE(0x40506, 16, 3));
console.log(bytes.toString('hex'));
console.log(bytes.readUint8(0), bytes.readUint16LE(1), bytes.readUint16BE(3), bytes.readUint32LE(5), bytes.readUint32BE(9), bytes.readUintLE(13, 3), bytes.readUintBE(16, 3));
for (const f of [() => bytes.writeUint8(256), () => bytes.writeUint16LE(1, 23), () => bytes.writeUintBE(1, 0, 7)]) {
  try {
    f();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

// A number that is computed fills and is found as a literal is.
let value = 258.9;
console.log(Buffer.alloc(3, value), Buffer.alloc(3).fill(value - 1, 1), bytes.fill(value, 2, 4).indexOf(value), bytes.lastIndexOf(value - 256), bytes.includes(value + 2));
