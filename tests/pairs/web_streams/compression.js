// CompressionStream and DecompressionStream: each format, damaged input, chunks of other types.
const zlib = require('zlib');
const log = (...what) => console.log(...what);
async function all(stream) {
  const parts = [];
  for await (const chunk of stream) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}
async function unpack(format, bytes) {
  try {
    const text = (await all(ReadableStream.from([bytes]).pipeThrough(new DecompressionStream(format)))).toString();
    log(format, text.length, text.slice(0, 20));
  } catch (error) {
    log(format, error.name, error.code, error.message, error.cause ? error.cause.message : 'no cause');
  }
}
async function write(chunk) {
  const writer = new CompressionStream('gzip').writable.getWriter();
  try {
    await writer.write(chunk);
    log('taken');
  } catch (error) {
    log(error.name, error.code, error.message);
  }
}
function make(format) {
  try {
    log(new CompressionStream(format));
    log(new DecompressionStream(format));
  } catch (error) {
    log(error.name, error.code, error.message);
  }
}
(async () => {
  for (const format of ['gzip', 'deflate', 'deflate-raw', 'brotli', 'zstd', 'GZIP', '']) make(format);
  for (const format of ['gzip', 'deflate', 'deflate-raw', 'brotli']) {
    const packed = await all(ReadableStream.from(['hello '.repeat(20000), Buffer.from('and the end')]).pipeThrough(new CompressionStream(format)));
    await unpack(format, packed);
    await unpack(format, packed.subarray(0, packed.length - 3));
    await unpack(format, Buffer.concat([packed, Buffer.from('xx')]));
    await unpack(format, Buffer.from('this is not compressed'));
    await unpack(format, Buffer.alloc(0));
  }
  await unpack('gzip', Buffer.concat([zlib.gzipSync('abc'), zlib.gzipSync('def')]));
  await unpack('deflate', zlib.gzipSync('abc'));
  await write('text');
  await write(Buffer.from('bytes'));
  await write(5);
  const blob = new Blob(['one ', 'two ', 'three']);
  const both = blob.stream().pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'));
  log((await all(both)).toString());
  const reader = new Blob(['never read']).stream().pipeThrough(new CompressionStream('deflate')).getReader();
  await reader.cancel(new Error('enough'));
  log('cancelled');
})();
