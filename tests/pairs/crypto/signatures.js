// Signatures and encryption with pairs of keys, with what Node has made before, and the errors.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const keys = require('./key_texts.js');
const data = Buffer.from('some data');
const decode = text => Buffer.from(text, 'base64');
for (const digest of ['sha1', 'sha256', 'RSA-SHA512', 'md5']) {
  ask('RSA ' + digest, () => crypto.sign(digest, data, keys.rsa).toString('base64'));
  ask('RSA in parts ' + digest, () => crypto.createSign(digest).update('some ').update(Buffer.from('data')).sign(keys.rsa, 'base64'));
}
ask('Ed25519', () => crypto.sign(null, data, keys.ed25519).toString('hex'));
ask('Ed448', () => crypto.sign(null, data, keys.ed448).toString('hex'));
ask('RSA without a digest', () => crypto.sign(null, data, keys.rsa).toString('base64'));
for (const name of ['rsa', 'pss', 'ec', 'ec521', 'ed25519', 'ed448']) {
  const digest = name.startsWith('ed') ? null : 'sha256';
  ask(name, () => crypto.verify(digest, data, keys[name + 'Public'], crypto.sign(digest, data, keys[name])));
  ask(name + ', the private key', () => crypto.verify(digest, data, keys[name], crypto.sign(digest, data, keys[name])));
  ask(name + ', a KeyObject', () => crypto.verify(digest, data, crypto.createPublicKey(keys[name]), crypto.sign(digest, data, crypto.createPrivateKey(keys[name]))));
  ask(name + ', other data', () => crypto.verify(digest, Buffer.from('other data'), keys[name + 'Public'], crypto.sign(digest, data, keys[name])));
  ask(name + ', no signature', () => crypto.verify(digest, data, keys[name + 'Public'], Buffer.alloc(0)));
  ask(name + ', a short signature', () => crypto.verify(digest, data, keys[name + 'Public'], Buffer.alloc(20)));
  ask(name + ', a changed signature', () => {
    const signature = crypto.sign(digest, data, keys[name]);
    signature[signature.length - 1] ^= 1;
    return crypto.verify(digest, data, keys[name + 'Public'], signature);
  });
  ask(name + ' by objects', () => {
    const signature = crypto.createSign('sha256').update(data).sign(keys[name]);
    return crypto.createVerify('sha256').update('some ').update('data').verify(keys[name + 'Public'], signature);
  });
}
for (const name of ['ec', 'ec521']) {
  const key = {key: keys[name], dsaEncoding: 'ieee-p1363'};
  ask(name + ' in parts', () => crypto.sign('sha256', data, key).length);
  ask(name + ' in parts', () => crypto.verify('sha256', data, key, crypto.sign('sha256', data, key)));
  ask(name + ' in parts, as DER', () => crypto.verify('sha256', data, keys[name], crypto.sign('sha256', data, key)));
  ask(name + ' in parts, too few', () => crypto.verify('sha256', data, key, crypto.sign('sha256', data, key).subarray(1)));
  ask(name + ' in parts by objects', () => crypto.createVerify('sha256').update(data).verify(key, crypto.createSign('sha256').update(data).sign(key)));
}
ask('of Node', () => crypto.verify('sha256', data, keys.ecPublic, decode(keys.ecSignature)));
ask('of Node in parts', () => crypto.verify('sha256', data, {key: keys.ecPublic, dsaEncoding: 'ieee-p1363'}, decode(keys.ecParts)));
ask('of Node, PSS', () => crypto.verify('sha256', data, keys.pssPublic, decode(keys.pssSignature)));
ask('of Node, another digest', () => crypto.verify('sha512', data, keys.ecPublic, decode(keys.ecSignature)));
ask('PSS', () => {
  const padding = crypto.constants.RSA_PKCS1_PSS_PADDING;
  const signature = crypto.sign('sha256', data, {key: keys.rsa, padding, saltLength: 20});
  return [crypto.verify('sha256', data, {key: keys.rsaPublic, padding, saltLength: 20}, signature),
    crypto.verify('sha256', data, {key: keys.rsaPublic, padding, saltLength: 21}, signature),
    crypto.verify('sha256', data, {key: keys.rsaPublic, padding}, signature),
    crypto.verify('sha256', data, {key: keys.rsaPublic}, signature)].join(' ');
});
ask('an unknown digest', () => { crypto.sign('nope', data, keys.rsa); });
ask('an unknown digest of an object', () => { crypto.createSign('nope'); });
ask('an unknown digest of a check', () => { crypto.createVerify('nope'); });
ask('a public key', () => { crypto.sign('sha256', data, crypto.createPublicKey(keys.rsa)); });
ask('a secret key', () => { crypto.verify('sha256', data, crypto.createSecretKey('abc'), data); });
ask('a digest for Ed25519', () => { crypto.sign('sha256', data, keys.ed25519); });
ask('an encoding', () => { crypto.sign('sha256', data, {key: keys.ec, dsaEncoding: 'nope'}); });
ask('a digest that the key refuses', () => { crypto.sign('sha1', data, keys.pss); });
ask('a padding', () => { crypto.sign('sha256', data, {key: keys.rsa, padding: 99}); });
ask('no data', () => { crypto.sign('sha256', undefined, keys.rsa); });
ask('sign twice', () => { const sign = crypto.createSign('sha256').update('x'); sign.sign(keys.rsa); sign.sign(keys.rsa); });
ask('update after sign', () => { const sign = crypto.createSign('sha256').update('x'); sign.sign(keys.rsa); sign.update('y'); });
ask('check twice', () => { const verify = crypto.createVerify('sha256').update('x'); verify.verify(keys.rsa, data); verify.verify(keys.rsa, data); });
ask('a text', () => crypto.createVerify('sha256').update(data).verify(keys.ecPublic, keys.ecSignature, 'base64'));
const stream = crypto.createSign('sha256');
stream.write('some ');
stream.end('data');
ask('a stream', () => stream.sign(keys.rsa, 'hex') === crypto.sign('sha256', data, keys.rsa).toString('hex'));

