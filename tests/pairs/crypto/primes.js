// Prime numbers, pairs of keys that are written at once, and constants.
const crypto = require('crypto');
const {ask} = require('./ask.js');
ask('a prime', () => crypto.generatePrimeSync(64).byteLength);
ask('a BigInt', () => crypto.generatePrimeSync(2, {bigint: true}));
ask('a safe one', () => crypto.generatePrimeSync(3, {safe: true, bigint: true}));
ask('a rest', () => crypto.generatePrimeSync(32, {add: 12n, rem: 11n, bigint: true}) % 12n);
ask('only a rest', () => crypto.generatePrimeSync(8, {rem: 3n}).byteLength);
ask('bytes', () => crypto.checkPrimeSync(crypto.generatePrimeSync(40, {add: Buffer.from([12]), rem: Buffer.from([5])})));
ask('one bit', () => { crypto.generatePrimeSync(1); });
ask('no bit', () => { crypto.generatePrimeSync(0); });
ask('a fraction', () => { crypto.generatePrimeSync(1.5); });
ask('a large add', () => { crypto.generatePrimeSync(3, {add: 16n}); });
ask('a large rest', () => { crypto.generatePrimeSync(8, {add: 8n, rem: 8n}); });
ask('a negative add', () => { crypto.generatePrimeSync(3, {add: -1n}); });
ask('a negative rest', () => { crypto.generatePrimeSync(3, {rem: -3n}); });
ask('a text', () => { crypto.generatePrimeSync(8, {add: 'x'}); });
ask('no add', () => { crypto.generatePrimeSync(8, {add: 0n}); });
ask('checks', () => [7n, 8n, 0n, 1n, 2n, 2n ** 521n - 1n].map(n => crypto.checkPrimeSync(n)));
ask('checks of bytes', () => [Buffer.from([7]), Buffer.alloc(0), Buffer.from([1, 1])].map(n => crypto.checkPrimeSync(n)));
ask('ten checks', () => crypto.checkPrimeSync(65537n, {checks: 10}));
ask('a negative candidate', () => { crypto.checkPrimeSync(-1n); });
ask('a candidate of text', () => { crypto.checkPrimeSync('a'); });
ask('negative checks', () => { crypto.checkPrimeSync(1n, {checks: -1}); });
ask('a fraction of checks', () => { crypto.checkPrimeSync(1n, {checks: 1.5}); });
const names = {type: 'spki', format: 'pem'};
const pair = crypto.generateKeyPairSync('ec', {
  namedCurve: 'P-256', publicKeyEncoding: names, privateKeyEncoding: {type: 'pkcs8', format: 'der'},
});
ask('a pair', () => pair.publicKey.slice(0, 26) + ' ' + pair.privateKey.length);
const rsa = crypto.generateKeyPairSync('rsa', {
  modulusLength: 1024, publicKeyEncoding: names, privateKeyEncoding: {type: 'pkcs8', format: 'pem'},
});
const data = Buffer.from('data');
ask('texts sign', () => crypto.verify('sha256', data, rsa.publicKey, crypto.sign('sha256', data, rsa.privateKey)));
ask('texts sign in parts', () => crypto.createVerify('sha256').update(data).verify(rsa.publicKey,
  crypto.createSign('sha256').update(data).sign(rsa.privateKey, 'hex'), 'hex'));
ask('texts encrypt', () => crypto.privateDecrypt(rsa.privateKey, crypto.publicEncrypt(rsa.publicKey, data)).toString());
ask('texts recover', () => crypto.publicDecrypt(rsa.publicKey, crypto.privateEncrypt(rsa.privateKey, data)).toString());
ask('constants', () => crypto.constants.RSA_PKCS1_OAEP_PADDING + crypto.constants.DH_CHECK_P_NOT_PRIME + crypto.constants.POINT_CONVERSION_HYBRID);
ask('options of TLS', () => crypto.constants.SSL_OP_NO_TLSv1 | crypto.constants.SSL_OP_NO_TLSv1_1);
ask('ciphers', () => crypto.constants.defaultCoreCipherList);
ask('versions', () => [crypto.constants.TLS1_VERSION, crypto.constants.TLS1_3_VERSION]);
crypto.generatePrime(16, {bigint: true}, (error, prime) => {
  console.log('later', prime > 32768n);
  crypto.checkPrime(prime, (error, isPrime) => {
    console.log('checked', isPrime);
    crypto.generatePrime(1, (error, prime) => {
      console.log(error.message);
      crypto.generateKeyPair('rsa', {
        modulusLength: 1024, publicKeyEncoding: names, privateKeyEncoding: {type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret'},
      }, (error, publicKey, privateKey) => {
        console.log(publicKey.slice(0, 26), privateKey.slice(0, 37));
        const signature = crypto.sign('sha256', 'data', {key: privateKey, passphrase: 'secret'});
        console.log(crypto.verify('sha256', 'data', publicKey, signature));
        crypto.sign('sha256', data, rsa.privateKey, (error, signature) => console.log(crypto.verify('sha256', data, rsa.publicKey, signature)));
      });
    });
  });
});
