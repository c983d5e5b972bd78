// What programs do every day: tokens, signatures of webhooks, encrypted cookies, passwords and codes of a second factor.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const keys = require('./key_texts.js');

const encode = value => Buffer.from(JSON.stringify(value)).toString('base64url');
function signToken(payload, key, alg) {
  const text = encode({alg, typ: 'JWT'}) + '.' + encode(payload);
  let signature;
  if (alg === 'HS256') signature = crypto.createHmac('sha256', key).update(text).digest('base64url');
  else if (alg === 'ES256') signature = crypto.sign('sha256', Buffer.from(text), {key, dsaEncoding: 'ieee-p1363'}).toString('base64url');
  else if (alg === 'EdDSA') signature = crypto.sign(null, Buffer.from(text), key).toString('base64url');
  else signature = crypto.createSign('RSA-SHA256').update(text).sign(key, 'base64url');
  return text + '.' + signature;
}
function verifyToken(token, key, alg, now) {
  const [head, payload, signature] = token.split('.');
  const text = head + '.' + payload;
  if (JSON.parse(Buffer.from(head, 'base64url').toString()).alg !== alg) throw new Error('invalid algorithm');
  const bytes = Buffer.from(signature, 'base64url');
  let good;
  if (alg === 'HS256') {
    const wanted = crypto.createHmac('sha256', key).update(text).digest();
    good = wanted.length === bytes.length && crypto.timingSafeEqual(wanted, bytes);
  } else if (alg === 'ES256') {
    good = crypto.verify('sha256', Buffer.from(text), {key, dsaEncoding: 'ieee-p1363'}, bytes);
  } else if (alg === 'EdDSA') {
    good = crypto.verify(null, Buffer.from(text), key, bytes);
  } else {
    good = crypto.createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64url');
  }
  if (!good) throw new Error('invalid signature');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (claims.exp < now) throw new Error('jwt expired');
  return claims;
}
const claims = {sub: 'somebody', name: 'J\u00fcrgen \u2713', exp: 2000};
for (const [alg, secret, open] of [['HS256', 'a secret', 'a secret'], ['RS256', keys.rsa, keys.rsaPublic], ['ES256', keys.ec, keys.ecPublic], ['EdDSA', keys.ed25519, keys.ed25519Public]]) {
  const token = signToken(claims, secret, alg);
  if (alg !== 'ES256') console.log(token);
  ask(alg, () => JSON.stringify(verifyToken(token, open, alg, 1000)));
  ask(alg + ' later', () => { verifyToken(token, open, alg, 3000); });
  ask(alg + ' changed', () => { verifyToken(token.slice(0, -6) + 'AAAAAA', open, alg, 1000); });
  ask(alg + ' as another', () => { verifyToken(token, open, 'none', 1000); });
}
// The mistake of verifying by an HMAC with a public key.
ask('a public key as a secret', () => JSON.stringify(verifyToken(signToken(claims, keys.rsaPublic, 'HS256'), keys.rsaPublic, 'HS256', 1000)));

function webhook(body, header, secret) {
  const wanted = 'sha256=' + crypto.createHmac('sha256', secret).update(body).digest('hex');
  const a = Buffer.from(wanted);
  const b = Buffer.from(header);
  return a.length === b.length && crypto.timingSafeEqual(a, b);
}
const signature = 'sha256=' + crypto.createHmac('sha256', 'hook').update('{"event":"push"}').digest('hex');
ask('a webhook', () => [webhook('{"event":"push"}', signature, 'hook'), webhook('{"event":"pull"}', signature, 'hook'), webhook('{"event":"push"}', 'sha256=', 'hook')]);

function seal(value, password, iv) {
  const key = crypto.scryptSync(password, 'cookies', 32);
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv);
  const text = cipher.update(JSON.stringify(value), 'utf8', 'base64') + cipher.final('base64');
  return [iv.toString('base64'), text, cipher.getAuthTag().toString('base64')].join('.');
}
function open(cookie, password) {
  const [iv, text, tag] = cookie.split('.');
  const decipher = crypto.createDecipheriv('aes-256-gcm', crypto.scryptSync(password, 'cookies', 32), Buffer.from(iv, 'base64'));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  return JSON.parse(decipher.update(text, 'base64', 'utf8') + decipher.final('utf8'));
}
const cookie = seal({user: 7, name: '\u20ac'}, 'password', Buffer.alloc(12, 5));
console.log(cookie);
ask('a cookie', () => JSON.stringify(open(cookie, 'password')));
ask('a changed cookie', () => { open(cookie.replace(/\./, '.AAAA'), 'password'); });
ask('another password', () => { open(cookie, 'Password'); });

function totp(secret, time, digits) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30)));
  const mac = crypto.createHmac('sha1', secret).update(counter).digest();
  const at = mac[mac.length - 1] & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}
ask('codes', () => [59, 1111111109, 1111111111, 1234567890, 2000000000].map(time => totp('12345678901234567890', time, 8)));

function hashPassword(password, salt) {
  return `scrypt$16384$${salt.toString('base64')}$${crypto.scryptSync(password.normalize('NFKC'), salt, 64, {N: 16384}).toString('base64')}`;
}
function checkPassword(password, stored) {
  const [, cost, salt, hash] = stored.split('$');
  return crypto.timingSafeEqual(crypto.scryptSync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), 64, {N: Number(cost)}), Buffer.from(hash, 'base64'));
}
const stored = hashPassword('p\u00e4ssword', Buffer.from('0123456789abcdef'));
console.log(stored);
ask('passwords', () => [checkPassword('p\u00e4ssword', stored), checkPassword('pa\u0308ssword', stored), checkPassword('password', stored)]);
