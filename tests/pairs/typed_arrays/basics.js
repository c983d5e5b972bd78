// How typed arrays, ArrayBuffers and DataViews are printed, and how they behave in objects, JSON and clones.
const {inspect, isDeepStrictEqual} = require('util');
const u8 = new Uint8Array([1, 2, 300]);
console.log(u8, new Float64Array([1.5, -0, NaN]), new BigInt64Array([1n, -5n]), new Float16Array([1.1]), new Uint8ClampedArray(2));
console.log(new Uint8Array(0), new Uint8Array(200), new Float32Array([0.1]));
console.log(new ArrayBuffer(3), new ArrayBuffer(0), new DataView(new ArrayBuffer(8), 2, 3));
console.log({a: u8, b: [new Int8Array(1)]}, {a: {b: new DataView(new ArrayBuffer(3))}});
console.log(inspect({a: {b: {c: u8}}}), inspect(u8, {showHidden: true}), inspect(u8, {colors: true}));
console.log(inspect(new ArrayBuffer(3), {maxArrayLength: 1}), inspect(new ArrayBuffer(200)));
const gone = new ArrayBuffer(4);
const view = new Uint8Array(gone);
const other = gone.transfer();
console.log(gone, view, gone.detached, other.byteLength, view.length, view[0]);
console.log(String(u8), `${u8}`, u8 + '', u8.toString(), u8.join(' '), String(gone));
console.log(JSON.stringify(u8), JSON.stringify({a: new Float64Array([NaN, 1.5]), b: new ArrayBuffer(2)}), JSON.stringify(u8, null, 1));
try {
  JSON.stringify(new BigInt64Array(1));
} catch (error) {
  console.log(error.message);
}
console.log('%s %d %j', u8, 1, u8);
const value = {bytes: u8, buffer: u8.buffer};
console.log(typeof value.bytes, Array.isArray(value.bytes), ArrayBuffer.isView(value.bytes), ArrayBuffer.isView(value.buffer));
console.log(value.bytes[1], value.bytes[7], value.bytes['2'], value.bytes.length, value.bytes.byteLength, Object.keys(value.bytes));
value.bytes[1] = 511;
value.bytes[9] = 1;
value.bytes.set([9, 8], 1);
for (const byte of value.bytes) console.log(byte);
console.log(u8, value.bytes.subarray(1), value.bytes.slice(0, 1), value.bytes.indexOf(8), value.bytes.join('-'));
console.log(value.bytes.map(x => x * 2), value.bytes.at(-1), value.bytes.includes(77), value.bytes.fill(4, 1, 2));
const copy = structuredClone(value);
console.log(copy, copy.bytes === value.bytes, copy.bytes.buffer === copy.buffer);
copy.bytes[0] = 100;
console.log(value.bytes[0], new Uint8Array(copy.buffer)[0]);
const moved = structuredClone(value, {transfer: [u8.buffer]});
console.log(moved, u8, u8.buffer);
const tracking = new Uint16Array(new ArrayBuffer(4, {maxByteLength: 8}));
const both = structuredClone({tracking, view: new DataView(tracking.buffer, 1)});
both.tracking.buffer.resize(8);
console.log(both.tracking.length, both.view.byteLength, both.tracking.buffer.resizable, tracking.length);
for (const make of [() => structuredClone(u8), () => structuredClone(1, {transfer: [u8.buffer]}), () => new Int16Array(new ArrayBuffer(8), 1),
  () => new Int16Array(new ArrayBuffer(7)), () => u8.fill(1), () => new DataView(new ArrayBuffer(8)).getInt16(7)]) {
  try {
    make();
  } catch (error) {
    console.log(error.name, error.message);
  }
}
console.log(isDeepStrictEqual(new Uint8Array([1]), new Uint8Array([1])), isDeepStrictEqual(new Uint8Array([1]), new Int8Array([1])),
  isDeepStrictEqual(new Uint8Array([1]), new Uint8Array([2])));
const buffer = Buffer.from('hello');
console.log(buffer.toReversed(), buffer.map(x => x + 1), buffer.slice(1, 3).byteLength, new Uint8Array(buffer));
console.log(Buffer.from(new Uint8Array([104, 105]).buffer).toString(), Buffer.concat([new Uint8Array([1]), buffer]));
console.log([...new Uint8Array([1, 2])], Array.from(new Int8Array([1, 2]), x => x * 2), new Uint8Array([1, 2]).keys());
