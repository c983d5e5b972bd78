const zlib = require('zlib');
const {constants, codes} = zlib;
const sized = (name, stream) => {
  let bytes = 0, all = [];
  stream.on('data', chunk => { bytes += chunk.length; all.push(chunk); });
  stream.on('end', () => console.log(name, 'end', stream.bytesWritten > 0));
  stream.on('error', error => console.log(name, 'error', error.code, error.message));
  stream.on('close', () => console.log(name, 'close'));
  return {bytes: () => bytes, all: () => Buffer.concat(all)};
};
const text = 'abcdefghij'.repeat(100);
const steps = [
  next => {
    const gzip = zlib.createGzip(), seen = sized('flush', gzip);
    gzip.write(text);
    gzip.flush(() => {
      console.log('flushed', zlib.gunzipSync(seen.all(), {finishFlush: constants.Z_SYNC_FLUSH}).length, seen.bytes() > 15);
      gzip.flush(constants.Z_FULL_FLUSH, () => {
        gzip.end(() => { console.log('ended'); gzip.flush(() => { console.log('flush after the end'); next(); }); });
        gzip.flush(() => console.log('flush while it ends'));
      });
    });
  },
  next => {
    const deflate = zlib.createDeflate({level: 0}), seen = sized('params', deflate);
    deflate.write(text);
    deflate.params(9, constants.Z_DEFAULT_STRATEGY, () => {
      console.log('changed', seen.bytes() > 1000);
      const before = seen.bytes();
      deflate.params(9, constants.Z_DEFAULT_STRATEGY, () => {
        console.log('not changed', seen.bytes() === before);
        deflate.end(text);
        deflate.on('end', () => { console.log(seen.bytes() - before < 100, zlib.inflateSync(seen.all()).toString() === text + text); next(); });
      });
    });
  },
  next => {
    const inflate = zlib.createInflate(), seen = sized('reset', inflate), part = zlib.deflateSync('once');
    inflate.write(part, () => {
      inflate.reset();
      inflate.end(part, () => { console.log(seen.all().toString()); next(); });
    });
    try { inflate.reset(); } catch (error) { console.log(error.name, error.code, error.message); }
  },
  next => {
    const gzip = zlib.createGzip();
    sized('close', gzip);
    gzip.write(text, error => console.log('written', error ? error.code : '-'));
    gzip.close(error => { console.log('closed', error ? error.code : '-', gzip.destroyed, gzip.closed); next(); });
    gzip.write('more', error => console.log('more', error ? error.code : '-'));
    try { gzip.reset(); } catch (error) { console.log(error.name, error.code, error.message); }
    gzip.flush(error => console.log('flush', error ? error.code : '-'));
  },
  next => {
    const gunzip = zlib.createGunzip();
    sized('destroy', gunzip);
    gunzip.write(zlib.gzipSync(text));
    gunzip.on('data', () => { gunzip.destroy(new Error('enough')); });
    gunzip.on('close', next);
  },
  next => {
    const brotli = zlib.createBrotliCompress({params: {[constants.BROTLI_PARAM_QUALITY]: 4}}), seen = sized('brotli', brotli);
    brotli.write(text);
    brotli.flush(() => {
      console.log(zlib.brotliDecompressSync(seen.all(), {finishFlush: constants.BROTLI_OPERATION_FLUSH}).length);
      brotli.end(text).on('end', () => { console.log(zlib.brotliDecompressSync(seen.all()).length); next(); });
    });
  },
  next => {
    const zstd = zlib.createZstdCompress(), seen = sized('zstd', zstd);
    zstd.write(text);
    zstd.flush(constants.ZSTD_e_flush, () => {
      console.log(zlib.zstdDecompressSync(seen.all(), {finishFlush: constants.ZSTD_e_flush}).length);
      zstd.end(text).on('end', () => { console.log(zlib.zstdDecompressSync(seen.all()).length); next(); });
    });
  },
  next => {
    const gzip = zlib.createGzip({finishFlush: constants.Z_SYNC_FLUSH}), seen = sized('finishFlush', gzip);
    gzip.end(text).on('end', () => { console.log(zlib.gunzipSync(seen.all(), {finishFlush: constants.Z_SYNC_FLUSH}).length); next(); });
  },
  next => {
    const gunzip = zlib.createGunzip({chunkSize: 64, highWaterMark: 100});
    sized('chunks', gunzip);
    gunzip.on('data', chunk => console.log(chunk.length));
    console.log(gunzip.write(zlib.gzipSync(text)), gunzip.readableHighWaterMark);
    gunzip.end();
    gunzip.on('close', next);
  },
  next => {
    const gunzip = zlib.createGunzip(), big = zlib.gzipSync(Buffer.alloc(100000, 'x'));
    sized('paused', gunzip);
    gunzip.pause();
    gunzip.end(big);
    setTimeout(() => { console.log(gunzip.readableLength > 0, gunzip.writableFinished); gunzip.resume(); }, 30);
    gunzip.on('close', next);
  },
  next => {
    const dictionary = Buffer.from('abcdefghij');
    const compressed = zlib.deflateSync(text, {dictionary});
    const good = zlib.createInflate({dictionary}), bad = zlib.createInflate({dictionary: Buffer.from('other')}), none = zlib.createInflate();
    for (const [name, stream] of [['good', good], ['bad', bad], ['none', none]]) { sized(name, stream); stream.on('error', error => console.log(error.errno)); }
    good.end(compressed).on('close', () => bad.end(compressed).on('close', () => none.end(compressed).on('close', next)));
  },
  next => {
    console.log(codes.Z_OK, codes.Z_STREAM_END, codes.Z_NEED_DICT, codes.Z_ERRNO, codes.Z_STREAM_ERROR, codes.Z_DATA_ERROR, codes.Z_MEM_ERROR, codes.Z_BUF_ERROR, codes.Z_VERSION_ERROR);
    for (let code = -7; code < 4; code++) console.log(code, codes[code]);
    console.log(zlib.Z_BEST_SPEED, zlib.Z_MAX_CHUNK, constants.Z_DEFAULT_CHUNK, constants.BROTLI_DECODER_ERROR_UNREACHABLE, constants.ZSTD_error_srcSize_wrong, constants.ZSTD_btultra2, constants.UNZIP);
    for (const [name, stream] of [['Gzip', new zlib.Gzip()], ['Gunzip', new zlib.Gunzip()], ['Deflate', new zlib.Deflate()], ['Inflate', new zlib.Inflate()], ['DeflateRaw', new zlib.DeflateRaw()], ['InflateRaw', new zlib.InflateRaw()],
      ['Unzip', new zlib.Unzip()], ['BrotliCompress', new zlib.BrotliCompress()], ['BrotliDecompress', new zlib.BrotliDecompress()], ['ZstdCompress', new zlib.ZstdCompress()], ['ZstdDecompress', new zlib.ZstdDecompress()]]) console.log(name, stream.bytesWritten, stream.destroyed);
    console.log(new zlib.Gzip({level: 9, emitClose: false, autoDestroy: false, allowHalfOpen: false}).allowHalfOpen);
    const controller = new AbortController(), aborted = new zlib.Gunzip({signal: controller.signal});
    sized('aborted', aborted);
    controller.abort();
    console.log(zlib.crc32('hello'), zlib.crc32('lo', zlib.crc32('hel')), zlib.crc32(''), zlib.crc32(Buffer.from([0, 255])), zlib.crc32('', 5));
    next();
  },
];
// Each step begins when nothing of the one before is under way.
const run = () => { const step = steps.shift(); if (step) step(() => setTimeout(run, 30)); };
run();
