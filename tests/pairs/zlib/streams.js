const zlib = require('zlib');
const hex = {
  gunzip: '1f8b0800000000000003cb48cdc9c9070086a6103605000000', inflate: '789ccb48cdc9c90700062c0215', inflateRaw: 'cb48cdc9c90700',
  unzip: '1f8b0800000000000003cb48cdc9c9070086a6103605000000', brotli: '0b028068656c6c6f03', zstd: '28b52ffd200529000068656c6c6f',
};
const create = {
  gunzip: options => zlib.createGunzip(options), inflate: options => zlib.createInflate(options), inflateRaw: options => zlib.createInflateRaw(options),
  unzip: options => zlib.createUnzip(options), brotli: options => zlib.createBrotliDecompress(options), zstd: options => zlib.createZstdDecompress(options),
};
const watch = (name, stream) => {
  stream.on('data', chunk => console.log(name, 'data', chunk.toString('latin1'), stream.bytesWritten));
  for (const event of ['prefinish', 'finish', 'end', 'close', 'drain']) stream.on(event, () => console.log(name, event, stream.bytesWritten));
  stream.on('error', error => console.log(name, 'error', error.name, error.code, error.errno, error.message));
};
const runs = [];
const play = (name, kind, parts, options = {}) => runs.push(next => {
  const stream = create[kind](options);
  watch(name, stream);
  for (const part of parts) stream.write(part, error => console.log(name, 'written', error ? error.code : '-'));
  stream.end(error => console.log(name, 'ended', error ? error.code : '-'));
  stream.on('close', next);
});
const bytes = buffer => { const list = []; for (let i = 0; i < buffer.length; i++) list.push(buffer.subarray(i, i + 1)); return list; };
for (const kind of ['gunzip', 'inflate', 'inflateRaw', 'unzip', 'brotli', 'zstd']) {
  const whole = Buffer.from(hex[kind], 'hex'), junk = Buffer.from('junk\u0001\u0002');
  play(kind + ' whole', kind, [whole]);
  play(kind + ' nothing', kind, []);
  play(kind + ' empty', kind, [Buffer.alloc(0)]);
  play(kind + ' bytes', kind, bytes(whole));
  play(kind + ' twice', kind, [whole, whole]);
  play(kind + ' twice joined', kind, [Buffer.concat([whole, whole])]);
  play(kind + ' junk after', kind, [Buffer.concat([whole, junk])]);
  play(kind + ' junk written after', kind, [whole, junk]);
  play(kind + ' zeros after', kind, [Buffer.concat([whole, Buffer.alloc(3)])]);
  play(kind + ' cut', kind, [whole.subarray(0, whole.length - 2)]);
  play(kind + ' cut in bytes', kind, bytes(whole.subarray(0, whole.length - 2)));
  play(kind + ' refused', kind, [Buffer.concat([whole, junk])], {rejectGarbageAfterEnd: true});
  play(kind + ' refused later', kind, [whole, junk], {rejectGarbageAfterEnd: true});
  play(kind + ' flushed', kind, [whole.subarray(0, whole.length - 3)], {finishFlush: kind === 'brotli' || kind === 'zstd' ? 1 : 2});
}
play('magic', 'unzip', [Buffer.from([0x1f])]);
play('half magic', 'unzip', [Buffer.from([0x1f]), Buffer.from([0x9c])]);
play('half magic joined', 'unzip', [Buffer.from([0x1f, 0x9c])]);
play('zlib in bytes', 'unzip', bytes(Buffer.from(hex.inflate, 'hex')));
const run = () => { const next = runs.shift(); if (next) next(run); };
run();
