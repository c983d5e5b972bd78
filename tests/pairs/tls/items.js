const tls = require('tls');
const {scene, say, play, certificate, server, client} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
const second = certificate('second', 'DNS:localhost');
function attempt(name, f) {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const convert = protocols => { const out = {}; tls.convertALPNProtocols(protocols, out); return out.ALPNProtocols.toString('hex'); };
attempt('names', () => convert(['h2', 'http/1.1']));
attempt('bytes', () => convert(Buffer.from([2, 104, 50])));
attempt('nothing', () => convert([]));
attempt('an empty name', () => convert(['a', '']));
attempt('a long name', () => convert(['x'.repeat(256)]));
attempt('a name that is cut off', () => convert(Buffer.from([3, 1])));
attempt('a name of no bytes', () => convert(Buffer.from([0])));
function told(name, options, more, f) {
  scene(name, () => {
    const made = server({key: pem, cert: pem, ...options}, socket => socket.resume(), port => {
      const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: [pem, second], ...more}));
      say('client', 'ticket', (socket.getTLSTicket() || '').length > 0);
      socket.on('secureConnect', () => f(socket));
      socket.on('close', () => made.close());
    });
  });
}
const subject = socket => { say('client', socket.getPeerCertificate().subject.CN); socket.end(); };
told('a ticket of TLS 1.2', {}, {maxVersion: 'TLSv1.2'}, socket => { say('client', 'ticket', (socket.getTLSTicket() || '').length > 0); socket.end(); });
told('a ticket of TLS 1.3', {}, {}, socket => {
  say('client', 'ticket', (socket.getTLSTicket() || '').length > 0);
  socket.once('session', () => { say('client', 'ticket', (socket.getTLSTicket() || '').length > 0); socket.end(); });
});
for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
  told('another key, ' + maxVersion, {maxVersion, ALPNCallback() { this.setKeyCert({key: second, cert: second}); return 'a'; }}, {ALPNProtocols: ['a']}, subject);
  told('another context, ' + maxVersion, {maxVersion, ALPNCallback() { this.setKeyCert(tls.createSecureContext({key: second, cert: second})); return 'a'; }}, {ALPNProtocols: Buffer.from([1, 97])}, subject);
}
told('no key', {ALPNCallback() { try { this.setKeyCert({}); } catch (error) { say('server', error.message); } return 'a'; }}, {ALPNProtocols: ['a']}, subject);
told('a key for a client', {}, {}, socket => { socket.setKeyCert({key: second, cert: second}); subject(socket); });
play();
