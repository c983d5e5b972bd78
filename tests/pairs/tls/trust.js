const tls = require('tls');
const {scene, say, play, certificate, server, client} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost,IP:127.0.0.1');
const other = certificate('other', 'DNS:other.example');
function told(name, options, more = () => {}) {
  scene(name, () => {
    const made = server({key: pem, cert: pem}, socket => socket.resume(), port => {
      const socket = client(tls.connect({port, host: '127.0.0.1', ...options}));
      more(socket);
      socket.on('secureConnect', () => socket.end());
      socket.on('close', () => made.close());
      socket.resume();
    });
  });
}
told('a client that trusts it', {ca: pem});
told('a client that trusts another', {ca: other});
told('a client that trusts several', {ca: [other, pem]});
told('a client that trusts the system', {});
told('a client that does not care', {rejectUnauthorized: false});
told('another name', {ca: pem, servername: 'other.example'});
told('another name, and a client that does not care', {ca: pem, servername: 'other.example', rejectUnauthorized: false});
told('a function of its own that agrees', {ca: pem, servername: 'other.example', checkServerIdentity(host, cert) { say('client', host, cert.subject.CN, cert.subjectaltname); }});
told('a function of its own that does not', {ca: pem, checkServerIdentity() { return new Error('my reason'); }}, socket => {
  socket.on('error', error => say('client', error.message, socket.authorizationError));
});
told('a context', {secureContext: tls.createSecureContext({ca: pem})});
told('versions', {ca: pem, maxVersion: 'TLSv1.2'}, socket => socket.on('secureConnect', () => say('client', socket.getProtocol(), socket.isSessionReused())));
told('ciphers', {ca: pem, ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384', maxVersion: 'TLSv1.2'}, socket => socket.on('secureConnect', () => {
  const {name, standardName, version} = socket.getCipher();
  say('client', name, standardName, version);
}));
play();
