// Secrets that two sides agree on.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const keys = require('./key_texts.js');
for (const curve of ['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1']) {
  const one = crypto.createECDH(curve);
  const two = crypto.createECDH(curve);
  one.generateKeys();
  const theirs = two.generateKeys('hex', 'compressed');
  ask(curve, () => one.computeSecret(theirs, 'hex', 'hex') === two.computeSecret(one.getPublicKey(), null, 'hex'));
  ask(curve, () => [one.getPublicKey().length, one.getPublicKey('hex', 'compressed').length, one.getPublicKey('hex', 'hybrid').length, theirs.length].join(' '));
  ask(curve, () => one.computeSecret(two.getPublicKey()).length);
  ask(curve, () => crypto.ECDH.convertKey(theirs, curve, 'hex', 'hex', 'uncompressed') === two.getPublicKey('hex'));
  one.setPrivateKey('05', 'hex');
  ask(curve, () => one.getPrivateKey('hex') + ' ' + one.getPublicKey('hex') + ' ' + one.getPublicKey('base64', 'compressed'));
  two.setPrivateKey(Buffer.alloc(30, 7));
  ask(curve, () => one.computeSecret(two.getPublicKey('latin1'), 'latin1', 'hex'));
}
const ecdh = crypto.createECDH('prime256v1');
ask('a curve', () => { crypto.createECDH('nope'); });
ask('a curve of NIST', () => { crypto.createECDH('P-256'); });
ask('no public key', () => { ecdh.getPublicKey(); });
ask('no private key', () => { ecdh.getPrivateKey(); });
ask('no secret', () => { ecdh.computeSecret(Buffer.alloc(65)); });
ask('a format', () => { ecdh.generateKeys('hex', 'nope'); });
ask('zeros', () => { ecdh.setPrivateKey(Buffer.alloc(32)); });
ask('too much', () => { ecdh.setPrivateKey(Buffer.alloc(32, 255)); });
ask('nothing', () => { ecdh.setPrivateKey(''); });
ecdh.generateKeys();
ask('a point that is none', () => { ecdh.computeSecret(Buffer.alloc(65, 4)); });
ask('no bytes', () => { ecdh.computeSecret(Buffer.alloc(0)); });
ask('an undefined key', () => { ecdh.computeSecret(undefined); });
ask('a point to convert', () => { crypto.ECDH.convertKey(Buffer.alloc(3), 'prime256v1'); });
ask('a curve to convert', () => { crypto.ECDH.convertKey(ecdh.getPublicKey(), 'nope'); });
const fixed = crypto.createPrivateKey(keys.x25519);
const ec = crypto.createPrivateKey(keys.ec);
for (const type of ['x25519', 'x448']) {
  const one = crypto.generateKeyPairSync(type);
  const two = crypto.generateKeyPairSync(type);
  ask(type, () => crypto.diffieHellman({privateKey: one.privateKey, publicKey: two.publicKey}).equals(
    crypto.diffieHellman({privateKey: two.privateKey, publicKey: one.publicKey})));
}
ask('with itself', () => crypto.diffieHellman({privateKey: fixed, publicKey: crypto.createPublicKey(fixed)}).toString('hex'));
ask('EC with itself', () => crypto.diffieHellman({privateKey: ec, publicKey: ec}).toString('hex'));
ask('other types', () => { crypto.diffieHellman({privateKey: fixed, publicKey: ec}); });
ask('Ed25519', () => { crypto.diffieHellman({privateKey: crypto.createPrivateKey(keys.ed25519), publicKey: crypto.createPublicKey(keys.ed25519)}); });
ask('a public key', () => { crypto.diffieHellman({privateKey: crypto.createPublicKey(fixed), publicKey: ec}); });
ask('a secret key', () => { crypto.diffieHellman({privateKey: fixed, publicKey: crypto.createSecretKey('abc')}); });
ask('no public key', () => { crypto.diffieHellman({privateKey: fixed}); });
ask('no private key', () => { crypto.diffieHellman({publicKey: fixed}); });
const given = crypto.createECDH('prime256v1');
given.setPublicKey(ecdh.getPublicKey('hex', 'compressed'), 'hex');
ask('a public key that was set', () => given.getPublicKey('hex') === ecdh.getPublicKey('hex'));
ask('no public key', () => { given.setPublicKey(Buffer.alloc(3)); });
ask('still no private key', () => { given.getPrivateKey(); });
