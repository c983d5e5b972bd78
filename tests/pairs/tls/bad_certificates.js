// Servers whose certificates have faults, each asked by a client that rejects them and by one that does not.
const tls = require('tls');
const {scene, say, play, server, client} = require('./scenes.js');
const file = require('./authority.js')();
const root = file('root.pem');
function told(name, from, options = {}) {
  for (const rejectUnauthorized of [true, false]) {
    scene(name + (rejectUnauthorized ? '' : ', and a client that does not care'), () => {
      const made = server(from, socket => socket.resume(), port => {
        const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: root, ...options, rejectUnauthorized}));
        socket.on('error', error => say('client', error.reason ? error.reason.replace(/sslv3|ssl\/tls/, 'an') : 'no reason', socket.authorizationError || 'none'));
        socket.on('secureConnect', () => {
          const cert = socket.getPeerCertificate(true);
          const issuer = cert.issuerCertificate;
          say('client', cert.subject.CN, JSON.stringify(cert.subjectaltname), cert.valid_from, cert.valid_to, issuer ? issuer.subject.CN : 'no issuer');
          socket.end();
        });
        socket.on('close', () => made.close());
        socket.resume();
      });
    });
  }
}
const of = name => ({key: file(name + '.key') || file('leaf.key'), cert: file(name + '.pem')});
told('a good one', of('leaf'));
told('one that has expired', of('expired'));
told('one that is not yet valid', of('early'));
told('one of another host', of('leaf'), {servername: 'other.example'});
told('a name with a zero in it', of('zero'));
told('a name with a comma in it', of('comma'));
told('one that signs itself', of('own'));
told('one that signs itself and is trusted', of('own'), {ca: file('own.pem')});
told('a root that nobody knows, in the chain', {key: file('leaf.key'), cert: file('leaf.pem') + root}, {ca: file('own.pem')});
told('a chain whose middle is missing', of('deep'));
told('a whole chain', {key: file('leaf.key'), cert: file('deep.pem') + file('middle.pem')});
told('a chain that is not in order', {key: file('leaf.key'), cert: file('leaf.pem') + file('own.pem') + file('middle.pem')});
told('a chain that is longer than its authority allows', {key: file('leaf.key'), cert: file('long.pem') + file('below.pem') + file('middle.pem')});
told('an issuer that is no authority', {key: file('leaf.key'), cert: file('unsigned.pem') + file('leaf.pem')});
told('a signature that is wrong', of('damaged'));
told('one for clients', of('purpose'));
told('a weak key', {...of('weak'), ciphers: 'DEFAULT@SECLEVEL=0'});
told('one that is revoked by a list', of('revoked'), {crl: file('list.crl')});
told('one that is not on the list', of('leaf'), {crl: file('list.crl')});
told('a list that is too old', of('leaf'), {crl: file('old.crl')});
told('a list of another authority', of('own'), {ca: file('own.pem'), crl: file('list.crl')});
// As in Node, the answer about a certificate's status is for the program to judge.
scene('one that is revoked by stapling', () => {
  const made = server({...of('revoked'), ca: root}, socket => socket.resume(), port => {
    const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: root, requestOCSP: true}));
    socket.on('OCSPResponse', response => {
      const revoked = response.includes(Buffer.from('a111180f', 'hex'));
      say('client', 'OCSPResponse', revoked);
      if (revoked) socket.destroy(Object.assign(new Error('it is revoked'), {code: 'REVOKED'}));
    });
    socket.on('close', () => made.close());
    socket.resume();
  });
  made.on('OCSPRequest', (certificate, issuer, answer) => answer(null, Buffer.from(file('answer'), 'base64')));
});
// A name must not be taken for several names, nor for a name of another kind.
scene('names of all kinds', () => {
  const made = server(of('kinds'), socket => socket.resume(), port => {
    const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'www.a.example', ca: root}));
    socket.on('secureConnect', () => {
      const {subject, subjectaltname, infoAccess} = socket.getPeerCertificate();
      say('client', JSON.stringify(subject));
      say('client', subjectaltname);
      say('client', JSON.stringify(infoAccess));
      socket.end();
    });
    socket.on('close', () => made.close());
    socket.resume();
  });
});
scene('no answer by stapling', () => {
  const made = server(of('leaf'), socket => socket.resume(), port => {
    const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: root, requestOCSP: true}));
    socket.on('OCSPResponse', response => {
      say('client', 'OCSPResponse', !!response && response.length > 0);
      socket.destroy(Object.assign(new Error('no answer'), {code: 'NO_ANSWER'}));
    });
    socket.on('close', () => made.close());
    socket.resume();
  });
});
play();
