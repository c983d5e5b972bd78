const zlib = require('zlib');
const show = (name, f) => { try { const result = f(); console.log(name, result.length, result.toString('latin1')); } catch (error) { console.log(name, error.name, error.code, error.errno, error.message); } };
const data = [
  ['gunzip', zlib.gunzipSync, '1f8b0800000000000003cb48cdc9c9d751c840a214caf38b7252ac50c488974a542849cccc5128c9482c51c82c56c8cb2f51284a2d484d2c494d513030343236313533b7b00400329c5c1c77000000'],
  ['gunzip name', zlib.gunzipSync, '1f8b080800000000000361622e74787400cb48cdc9c90700862a10360500000000'],
  ['inflate', zlib.inflateSync, '789ccb48cdc9c9d751c840a214caf38b7252ac50c488974a542849cccc5128c9482c51c82c56c8cb2f51284a2d484d2c494d513030343236313533b7b00400c9202863'],
  ['inflate fixed', zlib.inflateSync, '78014b4c4a4e042300113d0373'],
  ['inflate stored', zlib.inflateSync, '7801010c00f3ff73746f7265642062797465731fcf04d9'],
  ['inflateRaw', zlib.inflateRawSync, 'cb48cdc9c9d751c840a214caf38b7252ac50c488974a542849cccc5128c9482c51c82c56c8cb2f51284a2d484d2c494d513030343236313533b7b00400'],
  ['unzip', zlib.unzipSync, '1f8b080000000000000373cdcb2f01005a6b1b3804000000'],
  ['brotli', zlib.brotliDecompressSync, '1b7600009c07762c6d98bd0199f1c7cab032341d1ca2eef5d46b101db6b70dc292c6c6310e5cb6371df0da74d0c143b647dd4b64ddbb429c2a5a72edbcf6b540ac1a754039d5b307'],
  ['zstd', zlib.zstdDecompressSync, '28b52ffd2077150200440368656c6c6f2c2020776f726c643a61207461696c2074686174206973206e6f74207265706561746564203031323334353637383904007c12002eb8791871c508'],
  ['zstd checksum', zlib.zstdDecompressSync, '28b52ffd2477150200440368656c6c6f2c2020776f726c643a61207461696c2074686174206973206e6f74207265706561746564203031323334353637383904007c12002eb8791871c50847833493'],
];
for (const [name, decompress, hex] of data) {
  const whole = Buffer.from(hex, 'hex'), junk = Buffer.from('junkjunk'), zeros = Buffer.alloc(5);
  show(name, () => decompress(whole));
  show(name + ' junk', () => decompress(junk));
  show(name + ' zeros', () => decompress(zeros));
  show(name + ' + junk', () => decompress(Buffer.concat([whole, junk])));
  show(name + ' + zeros', () => decompress(Buffer.concat([whole, zeros])));
  show(name + ' + zeros + junk', () => decompress(Buffer.concat([whole, zeros, junk])));
  show(name + ' twice', () => decompress(Buffer.concat([whole, whole])));
  show(name + ' twice, cut', () => decompress(Buffer.concat([whole, whole.subarray(0, 9)])));
  show(name + ' + first byte', () => decompress(Buffer.concat([whole, whole.subarray(0, 1)])));
  show(name + ' refuses junk', () => decompress(Buffer.concat([whole, junk]), {rejectGarbageAfterEnd: true}));
  show(name + ' refuses zeros', () => decompress(Buffer.concat([whole, zeros]), {rejectGarbageAfterEnd: true}));
  show(name + ' refuses twice', () => decompress(Buffer.concat([whole, whole]), {rejectGarbageAfterEnd: true}));
  show(name + ' refuses nothing', () => decompress(whole, {rejectGarbageAfterEnd: true}));
  for (const maxOutputLength of [1, 4, 8, 9, 12, 100, 118, 119, 120]) show(name + ' most ' + maxOutputLength, () => decompress(whole, {maxOutputLength}));
  for (const chunkSize of [64, 100, 119, 120]) show(name + ' chunks of ' + chunkSize, () => decompress(whole, {chunkSize, maxOutputLength: 118}));
  for (let size = 0; size < whole.length; size++) show(name + ' cut at ' + size, () => decompress(whole.subarray(0, size)));
  for (let size = 0; size < whole.length; size++) show(name + ' flushed at ' + size, () => decompress(whole.subarray(0, size), {finishFlush: name.startsWith('brotli') || name.startsWith('zstd') ? 1 : 2}));
  for (let at = 0; at < whole.length; at++)
    for (const mask of [1, 0x55, 0x80, 0xff]) {
      if (name.startsWith('zstd') && ((at > 4 && at < 9) || (at > 63 && at < 75))) continue;  // where the versions of zstd give different errors
      const damaged = Buffer.from(whole);
      damaged[at] ^= mask;
      show(name + ' damaged at ' + at + ' by ' + mask, () => decompress(damaged));
    }
}
for (const windowBits of [8, 9, 15]) show('small window ' + windowBits, () => zlib.inflateSync(Buffer.from(data[2][2], 'hex'), {windowBits}));
