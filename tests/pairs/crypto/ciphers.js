// What ciphers make of texts and bytes, in all modes and with tags, also as streams.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const key = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
const iv = Buffer.from('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex');
const texts = ['', 'a', 'sixteen bytes ok', 'häß€ and more than one block of it', 'x'.repeat(500)];
for (const name of ['aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc', 'aes-128-ctr', 'aes-256-ctr', 'aes-128-ecb', 'aes-256-ecb', 'aes-128-cfb',
  'aes-128-cfb8', 'aes-128-ofb', 'des-ede3-cbc', 'camellia-128-cbc', 'aria-256-ctr', 'chacha20', 'AES128', 'aes-128-xts']) {
  const info = crypto.getCipherInfo(name);
  const vector = info.ivLength ? iv.subarray(0, info.ivLength) : null;
  for (const text of name === 'aes-128-xts' ? texts.slice(2) : texts) {
    ask(name, () => {
      const cipher = crypto.createCipheriv(name, key.subarray(0, info.keyLength), vector);
      const encrypted = cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
      const decipher = crypto.createDecipheriv(name, key.subarray(0, info.keyLength), vector);
      return encrypted + ' ' + decipher.update(encrypted, 'hex', 'utf8') + decipher.final('utf8');
    });
  }
}
for (const name of ['aes-128-gcm', 'aes-256-gcm', 'aes-128-ccm', 'aes-256-ccm', 'aes-128-ocb', 'chacha20-poly1305', 'aria-128-gcm']) {
  const info = crypto.getCipherInfo(name);
  for (const authTagLength of [16, 12, 8]) {
    for (const text of texts.slice(1)) {
      ask(name + ' ' + authTagLength, () => {
        const secret = key.subarray(0, info.keyLength);
        const vector = iv.subarray(0, 12);
        const cipher = crypto.createCipheriv(name, secret, vector, {authTagLength});
        cipher.setAAD(Buffer.from('more'), {plaintextLength: Buffer.byteLength(text)});
        const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
        const tag = cipher.getAuthTag();
        const decipher = crypto.createDecipheriv(name, secret, vector, {authTagLength});
        decipher.setAuthTag(tag);
        decipher.setAAD('more', {plaintextLength: encrypted.length});
        const decrypted = decipher.update(encrypted, undefined, 'utf8') + decipher.final('utf8');
        return encrypted.toString('base64') + ' ' + tag.toString('hex') + ' ' + (decrypted === text);
      });
    }
  }
}
ask('base64 in parts', () => {
  const cipher = crypto.createCipheriv('aes-128-ctr', key.subarray(0, 16), iv);
  return cipher.update('a', 'utf8', 'base64') + '|' + cipher.update('bc', 'utf8', 'base64') + '|' + cipher.update('d', 'utf8', 'base64') + '|' +
    cipher.final('base64');
});
ask('utf8 in parts', () => {
  const encrypted = crypto.createCipheriv('aes-128-ctr', key.subarray(0, 16), iv).update('€uro');
  const decipher = crypto.createDecipheriv('aes-128-ctr', key.subarray(0, 16), iv);
  return decipher.update(encrypted.subarray(0, 1), null, 'utf8') + '|' + decipher.update(encrypted.subarray(1), null, 'utf8') + '|' + decipher.final('utf8');
});
ask('no padding', () => {
  const cipher = crypto.createCipheriv('aes-128-cbc', key.subarray(0, 16), iv).setAutoPadding(false);
  return cipher.update('sixteen bytes ok', 'utf8', 'hex') + '|' + cipher.final('hex');
});
ask('padding kept', () => {
  const encrypted = crypto.createCipheriv('aes-128-ecb', key.subarray(0, 16), null).final();
  const decipher = crypto.createDecipheriv('aes-128-ecb', key.subarray(0, 16), null).setAutoPadding(false);
  return decipher.update(encrypted, null, 'hex') + decipher.final('hex');
});
ask('wrapping', () => {
  const cipher = crypto.createCipheriv('id-aes128-wrap', key.subarray(0, 16), Buffer.alloc(8, 0xa6));
  return cipher.update(Buffer.alloc(16), null, 'hex') + cipher.final('hex');
});
ask('a KeyObject', () => crypto.createCipheriv('aes-128-cbc', crypto.createSecretKey(key.subarray(0, 16)), iv).final('hex'));
ask('texts', () => crypto.createCipheriv('aes-128-cbc', '0123456789abcdef', '0123456789abcdef').final('hex'));
ask('array buffers', () => crypto.createCipheriv('aes-128-cbc', new ArrayBuffer(16), new ArrayBuffer(16)).final('hex'));
ask('GCM with a long vector', () => crypto.createCipheriv('aes-128-gcm', key.subarray(0, 16), Buffer.alloc(40, 1)).update('abc', 'utf8', 'hex'));
for (const name of ['aes-128-ccm', 'aes-128-gcm', 'aes-128-ocb']) {
  const make = () => crypto.createCipheriv(name, key.subarray(0, 16), iv.subarray(0, 12), {authTagLength: 16});
  ask(name + ' of nothing', () => { const cipher = make(); cipher.final(); return cipher.getAuthTag(); });
  ask(name + ' of an empty text', () => { const cipher = make(); cipher.update(''); cipher.final(); return cipher.getAuthTag(); });
  ask(name + ' of AAD', () => { const cipher = make(); cipher.setAAD('x', {plaintextLength: 0}); cipher.final(); return cipher.getAuthTag(); });
}
for (const name of ['aes-128-cbc', 'AES-128-gcm', 'aes-128-ecb', 'chacha20-poly1305', 'chacha20', 'aes-256-ocb', 'aes128-wrap', 'aes-128-xts', 'nope', '',
  418, 419]) {
  ask('info ' + name, () => crypto.getCipherInfo(name) || 'undefined');
}
for (const ivLength of [1, 7, 12, 13, 14, 16]) {
  for (const name of ['aes-128-ccm', 'aes-128-gcm', 'aes-128-cbc', 'aes-128-ecb']) {
    ask('info ' + name + ' ' + ivLength, () => crypto.getCipherInfo(name, {ivLength}) || 'undefined');
  }
}
ask('info with a key', () => crypto.getCipherInfo('aes-128-cbc', {keyLength: 16}));

const cipher = crypto.createCipheriv('aes-128-cbc', key.subarray(0, 16), iv);
const decipher = crypto.createDecipheriv('aes-128-cbc', key.subarray(0, 16), iv);
decipher.setEncoding('utf8');
decipher.on('data', text => console.log('data', text));
decipher.on('end', () => console.log('end'));
cipher.pipe(decipher);
cipher.write('some text, ');
cipher.end('and some more of it');
const wrong = crypto.createDecipheriv('aes-128-gcm', key.subarray(0, 16), iv).setAuthTag(Buffer.alloc(16));
wrong.on('data', data => console.log('wrong', data));
wrong.on('error', error => console.log('error', error.message));
wrong.on('close', () => console.log('close'));
wrong.end('abc');
