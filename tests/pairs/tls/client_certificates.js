const tls = require('tls');
const {scene, say, play, certificate, server, client} = require('./scenes.js');
const own = certificate('localhost', 'DNS:localhost');
const known = certificate('known', 'DNS:known');
const unknown = certificate('unknown', 'DNS:unknown');
function told(name, options, asked) {
  scene(name, () => {
    const made = server({key: own, cert: own, ca: known, requestCert: true, ...options}, socket => {
      const cert = socket.getPeerCertificate();
      say('server', Object.keys(cert).length > 0 && cert.subject.CN);
      const x509 = socket.getPeerX509Certificate();
      say('server', x509 ? x509.subject : 'none', x509 ? x509.fingerprint === cert.fingerprint : 'none');
      socket.end();
    }, port => {
      const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: own, ...asked}));
      socket.on('close', () => made.close());
      socket.on('secureConnect', () => { const cert = socket.getCertificate(); say('client', cert.subject ? cert.subject.CN : 'none', socket.getX509Certificate() ? socket.getX509Certificate().subject : 'none', socket.getPeerX509Certificate().subject); });
      socket.resume();
    });
  });
}
for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
  told('one that is trusted ' + maxVersion, {maxVersion}, {key: known, cert: known});
  told('one that is not, and is not rejected ' + maxVersion, {maxVersion, rejectUnauthorized: false}, {key: unknown, cert: unknown});
  told('none, and none is needed ' + maxVersion, {maxVersion, rejectUnauthorized: false}, {});
  told('not asked ' + maxVersion, {maxVersion, requestCert: false}, {key: known, cert: known});
}
told('one that is not TLSv1.2', {maxVersion: 'TLSv1.2'}, {key: unknown, cert: unknown});
play();
