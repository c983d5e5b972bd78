// Keys that are derived, in both forms, and the errors of the calls.
const crypto = require('crypto');
const {ask, refused} = require('./ask.js');
const passwords = ['', 'password', 'pässword', 'p'.repeat(200)];
for (const digest of ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'ripemd160', 'RSA-SHA384']) {
  for (const password of passwords) {
    ask('pbkdf2 ' + digest, () => crypto.pbkdf2Sync(password, 'salt', 3, 40, digest).toString('hex'));
    ask('hkdf ' + digest, () => Buffer.from(crypto.hkdfSync(digest, password, 'salt', 'info', 50)).toString('hex'));
  }
}
for (const password of passwords) {
  ask('scrypt', () => crypto.scryptSync(password, 'salt', 30, {N: 16}).toString('hex'));
  ask('scrypt', () => crypto.scryptSync(password, '', 30, {cost: 32, blockSize: 4, parallelization: 2}).toString('hex'));
}
ask('bytes', () => crypto.pbkdf2Sync(Buffer.from('a'), new Uint8Array([1, 2]), 2, 10, 'sha1'));
ask('array buffers', () => crypto.scryptSync(new ArrayBuffer(3), new DataView(new ArrayBuffer(2)), 8, {N: 2}));
ask('zeros', () => crypto.scryptSync('p', 's', 10, {N: 0, r: 0, p: 0}));
ask('the defaults', () => crypto.scryptSync('p', 's', 10));
ask('no bytes', () => crypto.scryptSync('p', 's', 0, {N: 2}));
ask('no iterations', () => crypto.pbkdf2Sync('p', 's', 0, 10, 'sha1'));
ask('broken iterations', () => crypto.pbkdf2Sync('p', 's', 1.5, 10, 'sha1'));
ask('many iterations', () => crypto.pbkdf2Sync('p', 's', 2 ** 31, 10, 'sha1'));
ask('iterations that are none', () => crypto.pbkdf2Sync('p', 's', NaN, 10, 'sha1'));
ask('a negative length', () => crypto.pbkdf2Sync('p', 's', 1, -1, 'sha1'));
ask('a length of 0', () => crypto.pbkdf2Sync('p', 's', 1, 0, 'sha1'));
ask('an endless length', () => crypto.pbkdf2Sync('p', 's', 1, Infinity, 'sha1'));
ask('an unknown digest', () => crypto.pbkdf2Sync('p', 's', 1, 10, 'nope'));
ask('no digest', () => crypto.pbkdf2Sync('p', 's', 1, 10, ''));
ask('a digest of any length', () => crypto.pbkdf2Sync('p', 's', 1, 10, 'shake128'));
ask('no password', () => crypto.pbkdf2Sync(undefined, 's', 1, 10, 'sha1'));
ask('no salt', () => crypto.pbkdf2Sync('p', null, 1, 10, 'sha1'));
ask('scrypt: 3', () => crypto.scryptSync('p', 's', 10, {N: 3}));
ask('scrypt: 1', () => crypto.scryptSync('p', 's', 10, {N: 1}));
ask('scrypt: too much memory', () => crypto.scryptSync('p', 's', 10, {N: 2 ** 20}));
ask('scrypt: more memory', () => crypto.scryptSync('p', 's', 10, {N: 32, r: 1, maxmem: 1000}));
ask('scrypt: both names', () => crypto.scryptSync('p', 's', 10, {N: 16, cost: 16}));
ask('scrypt: both names of r', () => crypto.scryptSync('p', 's', 10, {r: 1, blockSize: 16}));
ask('scrypt: both names of p', () => crypto.scryptSync('p', 's', 10, {p: 1, parallelization: 1}));
ask('scrypt: a negative N', () => crypto.scryptSync('p', 's', 10, {N: -1}));
ask('scrypt: a negative cost', () => crypto.scryptSync('p', 's', 10, {cost: -1}));
ask('scrypt: a broken r', () => crypto.scryptSync('p', 's', 10, {r: 0.5}));
ask('scrypt: a long p', () => crypto.scryptSync('p', 's', 10, {p: 2 ** 32}));
ask('scrypt: many', () => crypto.scryptSync('p', 's', 10, {N: 16, p: 2 ** 30, r: 1}));
ask('scrypt: negative memory', () => crypto.scryptSync('p', 's', 10, {N: 16, maxmem: -1}));
ask('scrypt: a broken limit', () => crypto.scryptSync('p', 's', 10, {N: 16, maxmem: 1.5}));
ask('scrypt: a negative length', () => crypto.scryptSync('p', 's', -1));
ask('hkdf: an unknown digest', () => crypto.hkdfSync('nope', 'k', 's', 'i', 10));
ask('hkdf: the longest', () => crypto.hkdfSync('sha1', 'k', 's', 'i', 255 * 20).byteLength);
ask('hkdf: too long', () => crypto.hkdfSync('sha1', 'k', 's', 'i', 255 * 20 + 1));
ask('hkdf: a length of 0', () => crypto.hkdfSync('sha1', 'k', 's', 'i', 0));
ask('hkdf: a negative length', () => crypto.hkdfSync('sha1', 'k', 's', 'i', -1));
ask('hkdf: a broken length', () => crypto.hkdfSync('sha1', 'k', 's', 'i', 1.5));
ask('hkdf: much info', () => crypto.hkdfSync('sha1', 'k', 's', 'i'.repeat(1025), 10));
ask('hkdf: nothing', () => Buffer.from(crypto.hkdfSync('sha256', '', '', '', 5)).toString('hex'));
ask('hkdf: a digest of any length', () => crypto.hkdfSync('shake128', 'k', 's', 'i', 10));
ask('hkdf: a KeyObject', () => Buffer.from(crypto.hkdfSync('sha1', crypto.createSecretKey('k'), 's', 'i', 10)).toString('hex'));
ask('no callback', () => crypto.pbkdf2('p', 's', 1, 10, 'sha1', undefined));
ask('hkdf: no callback', () => crypto.hkdf('sha1', 'k', 's', 'i', 10, undefined));
ask('later, an unknown digest', () => crypto.pbkdf2('p', 's', 1, 10, 'nope', () => {}));
const say = name => (error, bytes) => error ? refused(name, error) : console.log(name, Buffer.from(bytes).toString('hex'));
// One after another, since the pool may end them in any order.
crypto.pbkdf2('p', 's', 5, 10, 'sha1', (error, bytes) => {
  say('pbkdf2')(error, bytes);
  crypto.pbkdf2('p', 's', 5, 10, 'shake128', (error, bytes) => {
    say('pbkdf2')(error, bytes);
    crypto.scrypt('p', 's', 10, {N: 4}, (error, bytes) => {
      say('scrypt')(error, bytes);
      crypto.scrypt('p', 's', 10, (error, bytes) => {
        say('scrypt')(error, bytes);
        crypto.hkdf('sha1', 'k', 's', 'i', 10, (error, bytes) => {
          say('hkdf')(error, bytes);
          crypto.hkdf('sha1', 'k', 's', 'i', 0, say('hkdf'));
        });
      });
    });
  });
});
console.log('begun');
