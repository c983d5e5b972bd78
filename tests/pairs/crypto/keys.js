// Keys of pairs: how they are read, what they tell, how they are written, and their errors.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const keys = require('./key_texts.js');
const names = ['rsa', 'pss', 'ec', 'ec521', 'ed25519', 'ed448', 'x25519'];
for (const name of names) {
  const key = crypto.createPrivateKey(keys[name]);
  const publicKey = crypto.createPublicKey(keys[name + 'Public']);
  ask(name, () => key.type + ' ' + publicKey.type + ' ' + key.asymmetricKeyType + ' ' + publicKey.asymmetricKeyType);
  ask(name, () => key.asymmetricKeyDetails.modulusLength || 0);
  ask(name, () => Number(key.asymmetricKeyDetails.publicExponent || 0));
  ask(name, () => String(publicKey.asymmetricKeyDetails.namedCurve || '') + '|' + (publicKey.asymmetricKeyDetails.hashAlgorithm || '') + '|' +
    (publicKey.asymmetricKeyDetails.mgf1HashAlgorithm || '') + '|' + (publicKey.asymmetricKeyDetails.saltLength || 0));
  ask(name, () => key.export({type: 'pkcs8', format: 'pem'}) === keys[name]);
  ask(name, () => publicKey.export({type: 'spki', format: 'pem'}) === keys[name + 'Public']);
  ask(name, () => crypto.hash('sha1', key.export({type: 'pkcs8', format: 'der'})));
  ask(name, () => crypto.hash('sha1', publicKey.export({type: 'spki', format: 'der'})));
  ask(name, () => crypto.createPublicKey(key).equals(publicKey));
  ask(name, () => crypto.createPublicKey(keys[name]).equals(publicKey));
  ask(name, () => key.equals(publicKey));
  ask(name, () => crypto.createPrivateKey({key: key.export({type: 'pkcs8', format: 'der'}), format: 'der', type: 'pkcs8'}).equals(key));
  ask(name, () => crypto.createPublicKey({key: publicKey.export({type: 'spki', format: 'der'}), format: 'der', type: 'spki'}).equals(publicKey));
  ask(name + ' in PKCS #1', () => crypto.hash('sha1', key.export({type: 'pkcs1', format: 'pem'})));
  ask(name + ' in SEC 1', () => crypto.hash('sha1', key.export({type: 'sec1', format: 'pem'})));
  ask(name + ' in PKCS #1, public', () => crypto.hash('sha1', publicKey.export({type: 'pkcs1', format: 'der'})));
  ask(name + ' encrypted', () => {
    const pem = key.export({type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'good'});
    return crypto.createPrivateKey({key: pem, passphrase: 'good'}).equals(key);
  });
  ask(name + ' encrypted, DER', () => {
    const der = key.export({type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'good'});
    return crypto.createPrivateKey({key: der, format: 'der', type: 'pkcs8', passphrase: Buffer.from('good')}).equals(key);
  });
}
const rsa = crypto.createPrivateKey(keys.rsa);
const ec = crypto.createPrivateKey(keys.ec);
const rsaPublic = crypto.createPublicKey(rsa);
ask('RSA in PKCS #1', () => crypto.createPrivateKey({key: rsa.export({type: 'pkcs1', format: 'der'}), format: 'der', type: 'pkcs1'}).equals(rsa));
ask('RSA in PKCS #1, public', () => crypto.createPublicKey(rsaPublic.export({type: 'pkcs1', format: 'pem'})).equals(rsaPublic));
ask('EC in SEC 1', () => crypto.createPrivateKey({key: ec.export({type: 'sec1', format: 'der'}), format: 'der', type: 'sec1'}).equals(ec));
ask('EC in SEC 1, encrypted', () => crypto.createPrivateKey({key: ec.export({type: 'sec1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x'}), passphrase: 'x'}).equals(ec));
ask('a Buffer', () => crypto.createPrivateKey(Buffer.from(keys.ec)).equals(ec));
ask('locked', () => crypto.createPrivateKey({key: keys.locked, passphrase: 'good'}).equals(ec));
ask('locked, public', () => crypto.createPublicKey({key: keys.locked, passphrase: 'good'}).type);
ask('locked, a wrong pass phrase', () => { crypto.createPrivateKey({key: keys.locked, passphrase: 'bad'}); });
ask('an undefined key', () => { crypto.createPrivateKey(undefined); });
ask('a format', () => { crypto.createPrivateKey({key: Buffer.alloc(5), format: 'xx'}); });
ask('DER of no type', () => { crypto.createPrivateKey({key: Buffer.alloc(5), format: 'der'}); });
ask('DER of another type', () => { crypto.createPrivateKey({key: Buffer.alloc(5), format: 'der', type: 'zz'}); });
ask('a private key in SPKI', () => { crypto.createPrivateKey({key: Buffer.alloc(5), format: 'der', type: 'spki'}); });
ask('a public key of a public one', () => { crypto.createPublicKey(rsaPublic); });
ask('a private key of one', () => { crypto.createPrivateKey(rsa); });
ask('a secret key for a public one', () => { crypto.createPublicKey(crypto.createSecretKey('abc')); });
ask('a private key for HMAC', () => { crypto.createHmac('sha1', rsa); });
ask('a public key for a cipher', () => { crypto.createCipheriv('aes-128-ecb', rsaPublic, null); });
ask('no options', () => { rsa.export(); });
ask('no type', () => { rsa.export({format: 'pem'}); });
ask('no format', () => { rsa.export({type: 'pkcs8'}); });
ask('SPKI', () => { rsa.export({type: 'spki', format: 'pem'}); });
ask('SEC 1 of RSA', () => { rsa.export({type: 'sec1', format: 'pem'}); });
ask('PKCS #1 of EC', () => { ec.export({type: 'pkcs1', format: 'pem'}); });
ask('PKCS #8 of a public key', () => { rsaPublic.export({type: 'pkcs8', format: 'pem'}); });
ask('no pass phrase', () => { rsa.export({type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc'}); });
ask('an unknown cipher', () => { rsa.export({type: 'pkcs8', format: 'pem', cipher: 'nope', passphrase: 'x'}); });
ask('SEC 1 in DER, encrypted', () => { ec.export({type: 'sec1', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x'}); });
ask('PKCS #1 in DER, encrypted', () => { rsa.export({type: 'pkcs1', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x'}); });
ask('a secret key in PEM', () => { crypto.createSecretKey('abc').export({format: 'pem'}); });
for (const name of ['P-256', 'prime256v1', 'secp521r1', 'secp256k1']) {
  ask('a pair of ' + name, () => crypto.generateKeyPairSync('ec', {namedCurve: name}).privateKey.asymmetricKeyDetails.namedCurve);
}
for (const type of ['ed25519', 'ed448', 'x25519', 'x448']) {
  ask('a pair of ' + type, () => { const pair = crypto.generateKeyPairSync(type); return pair.publicKey.asymmetricKeyType + crypto.createPublicKey(pair.privateKey).equals(pair.publicKey); });
}
ask('a pair of RSA', () => crypto.generateKeyPairSync('rsa', {modulusLength: 1024, publicExponent: 3}).publicKey.asymmetricKeyDetails.modulusLength);
ask('a pair of an unknown type', () => { crypto.generateKeyPairSync('nope'); });
ask('a pair of an unknown curve', () => { crypto.generateKeyPairSync('ec', {namedCurve: 'sha256'}); });
ask('a pair of no curve', () => { crypto.generateKeyPairSync('ec', {}); });
ask('a pair of no length', () => { crypto.generateKeyPairSync('rsa', {}); });
ask('a pair of a negative length', () => { crypto.generateKeyPairSync('rsa', {modulusLength: -1}); });
ask('a pair of a small length', () => { crypto.generateKeyPairSync('rsa', {modulusLength: 100}); });
ask('a pair of an unknown digest', () => { crypto.generateKeyPairSync('rsa-pss', {modulusLength: 1024, hashAlgorithm: 'nope'}); });
crypto.generateKeyPair('ec', {namedCurve: 'P-384'}, (error, publicKey, privateKey) => {
  console.log(publicKey.type, privateKey.type, crypto.createPublicKey(privateKey).equals(publicKey));
  crypto.generateKeyPair('rsa', {modulusLength: 100}, error => console.log(error.message));
});
