// The Web Crypto API: what it computes, and keys in each format.
const crypto = require('crypto');
const {subtle} = crypto.webcrypto;
const {refused} = require('./ask.js');
const ask = async (name, question) => {
  try {
    console.log(name, await question());
  } catch (error) {
    refused(name, error);
  }
};
const hex = bytes => Buffer.from(bytes).toString('hex');
const text = Buffer.from('a text that is longer than one block');
const twelve = Buffer.alloc(12, 1);
const sixteen = Buffer.alloc(16, 255);
(async () => {
  for (const name of ['SHA-1', 'sha-256', 'SHA-384', 'SHA-512']) await ask(name, async () => hex(await subtle.digest(name, text)));
  for (const bytes of [16, 24, 32]) {
    const raw = Buffer.alloc(bytes, 7);
    for (const name of ['AES-CBC', 'AES-CTR', 'AES-GCM']) {
      const key = await subtle.importKey('raw', raw, name, true, ['encrypt', 'decrypt']);
      console.log(key);
      for (const parameters of [{name, iv: sixteen, counter: sixteen, length: 128}, {name, iv: sixteen, additionalData: twelve, tagLength: 96, counter: sixteen, length: 64}]) {
        const sealed = await subtle.encrypt(parameters, key, text);
        console.log(name, hex(sealed), Buffer.from(await subtle.decrypt(parameters, key, sealed)).toString());
      }
      await ask(name, async () => hex(await subtle.encrypt({name, iv: sixteen, counter: sixteen, length: 1}, key, Buffer.alloc(0))));
      await ask('JWK', async () => await subtle.exportKey('jwk', key));
    }
  }
  const counted = await subtle.importKey('raw', sixteen, 'AES-CTR', false, ['encrypt', 'decrypt']);
  const last = Buffer.alloc(16, 1);
  last[15] = 255;
  for (const length of [8, 9, 4])
    await ask('a counter of ' + length, async () => hex(await subtle.encrypt({name: 'AES-CTR', counter: last, length}, counted, Buffer.alloc(100))));
  await ask('a counter that is too short', async () => hex(await subtle.encrypt({name: 'AES-CTR', counter: last, length: 2}, counted, Buffer.alloc(100))));
  const mac = await subtle.importKey('raw', text, {name: 'HMAC', hash: 'SHA-256'}, true, ['sign', 'verify']);
  console.log(mac.algorithm, mac.usages, mac.type, mac.extractable);
  const tag = await subtle.sign('HMAC', mac, twelve);
  console.log(hex(tag), await subtle.verify('HMAC', mac, tag, twelve), await subtle.verify('HMAC', mac, tag, sixteen), await subtle.verify('HMAC', mac, twelve, twelve));
  await ask('a short HMAC', async () => (await subtle.importKey('raw', Buffer.from([255, 255]), {name: 'HMAC', hash: 'SHA-1', length: 15}, true, ['sign'])).algorithm);
  await ask('a new HMAC', async () => (await subtle.generateKey({name: 'HMAC', hash: 'SHA-512'}, true, ['verify', 'sign', 'sign'])).usages);
  const password = await subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits', 'deriveKey']);
  console.log(hex(await subtle.deriveBits({name: 'PBKDF2', salt: twelve, iterations: 10, hash: 'SHA-256'}, password, 128)));
  const derived = await subtle.deriveKey({name: 'PBKDF2', salt: twelve, iterations: 10, hash: 'SHA-256'}, password, {name: 'AES-GCM', length: 256}, true, ['encrypt']);
  console.log(derived, hex(await subtle.exportKey('raw', derived)));
  const bytes = await subtle.exportKey('raw', derived);
  console.log(bytes.byteLength, Buffer.from(bytes).toString('base64'), new Uint8Array(bytes)[0], bytes);
  const material = await subtle.importKey('raw', text, 'HKDF', false, ['deriveBits', 'deriveKey']);
  console.log(hex(await subtle.deriveBits({name: 'HKDF', salt: twelve, info: sixteen, hash: 'SHA-512'}, material, 256)));
  const signing = await subtle.deriveKey({name: 'HKDF', salt: twelve, info: sixteen, hash: 'SHA-1'}, material, {name: 'HMAC', hash: 'SHA-256'}, true, ['sign']);
  console.log(signing.algorithm, hex(await subtle.exportKey('raw', signing)));
  for (const namedCurve of ['P-256', 'P-384', 'P-521']) {
    const pair = await subtle.generateKey({name: 'ECDSA', namedCurve}, true, ['sign', 'verify']);
    const signature = await subtle.sign({name: 'ECDSA', hash: 'SHA-384'}, pair.privateKey, text);
    console.log(pair, signature.byteLength, await subtle.verify({name: 'ECDSA', hash: {name: 'SHA-384'}}, pair.publicKey, signature, text), await subtle.verify({name: 'ECDSA', hash: 'SHA-256'}, pair.publicKey, signature, text));
    for (const format of ['raw', 'spki', 'jwk']) {
      const exported = await subtle.exportKey(format, pair.publicKey);
      const again = await subtle.importKey(format, exported, {name: 'ECDSA', namedCurve}, true, ['verify']);
      console.log(format, await subtle.verify({name: 'ECDSA', hash: 'SHA-384'}, again, signature, text));
    }
    console.log(await subtle.getPublicKey(pair.privateKey, ['verify']));
    await ask('a public key of a public one', async () => await subtle.getPublicKey(pair.publicKey, []));
    await ask('a public key that signs', async () => await subtle.getPublicKey(pair.privateKey, ['sign']));
    await ask('a public key of a secret', async () => await subtle.getPublicKey(mac, []));
    const jwk = await subtle.exportKey('jwk', pair.privateKey);
    console.log(Object.keys(jwk).join(), jwk.key_ops, jwk.ext);
    const one = await subtle.generateKey({name: 'ECDH', namedCurve}, true, ['deriveBits']);
    const two = await subtle.generateKey({name: 'ECDH', namedCurve}, true, ['deriveBits']);
    const shared = await subtle.deriveBits({name: 'ECDH', public: two.publicKey}, one.privateKey, 250);
    console.log(hex(shared) === hex(await subtle.deriveBits({name: 'ECDH', public: one.publicKey}, two.privateKey, 250)), shared.byteLength);
    await ask('all bits', async () => (await subtle.deriveBits({name: 'ECDH', public: two.publicKey}, one.privateKey, null)).byteLength);
    await ask('too many bits', async () => await subtle.deriveBits({name: 'ECDH', public: two.publicKey}, one.privateKey, 1000));
  }
  for (const name of ['Ed25519', 'X25519']) {
    const usages = name === 'Ed25519' ? ['sign', 'verify'] : ['deriveBits'];
    const {publicKey, privateKey} = await subtle.generateKey(name, true, usages);
    console.log(publicKey, privateKey, (await subtle.exportKey('raw', publicKey)).byteLength, (await subtle.exportKey('pkcs8', privateKey)).byteLength);
    const jwk = await subtle.exportKey('jwk', privateKey);
    console.log(Object.keys(jwk).join(), jwk.crv, (await subtle.importKey('jwk', jwk, name, true, privateKey.usages)).type);
    if (name === 'Ed25519') {
      const signature = await subtle.sign('Ed25519', privateKey, text);
      console.log(await subtle.verify('Ed25519', publicKey, signature, text), await subtle.verify('Ed25519', publicKey, signature, twelve));
    } else {
      console.log((await subtle.deriveBits({name, public: publicKey}, privateKey, 256)).byteLength);
    }
  }
  for (const name of ['RSA-PSS', 'RSASSA-PKCS1-v1_5', 'RSA-OAEP']) {
    const usages = name === 'RSA-OAEP' ? ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] : ['sign', 'verify'];
    const {publicKey, privateKey} = await subtle.generateKey({name, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256'}, true, usages);
    console.log(publicKey.algorithm.modulusLength, publicKey.algorithm.hash, publicKey.usages, privateKey.usages, Buffer.from(privateKey.algorithm.publicExponent));
    const jwk = await subtle.exportKey('jwk', privateKey);
    console.log(Object.keys(jwk).join(), jwk.alg, (await subtle.importKey('jwk', jwk, {name, hash: 'SHA-256'}, true, privateKey.usages)).type);
    const spki = await subtle.exportKey('spki', publicKey);
    const again = await subtle.importKey('spki', spki, {name, hash: 'SHA-256'}, true, publicKey.usages);
    if (name === 'RSA-OAEP') {
      const sealed = await subtle.encrypt({name, label: twelve}, again, text);
      console.log(Buffer.from(await subtle.decrypt({name, label: twelve}, privateKey, sealed)).toString());
      await ask('another label', async () => await subtle.decrypt({name}, privateKey, sealed));
      for (const format of ['raw', 'jwk']) {
        const wrapped = await subtle.wrapKey('raw', derived, publicKey, 'RSA-OAEP');
        const unwrapped = await subtle.unwrapKey('raw', wrapped, privateKey, 'RSA-OAEP', 'AES-GCM', true, ['encrypt']);
        console.log(wrapped.byteLength, hex(await subtle.exportKey('raw', unwrapped)));
      }
    } else {
      const signature = await subtle.sign({name, saltLength: 32}, privateKey, text);
      console.log(await subtle.verify({name, saltLength: 32}, again, signature, text), await subtle.verify({name, saltLength: 32}, again, signature, twelve));
    }
  }
  const secret = crypto.createSecretKey(sixteen).toCryptoKey('AES-CBC', true, ['encrypt', 'decrypt']);
  console.log(secret, crypto.KeyObject.from(secret).equals(crypto.createSecretKey(sixteen)));
  await ask('a short key', async () => crypto.createSecretKey(twelve).toCryptoKey('AES-CBC', true, ['encrypt']));
  await ask('another algorithm', async () => crypto.createSecretKey(sixteen).toCryptoKey({name: 'ECDH', namedCurve: 'P-5'}, true, ['encrypt']));
  const wrapping = await subtle.importKey('raw', sixteen, 'AES-KW', false, ['wrapKey', 'unwrapKey']);
  for (const format of ['raw', 'jwk']) {
    const wrapped = await subtle.wrapKey(format, derived, wrapping, 'AES-KW');
    console.log(hex(wrapped), hex(await subtle.exportKey('raw', await subtle.unwrapKey(format, wrapped, wrapping, 'AES-KW', 'AES-CBC', true, ['encrypt']).catch(() => derived))));
  }
  console.log(crypto.webcrypto.randomUUID().length, crypto.webcrypto.getRandomValues(new Uint8Array(4)).length);
})();
