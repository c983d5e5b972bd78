// Which cipher suites and groups a server accepts from openssl's client, and which a client offers.
const tls = require('tls');
const {execFile} = require('child_process');
const {certificate} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
function ask(server, args, then) {
  const child = execFile('openssl', ['s_client', '-connect', '127.0.0.1:' + server.address().port, ...args], (error, stdout) => {
    const found = /Cipher is (\S+)/.exec('' + stdout);
    console.log(args.join(' '), found ? found[1] : 'no cipher');
    then();
  });
  child.stdin.end();
}
function all(server, lists, at, then) {
  if (at === lists.length) server.close(then);
  else ask(server, lists[at], () => all(server, lists, at + 1, then));
}
function serve(pem, options, lists, then) {
  const server = tls.createServer({key: pem, cert: pem, ...options}, socket => socket.on('error', () => {}).resume());
  server.listen(0, '127.0.0.1', () => all(server, lists, 0, then));
}
const suite = name => ['-tls1_2', '-cipher', name + ':@SECLEVEL=0'];
const group = name => ['-tls1_3', '-groups', name];
function offer(pem, ciphers, then) {
  const server = tls.createServer({key: pem, cert: pem, ciphers: 'ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0'}, socket => socket.on('error', () => {}).end());
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1', () => {
    const client = tls.connect({port: server.address().port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ciphers});
    client.on('secureConnect', () => console.log('client', ciphers, client.getCipher().name));
    client.on('error', error => console.log('client', ciphers, error.code));
    client.on('close', () => server.close(then));
    client.resume();
  });
}
serve(pem, {}, [suite('ECDHE-ECDSA-AES128-GCM-SHA256'), suite('ECDHE-ECDSA-AES128-CCM'), suite('ECDHE-ECDSA-AES128-CCM8'),
  suite('ECDHE-ECDSA-AES256-CCM8'), group('X25519'), group('P-256'), group('X448'), group('P-384'), group('P-521'), group('ffdhe2048'),
  group('ffdhe3072'), group('ffdhe4096'), group('ffdhe6144'), group('ffdhe8192')], () => {
  serve(pem, {ciphers: 'ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0'}, [suite('ECDHE-ECDSA-AES128-CCM8')], () => {
    serve(pem, {ciphers: 'TLS_AES_128_CCM_8_SHA256:TLS_AES_128_CCM_SHA256'}, [['-tls1_3', '-ciphersuites', 'TLS_AES_128_CCM_SHA256'],
      ['-tls1_3', '-ciphersuites', 'TLS_AES_128_CCM_8_SHA256']], () => {
      serve(pem, {ecdhCurve: 'ffdhe4096'}, [group('ffdhe4096'), group('X25519')], () => {
        serve(pem, {ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384'}, [['-tls1_3'], ['-tls1_2']], () => {
          serve(pem, {ciphers: 'TLS_AES_128_GCM_SHA256'}, [['-tls1_3'], ['-tls1_2']], () => {
            offer(pem, 'ECDHE-ECDSA-AES128-CCM8', () => offer(pem, 'ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0', () => {}));
          });
        });
      });
    });
  });
});
