// What a certificate says, and whom it is one of.
const crypto = require('crypto');
const {ask} = require('./ask.js');
const texts = require('./certificate_texts.js');
const authority = new crypto.X509Certificate(texts.authorityCertificate);
const leaf = new crypto.X509Certificate(Buffer.from(texts.leafCertificate));
const ed25519 = new crypto.X509Certificate(texts.ed25519Certificate);
for (const one of [authority, leaf, ed25519]) {
  console.log(one.subject, one.issuer, one.subjectAltName, one.infoAccess, one.validFrom, one.validTo);
  console.log(one.validFromDate.toISOString(), one.validToDate.getTime(), one.fingerprint, one.fingerprint256, one.fingerprint512);
  console.log(one.keyUsage || [], one.serialNumber, one.signatureAlgorithm, one.signatureAlgorithmOid, one.ca, one.raw.length);
  console.log(one.publicKey.asymmetricKeyType, one.publicKey.type, !one.issuerCertificate);
}
ask('PEM', () => authority.toString() === texts.authorityCertificate && authority.toJSON() === authority.toString());
ask('DER', () => new crypto.X509Certificate(authority.raw).fingerprint === authority.fingerprint);
ask('two', () => new crypto.X509Certificate(leaf.toString() + authority.toString()).subject);
const hosts = ['example.org', 'EXAMPLE.org', 'a.example.com', 'a.b.example.com', 'nope', '', '127.0.0.1', 'example.org.', '.example.com', 'a\0b'];
for (const host of hosts) ask('host ' + host, () => authority.checkHost(host) || 'none');
ask('no wildcards', () => authority.checkHost('a.example.com', {wildcards: false}) || 'none');
ask('several labels', () => authority.checkHost('a.b.example.com', {multiLabelWildcards: true}) || 'none');
ask('a common name', () => ed25519.checkHost('ed'));
ask('no common name', () => ed25519.checkHost('ed', {subject: 'never'}) || 'none');
ask('always', () => authority.checkHost('example.org', {subject: 'always'}));
ask('another subject', () => { authority.checkHost('example.org', {subject: 'x'}); });
for (const email of ['root@example.org', 'a@example.org', 'ROOT@EXAMPLE.ORG', 'x', ''])
  ask('email ' + email, () => authority.checkEmail(email) || 'none');
ask('an email of the subject', () => authority.checkEmail('a@example.org', {subject: 'always'}));
for (const ip of ['127.0.0.1', '::1', '0:0:0:0:0:0:0:1', '1.1.1.1', 'x', '']) ask('ip ' + ip, () => authority.checkIP(ip) || 'none');
ask('issued', () => [leaf.checkIssued(authority), authority.checkIssued(authority), authority.checkIssued(leaf), ed25519.checkIssued(ed25519)]);
const leafKey = crypto.createPrivateKey(texts.leafKey);
ask('a private key', () => [leaf.checkPrivateKey(leafKey), authority.checkPrivateKey(leafKey)]);
ask('no private key', () => { leaf.checkPrivateKey(undefined); });
ask('a public key as a private one', () => { leaf.checkPrivateKey(leaf.publicKey); });
ask('signed', () => [leaf.verify(authority.publicKey), leaf.verify(leaf.publicKey), ed25519.verify(ed25519.publicKey), ed25519.verify(authority.publicKey)]);
ask('a private key as a public one', () => { leaf.verify(leafKey); });
ask('a secret key', () => { leaf.verify(crypto.createSecretKey('abc')); });
const bad = ['', 'x', '\0', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'];
for (const text of bad) ask('no certificate', () => { new crypto.X509Certificate(text); });
ask('nothing', () => { new crypto.X509Certificate(undefined); });
ask('a cut certificate', () => { new crypto.X509Certificate(authority.raw.subarray(0, 300)); });
console.log(authority.toLegacyObject());
console.log(leaf.toLegacyObject().modulus, ed25519);
