// Decompresses the streams that a file names, each at once, and those without a sign after their name byte by byte too.
// A line of the file is NAME|MODE|WINDOW|BYTES, where BYTES are hexadecimal. Prints what became of each.
const crypto = require('crypto');
const fs = require('fs');
const zlib = require('zlib');

const sizeAndHash = (bytes) => bytes.length + ' ' + crypto.createHash('sha1').update(bytes).digest('hex');
const failure = (error) => error.code + ' ' + (error.errno || 0) + ' ' + error.message;
const makers = {inflate: zlib.createInflate, inflateRaw: zlib.createInflateRaw, gunzip: zlib.createGunzip, unzip: zlib.createUnzip};
const functions = {inflate: zlib.inflateSync, inflateRaw: zlib.inflateRawSync, gunzip: zlib.gunzipSync, unzip: zlib.unzipSync};

const whole = (mode, bits, bytes) => {
  try {
    return sizeAndHash(mode === 'brotli' ? zlib.brotliDecompressSync(bytes) : functions[mode](bytes, {windowBits: bits}));
  } catch (error) {
    return failure(error);
  }
};

const inPieces = (mode, bits, bytes) => new Promise((resolve) => {
  const pieces = [];
  let stream;
  try {
    stream = mode === 'brotli' ? zlib.createBrotliDecompress() : makers[mode]({windowBits: bits});
  } catch (error) {
    return resolve(failure(error));
  }
  stream.on('data', (piece) => { pieces.push(piece); });
  stream.on('error', (error) => { resolve(sizeAndHash(Buffer.concat(pieces)) + ' ' + failure(error)); });
  stream.on('end', () => { resolve(sizeAndHash(Buffer.concat(pieces))); });
  for (let i = 0; i < bytes.length; ++i) stream.write(bytes.subarray(i, i + 1));
  stream.end();
});

(async () => {
  for (const line of fs.readFileSync(process.argv[2], 'latin1').split('\n')) {
    if (line === '') continue;
    const [name, mode, window, hex] = line.split('|');
    const bytes = Buffer.from(hex, 'hex');
    console.log(name + ' | ' + whole(mode, Number(window), bytes));
    if (name.includes('#')) continue;
    console.log(name + ' | in pieces: ' + await inPieces(mode, Number(window), bytes));
  }
})();
