// Keys as JSON Web Keys.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const keys = require('./key_texts.js');
for (const name of ['rsa', 'ec', 'ec521', 'ed25519', 'ed448', 'x25519', 'pss']) {
  const key = crypto.createPrivateKey(keys[name]);
  const publicKey = crypto.createPublicKey(keys[name + 'Public']);
  ask(name, () => JSON.stringify(key.export({format: 'jwk'})));
  ask(name, () => JSON.stringify(publicKey.export({format: 'jwk'})));
  ask(name, () => {
    const jwk = key.export({format: 'jwk'});
    return crypto.createPrivateKey({key: jwk, format: 'jwk'}).equals(key);
  });
  ask(name, () => {
    const jwk = publicKey.export({format: 'jwk'});
    return crypto.createPublicKey({key: jwk, format: 'jwk'}).equals(publicKey);
  });
  ask(name, () => {
    const jwk = key.export({format: 'jwk'});
    return crypto.createPublicKey({key: jwk, format: 'jwk'}).equals(publicKey);
  });
}
ask('secret', () => JSON.stringify(crypto.createSecretKey('abc').export({format: 'jwk'})));
const readPrivate = text => { crypto.createPrivateKey({key: JSON.parse(text), format: 'jwk'}); };
const readPublic = text => { crypto.createPublicKey({key: JSON.parse(text), format: 'jwk'}); };
for (const text of ['{}', '{"kty":"XX"}', '{"kty":"oct","k":"YWJj"}', '{"kty":"EC"}', '{"kty":"EC","crv":"nope","x":"a","y":"a","d":"a"}',
  '{"kty":"EC","crv":"P-256","x":"a","y":"a","d":"a"}', '{"kty":"EC","crv":"P-256","x":"a","y":"a"}', '{"kty":"OKP","crv":"Ed25519","x":"a","d":"a"}',
  '{"kty":"OKP","crv":"xx","x":"a"}', '{"kty":"OKP"}', '{"kty":"RSA"}', '{"kty":"RSA","n":"AQAB","e":"AQAB","d":"AQAB"}']) {
  ask(text, () => { readPrivate(text); });
  if (!text.includes('"d"')) ask(text, () => { readPublic(text); });
}
ask('a text', () => { crypto.createPrivateKey({key: 'abc', format: 'jwk'}); });
ask('encrypted', () => { crypto.createPrivateKey(keys.ec).export({format: 'jwk', cipher: 'aes-128-cbc', passphrase: 'x'}); });
ask('another curve', () => crypto.generateKeyPairSync('ec', {namedCurve: 'secp256k1'}).publicKey.export({format: 'jwk'}).crv);
ask('a curve without a name', () => { crypto.generateKeyPairSync('ec', {namedCurve: 'brainpoolP256r1'}).publicKey.export({format: 'jwk'}); });
