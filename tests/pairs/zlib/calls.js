const zlib = require('zlib');
const {promisify} = require('util');
const {constants} = zlib;
const text = 'The quick brown fox. '.repeat(20);
const log = name => (error, result) => console.log(name, error ? error.code : '-', result ? result.length : 'none');
// the order of what is called back
zlib.gzip('x', () => console.log('gzip'));
zlib.inflate('x', error => console.log('inflate', error.code, error.errno, error.message));
zlib.brotliDecompress(Buffer.from('0b028068656c6c6f03', 'hex'), (error, result) => {
  console.log('brotli', result.toString());
  process.nextTick(() => console.log('tick of brotli'));
  Promise.resolve().then(() => console.log('microtask of brotli'));
});
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
console.log('top');
setTimeout(async () => {
  for (const [compress, decompress] of [['gzip', 'gunzip'], ['deflate', 'inflate'], ['deflateRaw', 'inflateRaw'], ['gzip', 'unzip'], ['deflate', 'unzip'], ['brotliCompress', 'brotliDecompress'], ['zstdCompress', 'zstdDecompress']]) {
    const compressed = await promisify(zlib[compress])(text);
    const plain = await promisify(zlib[decompress])(compressed);
    console.log(compress, decompress, plain.toString() === text, zlib[decompress + 'Sync'](zlib[compress + 'Sync'](text)).toString() === text);
    const large = Buffer.alloc(300000, text);
    console.log((await promisify(zlib[decompress])(await promisify(zlib[compress])(large))).equals(large));
    try { await promisify(zlib[decompress])(compressed, {maxOutputLength: 100}); } catch (error) { console.log(error.name, error.code, error.message); }
    try { await promisify(zlib[decompress])(compressed.subarray(0, 20)); } catch (error) { console.log(error.name, error.code, error.message); }
  }
  console.log(zlib.gunzipSync(zlib.gzipSync('')).length, zlib.brotliDecompressSync(zlib.brotliCompressSync('')).length, zlib.zstdDecompressSync(zlib.zstdCompressSync('')).length);
  const {buffer, engine} = zlib.gzipSync(text, {info: true});
  console.log(zlib.gunzipSync(buffer).toString() === text, engine.bytesWritten);
  zlib.gunzip(Buffer.concat([buffer, Buffer.alloc(7)]), {info: true}, (error, result) => {
    console.log(result.buffer.length, result.engine.bytesWritten === buffer.length, result.engine.destroyed);
    zlib.inflate(zlib.deflateSync(text), {info: true}, (error, {buffer: inflated}) => {
      console.log(inflated.length);
      zlib.unzip(Buffer.concat([buffer, Buffer.from('junk')]), {rejectGarbageAfterEnd: true}, (error, result) => {
        log('refused')(error, result);
        zlib.zstdCompress(text, {pledgedSrcSize: 5}, (error, result) => {
          log('pledged')(error, result);
          zlib.gzip(text, {flush: constants.Z_FULL_FLUSH}, (error, result) => console.log('flush', zlib.gunzipSync(result).length));
        });
      });
    });
  });
  const typed = new Uint16Array([1, 2, 3]);
  console.log(zlib.inflateSync(zlib.deflateSync(typed)), zlib.inflateSync(zlib.deflateSync(typed.buffer)), zlib.inflateSync(zlib.deflateSync(new DataView(typed.buffer, 2, 2))));
  const dictionary = Buffer.from('The quick brown fox.');
  console.log(zlib.inflateRawSync(zlib.deflateRawSync(text, {dictionary}), {dictionary}).length, zlib.zstdDecompressSync(zlib.zstdCompressSync(text, {dictionary}), {dictionary}).length);
  for (const level of [-1, 0, 1, 5, 9]) for (const strategy of [0, 1, 2, 3, 4]) for (const windowBits of [9, 12, 15]) for (const memLevel of [1, 9])
    if (zlib.inflateSync(zlib.deflateSync(text, {level, strategy, windowBits, memLevel})).toString() !== text || zlib.gunzipSync(zlib.gzipSync(text, {level, strategy, windowBits, memLevel})).toString() !== text) console.log('wrong', level, strategy, windowBits, memLevel);
  const header = zlib.gzipSync(text).subarray(0, 10).toString('hex');
  console.log(header, zlib.gzipSync(text, {level: 1}).subarray(0, 10).toString('hex'), zlib.gzipSync(Buffer.alloc(100000), {level: 9}).subarray(0, 10).toString('hex'), zlib.deflateSync(text).subarray(0, 2).toString('hex'));
}, 100);
