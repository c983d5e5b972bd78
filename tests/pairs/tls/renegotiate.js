const tls = require('tls');
const {scene, say, play, certificate, server, client} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
const old = {maxVersion: 'TLSv1.2'};
const done = name => error => say(name, 'renegotiated', error ? error.code : 'well');
// Connects a client to a server that answers, and runs `f` with the client's socket when it is secure.
function told(name, options, accepted, f) {
  scene(name, () => {
    const made = server({key: pem, cert: pem}, socket => {
      socket.on('secure', () => say('server', 'secure', socket.authorized));
      socket.on('error', error => say('server', error.message));
      socket.on('data', chunk => { say('server', 'got ' + chunk); socket.end('bye'); });
      accepted(socket);
    }, port => {
      const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: pem, ...options}));
      socket.on('data', chunk => say('client', 'got ' + chunk));
      socket.on('close', () => made.close());
      socket.once('secure', () => f(socket));
    });
  });
}
// Renegotiates `times` times, one after the other, and then ends.
function often(socket, name, times) {
  say(name, socket.renegotiate({}, error => {
    done(name)(error);
    if (times > 1)
      setTimeout(() => { if (!socket.destroyed) often(socket, name, times - 1); }, 30);
    else
      socket.end('end');
  }));
}
told('once', old, () => {}, socket => often(socket, 'client', 1));
told('five times', old, () => {}, socket => often(socket, 'client', 5));
told('five times, and the server ends it', old, socket => socket.on('error', () => socket.destroy()), socket => often(socket, 'client', 5));
told('by the server', old, socket => often(socket, 'server', 1), () => {});
told('four times by the server', old, socket => often(socket, 'server', 4), () => {});
told('with TLS 1.3', {}, () => {}, socket => say('client', socket.renegotiate({}, error => { done('client')(error); say('client', error.message); socket.end('end'); })));
told('without a callback', old, () => {}, socket => { say('client', socket.renegotiate({})); setTimeout(() => socket.end('end'), 50); });
told('twice at once', old, () => {}, socket => {
  say('client', socket.renegotiate({}, done('client')), socket.renegotiate({}, done('client')));
  setTimeout(() => socket.end('end'), 50);
});
told('a server that does not want it', old, socket => socket.disableRenegotiation(), socket => often(socket, 'client', 1));
told('a client that does not want it', old, socket => setTimeout(() => often(socket, 'server', 1), 30), socket => socket.disableRenegotiation());
for (const has of [true, false])
  told('the server asks for a certificate that the client ' + (has ? 'has' : 'does not have'), has ? {...old, key: pem, cert: pem} : old, socket => setTimeout(() => {
    say('server', socket.renegotiate({requestCert: true, rejectUnauthorized: false}, error => {
      done('server')(error);
      say('server', socket.authorized, socket.authorizationError, 'subject' in socket.getPeerCertificate());
      socket.end('end');
    }));
  }, 30), () => {});
scene('the limits', () => {
  say('limits', +tls.CLIENT_RENEG_LIMIT, +tls.CLIENT_RENEG_WINDOW);
  tls.CLIENT_RENEG_LIMIT = 1;
  say('limits', +tls.CLIENT_RENEG_LIMIT, +tls.CLIENT_RENEG_WINDOW);
});
told('twice with a limit of one', old, () => {}, socket => often(socket, 'client', 2));
play();
