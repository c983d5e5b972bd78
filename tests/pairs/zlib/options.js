const zlib = require('zlib');
const show = (name, f) => { try { f(); console.log(name, 'fine'); } catch (error) { console.log(name, error.name, error.code, error.message); } };
for (const windowBits of [0, 7, 8, 9, 15, 16, 9.5, -1, NaN, Infinity, -Infinity, 1e10]) {
  show('gzip windowBits ' + windowBits, () => zlib.createGzip({windowBits}));
  show('gunzip windowBits ' + windowBits, () => zlib.createGunzip({windowBits}));
  show('deflate windowBits ' + windowBits, () => zlib.createDeflate({windowBits}));
  show('inflate windowBits ' + windowBits, () => zlib.createInflate({windowBits}));
  show('deflateRaw windowBits ' + windowBits, () => zlib.createDeflateRaw({windowBits}));
  show('inflateRaw windowBits ' + windowBits, () => zlib.createInflateRaw({windowBits}));
  show('unzip windowBits ' + windowBits, () => zlib.createUnzip({windowBits}));
}
for (const number of [-2, -1, 0, 1, 1.5, 4, 5, 6, 9, 10, 63, 64, NaN, Infinity, -Infinity, 1e17]) {
  show('level ' + number, () => zlib.createGzip({level: number}));
  show('memLevel ' + number, () => zlib.createGzip({memLevel: number}));
  show('strategy ' + number, () => zlib.createGzip({strategy: number}));
  show('flush ' + number, () => zlib.createGzip({flush: number}));
  show('finishFlush ' + number, () => zlib.createGunzip({finishFlush: number}));
  show('maxOutputLength ' + number, () => zlib.createGunzip({maxOutputLength: number}));
  show('brotli flush ' + number, () => zlib.createBrotliCompress({flush: number}));
  show('brotli finishFlush ' + number, () => zlib.createBrotliDecompress({finishFlush: number}));
  show('zstd flush ' + number, () => zlib.createZstdCompress({flush: number}));
  show('zstd finishFlush ' + number, () => zlib.createZstdDecompress({finishFlush: number}));
  if (number < 1000) show('chunkSize ' + number, () => zlib.createZstdDecompress({chunkSize: number}));
  show('inflate level ' + number, () => zlib.inflateSync(zlib.deflateSync('x'), {level: number}));
  if (number != 1.5) show('flush kind ' + number, () => zlib.createGzip().on('error', () => {}).flush(number));
  if (number != 1.5) show('brotli flush kind ' + number, () => zlib.createBrotliCompress().on('error', () => {}).flush(number));
  show('params level ' + number, () => zlib.createGzip().params(number, 0, () => {}));
  show('params strategy ' + number, () => zlib.createGzip().params(-1, number, () => {}));
  show('crc32 ' + number, () => zlib.crc32('x', number));
}
show('chunkSize Infinity', () => zlib.createGzip({chunkSize: Infinity}));
for (const [key, value] of [[1, 12], [1, -1], [1, 4], [2, 10], [2, 22], [0, 1], [3, 16], [4, 1], [5, 100], [8, 0], [9, 1], [99, 1], [-1, 0]]) {
  show('brotli compress ' + key + ' ' + value, () => zlib.brotliDecompressSync(zlib.brotliCompressSync('abc', {params: {[key]: value}})));
  show('brotli decompress ' + key + ' ' + value, () => zlib.brotliDecompressSync(zlib.brotliCompressSync('abc'), {params: {[key]: value}}));
}
for (const [key, value] of [[100, 1], [100, 50], [100, -5], [101, 10], [101, 99], [102, 12], [103, 1], [105, 3], [107, 9], [107, 10], [160, 1], [200, 0], [201, 1], [202, 1], [150, 1], [402, 0], [403, 1], [999, 1], [99, 1], [-1, 0]]) {
  show('zstd compress ' + key + ' ' + value, () => zlib.zstdDecompressSync(zlib.zstdCompressSync('abc', {params: {[key]: value}})));
  show('zstd decompress ' + key + ' ' + value, () => zlib.zstdDecompressSync(zlib.zstdCompressSync('abc'), {params: {[key]: value}}));
}
for (const pledgedSrcSize of [-1, 0, 2, 3, 4]) show('pledgedSrcSize ' + pledgedSrcSize, () => zlib.zstdCompressSync('abc', {pledgedSrcSize}));
show('highWaterMark -1', () => zlib.createGzip({highWaterMark: -1}));
show('readableHighWaterMark 1.5', () => zlib.createGzip({readableHighWaterMark: 1.5}));
console.log(zlib.createGzip().readableHighWaterMark, zlib.createGzip().writableHighWaterMark, zlib.createGzip({highWaterMark: 10}).readableHighWaterMark, zlib.createGzip({writableHighWaterMark: 7}).writableHighWaterMark);
show('no callback', () => zlib.gzip('x'));
show('level before callback', () => zlib.gzip('x', {level: 99}));
