const b = Buffer.alloc(16);
console.log(b.writeBigUInt64BE(18446744073709551615n), b.writeBigInt64LE(-2n, 8), b);
b.writeBigUInt64LE(5n);
b.writeBigInt64BE(-5n, 8);
console.log(b, b.readBigUInt64LE(0), b.readBigInt64BE(8));
for (const f of [() => b.writeBigUInt64BE(18446744073709551616n), () => b.writeBigUInt64BE(-1n), () => b.writeBigInt64LE(-9223372036854775809n)]) {
  try { f(); } catch (e) { console.log(e.code, e.message); }
}
console.log(Buffer.from([1, 256, -1, 3.7]), Buffer.from([65.9]));
const length = Buffer.from([0, 2]).readUIntBE(0, 2);
console.log(length - 5, length - 5 < 0);
