// Random numbers: their kinds and ranges, errors, and in which order callbacks come.
const crypto = require('crypto');
const {ask, refused} = require('./ask.js');
ask('bytes', () => crypto.randomBytes(10).length);
ask('no bytes', () => crypto.randomBytes(0));
ask('broken', () => crypto.randomBytes(1.5).length);
ask('negative bytes', () => crypto.randomBytes(-1));
ask('many bytes', () => crypto.randomBytes(2 ** 31));
ask('NaN bytes', () => crypto.randomBytes(NaN));
ask('differ', () => crypto.randomBytes(16).equals(crypto.randomBytes(16)));
const buffer = Buffer.alloc(40);
ask('filled', () => crypto.randomFillSync(buffer) === buffer);
ask('a part', () => crypto.randomFillSync(Buffer.alloc(20), 19).subarray(0, 19).toString('hex'));
ask('a shorter part', () => crypto.randomFillSync(Buffer.alloc(20), 10, 0).toString('hex'));
ask('an offset behind the end', () => crypto.randomFillSync(Buffer.alloc(4), 5));
ask('a negative offset', () => crypto.randomFillSync(Buffer.alloc(4), -1));
ask('too many', () => crypto.randomFillSync(Buffer.alloc(4), 2, 5));
ask('a negative size', () => crypto.randomFillSync(Buffer.alloc(4), 2, -1));
ask('a NaN offset', () => crypto.randomFillSync(Buffer.alloc(4), NaN));
ask('numbers', () => crypto.randomFillSync(new Uint32Array(4)).length);
ask('numbers from one on', () => crypto.randomFillSync(new Uint32Array(4), 3)[2]);
ask('an offset behind the numbers', () => crypto.randomFillSync(new Uint32Array(4), 5));
ask('too many numbers', () => crypto.randomFillSync(new Uint32Array(4), 2, 3));
ask('an ArrayBuffer', () => crypto.randomFillSync(new ArrayBuffer(12)).byteLength);
ask('values', () => crypto.getRandomValues(new Uint16Array(3)).length);
ask('floats', () => crypto.getRandomValues(new Float32Array(3)));
ask('many values', () => crypto.getRandomValues(new Uint8Array(65537)));
ask('as many as may be', () => crypto.getRandomValues(Buffer.alloc(65536)).length);
ask('below 1', () => crypto.randomInt(1));
ask('between', () => { const n = crypto.randomInt(-5, -2); return n >= -5 && n < -2 && Number.isInteger(n); });
ask('below 0', () => crypto.randomInt(0));
ask('below -5', () => crypto.randomInt(-5));
ask('backwards', () => crypto.randomInt(5, 3));
ask('broken', () => crypto.randomInt(1.5));
ask('broken from', () => crypto.randomInt(0.5, 3));
ask('NaN', () => crypto.randomInt(NaN));
ask('too far', () => crypto.randomInt(2 ** 50));
ask('too far from', () => crypto.randomInt(0, 2 ** 48));
ask('just far enough', () => crypto.randomInt(2 ** 48 - 1) < 2 ** 48);
ask('beyond', () => crypto.randomInt(2 ** 53, 2 ** 53 + 2));
let most = 0, least = 1000;
for (let i = 0; i < 5000; ++i) {
  const n = crypto.randomInt(100);
  most = Math.max(n, most);
  least = Math.min(n, least);
}
console.log(least, most);
ask('a UUID', () => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()));
ask('a UUID alone', () => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID({disableEntropyCache: true})));
ask('a UUID of version 7', () => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUIDv7()));
ask('the time', () => Math.abs(parseInt(crypto.randomUUIDv7().replace('-', '').slice(0, 12), 16) - Date.now()) < 5000);
const seen = new Set();
for (let i = 0; i < 1000; ++i) seen.add(crypto.randomUUID());
console.log(seen.size);
ask('no callback', () => crypto.randomFill(Buffer.alloc(1), undefined));
ask('a size before the callback', () => crypto.randomBytes(-1, () => {}));
process.nextTick(() => console.log('tick'));
crypto.randomInt(5, (error, n) => console.log('int', n < 5));
crypto.randomInt(5, 6, (error, n) => console.log('int', n));
crypto.randomBytes(3, (error, bytes) => {
  console.log('bytes', bytes.length);
  crypto.randomFill(new Uint16Array(3), (error, numbers) => {
    console.log('fill', numbers.length);
    crypto.randomFill(Buffer.alloc(3), 1, 2, (error, bytes) => {
      console.log('part', bytes[0]);
      crypto.generateKey('hmac', {length: 64}, (error, key) => console.log('key', key.export().length));
    });
  });
});
