'use strict';
// The operations that bench/crypto.js times, in Node.js; operations.cpp has the same statements. Prints a line for each: its name
// and the nanoseconds that it took.
const crypto = require('crypto');
const zlib = require('zlib');

const milliseconds = Number(process.argv[2] || 300);
const small = Buffer.alloc(64, 'a');
const large = Buffer.alloc(1 << 20, 'b');
const block = Buffer.alloc(16384, 'c');
const key = Buffer.alloc(32, 'k');
const iv = Buffer.alloc(12, 'i');
const pair = crypto.generateKeyPairSync('ed25519');
const signature = crypto.sign(null, small, pair.privateKey);
const rows = [];
for (let i = 0; i < 600; i++) rows.push({id: i * 7919, name: 'customer ' + (i * 31) % 97, balance: (i * 104729) % 100000 / 100, tags: ['a' + i % 5, 'b' + i % 11]});
const json = Buffer.from(JSON.stringify(rows)).subarray(0, 49152);

const operations = [
  ['sha256 of 64 B, hash()', () => { crypto.hash('sha256', small); }],
  ['sha256 of 64 B, createHash()', () => { crypto.createHash('sha256').update(small).digest('hex'); }],
  ['sha256 of 1 MiB', () => { crypto.createHash('sha256').update(large).digest('hex'); }],
  ['HMAC-SHA256 of 64 B', () => { crypto.createHmac('sha256', key).update(small).digest('hex'); }],
  ['randomUUID', () => { crypto.randomUUID(); }],
  ['AES-256-GCM of 16 KiB', () => {
    const cipher = crypto.createCipheriv('aes-256-gcm', key, iv);
    cipher.update(block);
    cipher.final();
    cipher.getAuthTag();
  }],
  ['Ed25519, sign', () => { crypto.sign(null, small, pair.privateKey); }],
  ['Ed25519, verify', () => { crypto.verify(null, small, pair.publicKey, signature); }],
  ['gzip level 6 of 48 KiB of JSON', () => { zlib.gzipSync(json, {level: 6}); }],
  ['gunzip of it', ((compressed) => () => { zlib.gunzipSync(compressed); })(zlib.gzipSync(json))],
  ['Brotli quality 4 of it', () => { zlib.brotliCompressSync(json, {params: {[zlib.constants.BROTLI_PARAM_QUALITY]: 4}}); }],
  ['zstd level 3 of it', () => { zlib.zstdCompressSync(json, {params: {[zlib.constants.ZSTD_c_compressionLevel]: 3}}); }],
];

// Repeats an operation in callbacks of their own, each of some milliseconds, until its time is over.
function time(i) {
  if (i === operations.length) return;
  const [name, operation] = operations[i];
  let done = 0;
  let spent = 0;
  let batch = 1;
  const go = () => {
    const begun = process.hrtime.bigint();
    for (let j = 0; j < batch; j++) operation();
    const took = Number(process.hrtime.bigint() - begun) / 1e6;
    spent += took;
    done += batch;
    if (took < 2) batch *= 2;
    if (spent < milliseconds) return setImmediate(go);
    console.log(name + '\t' + Math.round(spent * 1e6 / done));
    time(i + 1);
  };
  go();
}
time(0);
