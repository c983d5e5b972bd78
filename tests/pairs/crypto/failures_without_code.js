// An error of OpenSSL that has no reason has no code either.
const crypto = require('crypto');
const decipher = crypto.createDecipheriv('aes-256-gcm', Buffer.alloc(32), Buffer.alloc(12));
decipher.setAuthTag(Buffer.alloc(16, 1));
try {
  decipher.update('00', 'hex');
  decipher.final();
} catch (error) {
  console.log(error.message, error.code, error.code === undefined);
}
(async () => {
  const {subtle} = crypto.webcrypto;
  const {publicKey} = await subtle.generateKey({name: 'ECDSA', namedCurve: 'P-256'}, true, ['sign', 'verify']);
  const jwk = await subtle.exportKey('jwk', publicKey);
  console.log(jwk.kty, jwk['crv'], jwk.d);
})();