ask('OAEP of Node', () => crypto.privateDecrypt(keys.rsa, decode(keys.oaep)).toString());
ask('OAEP of Node with a label', () => crypto.privateDecrypt({key: keys.rsa, oaepHash: 'sha256', oaepLabel: Buffer.from('label')}, decode(keys.oaep256)).toString());
ask('OAEP with another label', () => { crypto.privateDecrypt({key: keys.rsa, oaepHash: 'sha256', oaepLabel: Buffer.from('x')}, decode(keys.oaep256)); });
ask('OAEP', () => crypto.privateDecrypt(keys.rsa, crypto.publicEncrypt(keys.rsaPublic, data)).toString());
ask('OAEP with a digest', () => crypto.privateDecrypt({key: keys.rsa, oaepHash: 'sha512'}, crypto.publicEncrypt({key: keys.rsaPublic, oaepHash: 'sha512'}, data)).toString());
ask('the private key encrypts', () => crypto.privateEncrypt(keys.rsa, data).toString('base64'));
ask('the public key decrypts', () => crypto.publicDecrypt(keys.rsaPublic, crypto.privateEncrypt(keys.rsa, data)).toString());
ask('PKCS #1', () => crypto.publicEncrypt({key: keys.rsaPublic, padding: crypto.constants.RSA_PKCS1_PADDING}, data).length);
ask('no padding', () => crypto.publicEncrypt({key: keys.rsaPublic, padding: crypto.constants.RSA_NO_PADDING}, Buffer.alloc(256, 1)).toString('base64'));
ask('no padding, a short text', () => { crypto.publicEncrypt({key: keys.rsaPublic, padding: crypto.constants.RSA_NO_PADDING}, data); });
ask('too much', () => { crypto.publicEncrypt(keys.rsaPublic, Buffer.alloc(250)); });
ask('nonsense', () => { crypto.privateDecrypt(keys.rsa, Buffer.alloc(256)); });
ask('a few bytes', () => { crypto.privateDecrypt(keys.rsa, data); });
ask('an unknown digest of OAEP', () => { crypto.publicEncrypt({key: keys.rsa, oaepHash: 'nope'}, data); });
ask('a key of EC', () => { crypto.publicEncrypt(keys.ecPublic, data); });
ask('a public key for decryption', () => { crypto.privateDecrypt(crypto.createPublicKey(keys.rsa), data); });
crypto.sign('sha256', data, keys.rsa, (error, signature) => {
  console.log('later', signature.toString('base64').slice(0, 20));
  crypto.verify('sha256', data, keys.rsaPublic, signature, (error, isGood) => {
    console.log('verified', isGood);
    crypto.sign(null, data, {key: keys.ed25519}, (error, signature) => {
      console.log(signature.toString('hex'));
      crypto.verify(null, 'another', keys.ed25519Public, signature, (error, isGood) => console.log('another', isGood));
    });
  });
});
