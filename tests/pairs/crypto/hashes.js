// Digests and HMACs of texts and bytes, with each encoding.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const algorithms = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'sha3-512', 'shake128', 'shake256',
  'blake2b512', 'blake2s256', 'ripemd160', 'sm3', 'md5-sha1', 'RSA-SHA256', 'SHA256', 'sha512-224', 'ssl3-sha1', 'SHA2-256'];
const texts = ['', 'abc', 'häß€', '\ud83d\ude00 and \ud800 alone', 'x'.repeat(1000)];
for (const algorithm of algorithms) {
  for (const text of texts) {
    ask(algorithm, () => crypto.createHash(algorithm).update(text).digest('hex'));
    ask(algorithm, () => crypto.hash(algorithm, text));
  }
}
for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'blake2b512', 'ripemd160']) {
  for (const key of ['', 'key', 'k'.repeat(300), 'ä']) {
    for (const text of texts) ask(algorithm, () => crypto.createHmac(algorithm, key).update(text).digest('base64'));
  }
}
for (const encoding of ['hex', 'base64', 'base64url', 'latin1', 'binary', 'utf8', 'ucs2', 'ascii']) {
  ask(encoding, () => JSON.stringify(crypto.createHash('sha1').update('abc').digest(encoding)));
  ask(encoding, () => crypto.createHash('sha1').update('abcd', encoding).digest('hex'));
  ask(encoding, () => JSON.stringify(crypto.hash('sha1', 'abc', encoding)));
  ask(encoding, () => JSON.stringify(crypto.createHmac('sha1', 'k').update('abcd', encoding).digest(encoding)));
}
ask('a Buffer', () => crypto.createHash('sha256').update(Buffer.from('abc')).digest());
ask('bytes', () => crypto.createHash('sha256').update(new Uint8Array([1, 2, 3])).digest('hex'));
ask('floats', () => crypto.createHash('sha256').update(new Float32Array([1, 2, 3])).digest('hex'));
ask('a view', () => crypto.createHash('sha256').update(new DataView(new ArrayBuffer(8))).digest('hex'));
ask('parts', () => crypto.createHash('sha256').update('a').update(Buffer.from('b')).update('63', 'hex').digest('hex'));
ask('an unknown encoding', () => crypto.createHash('sha256').update('abc', 'nonsense').digest('hex'));
ask('the encoding buffer', () => crypto.createHash('sha256').update('abc', 'buffer').digest('hex'));
ask('hash of a Buffer', () => crypto.hash('sha256', Buffer.from('abc'), 'base64'));
ask('hash as a Buffer', () => crypto.hash('sha256', 'abc', 'buffer'));
ask('hash with options', () => crypto.hash('shake256', 'abc', {outputEncoding: 'base64', outputLength: 70}));
ask('hash with a length', () => crypto.hash('sha1', 'abc', {outputLength: 20}));
for (const length of [0, 1, 16, 32, 64, 65, 200]) {
  ask('shake128 ' + length, () => crypto.createHash('shake128', {outputLength: length}).update('abc').digest('hex'));
  ask('shake256 ' + length, () => crypto.createHash('shake256', {outputLength: length}).update('abc').digest());
}
const first = crypto.createHash('sha256').update('one');
const second = first.copy();
second.update('two');
console.log(first.digest('hex'), second.digest('hex'));
const xof = crypto.createHash('shake128', {outputLength: 3}).update('a');
console.log(xof.copy({outputLength: 7}).digest('hex'), xof.copy().digest('hex'), xof.digest('hex'));
const hmac = crypto.createHmac('sha1', Buffer.from('key'));
console.log(hmac.update('a').digest('hex'), JSON.stringify(hmac.digest('hex')), hmac.digest());
ask('a key', () => crypto.createHmac('sha256', crypto.createSecretKey(Buffer.from('abc'))).update('x').digest('hex'));
ask('a key in an ArrayBuffer', () => crypto.createHmac('sha256', new ArrayBuffer(7)).update('x').digest('hex'));
