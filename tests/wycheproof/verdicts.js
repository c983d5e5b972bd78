'use strict';
// Reads files of Wycheproof and prints what crypto makes of each of their tests. The arguments are a step, by which tests are
// left out, and files. verdicts.cpp is the same program.
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

const hex = digits => Buffer.from(digits || '', 'hex');
const digestName = name => name.replace('SHA-', 'SHA').replace('/', '-').toLowerCase();
const text = bytes => bytes.toString('hex');

function cipherName(file, keySize) {
  if (file.startsWith('aes_gcm')) return `aes-${keySize}-gcm`;
  if (file.startsWith('aes_ccm')) return `aes-${keySize}-ccm`;
  if (file.startsWith('aes_cbc')) return `aes-${keySize}-cbc`;
  if (file.startsWith('aes_wrap')) return `aes${keySize}-wrap`;
  return 'chacha20-poly1305';
}

function aead(name, group, test) {
  const authTagLength = group.tagSize / 8;
  const message = hex(test.msg);
  const cipher = crypto.createCipheriv(name, hex(test.key), hex(test.iv), {authTagLength});
  cipher.setAAD(hex(test.aad), {plaintextLength: message.length});
  const sealed = Buffer.concat([cipher.update(message), cipher.final()]);
  const made = text(sealed) + ' ' + text(cipher.getAuthTag());
  const decipher = crypto.createDecipheriv(name, hex(test.key), hex(test.iv), {authTagLength});
  decipher.setAuthTag(hex(test.tag));
  decipher.setAAD(hex(test.aad), {plaintextLength: hex(test.ct).length});
  try {
    return made + ' ' + text(Buffer.concat([decipher.update(hex(test.ct)), decipher.final()]));
  } catch {
    return made + ' refused';
  }
}

function decrypted(name, iv, test) {
  const decipher = crypto.createDecipheriv(name, hex(test.key), iv);
  return text(Buffer.concat([decipher.update(hex(test.ct)), decipher.final()]));
}

function verified(group, test, options) {
  const digest = group.sha ? digestName(group.sha) : null;
  return crypto.verify(digest, hex(test.msg), {key: hex(group.publicKeyDer), format: 'der', type: 'spki', ...options}, hex(test.sig)) ? 'valid' : 'refused';
}

function agreed(kind, test) {
  const [secret, open] = kind === 'x25519' ? ['302e020100300506032b656e04220420', '302a300506032b656e032100'] :
    ['3046020100300506032b656f043a0438', '3042300506032b656f033900'];
  const privateKey = crypto.createPrivateKey({key: hex(secret + test.private), format: 'der', type: 'pkcs8'});
  const publicKey = crypto.createPublicKey({key: hex(open + test.public), format: 'der', type: 'spki'});
  return text(crypto.diffieHellman({privateKey, publicKey}));
}

function verdict(file, all, group, test) {
  switch (group.type) {
    case 'AeadTest': return aead(cipherName(file, group.keySize), group, test);
    case 'IndCpaTest': return decrypted(cipherName(file, group.keySize), hex(test.iv), test);
    case 'KeywrapTest': return decrypted(cipherName(file, group.keySize), hex('a6a6a6a6a6a6a6a6'), test);
    case 'MacTest':
      return text(crypto.createHmac(digestName(all.algorithm.slice(4)), hex(test.key)).update(hex(test.msg)).digest().subarray(0, group.tagSize / 8));
    case 'HkdfTest':
      return text(Buffer.from(crypto.hkdfSync(digestName(all.algorithm.slice(5)), hex(test.ikm), hex(test.salt), hex(test.info), test.size)));
    case 'PbkdfTest':
      return text(crypto.pbkdf2Sync(hex(test.password), hex(test.salt), test.iterationCount, test.dkLen, digestName(all.algorithm.slice(11))));
    case 'EcdsaVerify':
    case 'DsaVerify':
    case 'EddsaVerify':
    case 'RsassaPkcs1Verify': return verified(group, test, {});
    case 'EcdsaP1363Verify':
    case 'DsaP1363Verify': return verified(group, test, {dsaEncoding: 'ieee-p1363'});
    case 'RsassaPssVerify':
      if (group.mgfSha !== group.sha) return 'skipped';
      return verified(group, test, {padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: group.sLen});
    case 'RsaesOaepDecrypt':
      if (group.mgfSha !== group.sha) return 'skipped';
      return text(crypto.privateDecrypt({
        key: hex(group.privateKeyPkcs8), format: 'der', type: 'pkcs8', oaepHash: digestName(group.sha), oaepLabel: hex(test.label),
      }, hex(test.ct)));
    case 'EcdhEcpointTest': {
      const own = crypto.createECDH(group.curve === 'secp256r1' ? 'prime256v1' : group.curve);
      own.setPrivateKey(hex(test.private));
      return text(own.computeSecret(hex(test.public)));
    }
    case 'XdhComp': return agreed(file.startsWith('x25519') ? 'x25519' : 'x448', test);
    case 'PrimalityTest': return crypto.checkPrimeSync(hex(test.value)) ? 'valid' : 'refused';
    default: return 'skipped';
  }
}

const step = Number(process.argv[2]);
for (const name of process.argv.slice(3)) {
  const all = JSON.parse(fs.readFileSync(name, 'utf8'));
  const file = path.basename(name);
  for (const group of all.testGroups) {
    for (const test of group.tests) {
      if (test.tcId % step !== 0) continue;
      let answer = 'refused';
      try {
        answer = verdict(file, all, group, test);
      } catch {}
      console.log(file, test.tcId, test.result, answer);
    }
  }
}
