const tls = require('tls');
const {scene, say, play, certificate, server, client} = require('./scenes.js');
const own = certificate('localhost', 'DNS:localhost');
const wild = certificate('wild', 'DNS:*.example');
const last = certificate('last', 'DNS:a.example');
const both = {key: own, cert: own};
const context = tls.createSecureContext({key: wild, cert: wild});
function told(name, options, asked, prepare = () => {}) {
  scene(name, () => {
    const made = server({...both, ...options}, socket => socket.resume(), port => {
      const socket = client(tls.connect({port, host: '127.0.0.1', rejectUnauthorized: false, checkServerIdentity() {}, ca: [own, wild, last], ...asked}));
      socket.on('secureConnect', () => { say('client', socket.getPeerCertificate().subject.CN, socket.servername || 'none'); socket.end(); });
      socket.on('close', () => made.close());
      socket.resume();
    });
    prepare(made);
  });
}
told('no name', {}, {});
told('a name, and one certificate', {}, {servername: 'a.example'});
told('a context that was added', {}, {servername: 'a.example'}, made => made.addContext('*.example', {key: wild, cert: wild}));
told('the last of two', {}, {servername: 'A.example'}, made => { made.addContext('*.example', {key: wild, cert: wild}); made.addContext('a.example', {key: last, cert: last}); });
told('a star is one label', {}, {servername: 'a.b.example'}, made => made.addContext('*.example', context));
told('SNICallback', {SNICallback(name, answer) { say('server', 'asked', name); answer(null, context); }}, {servername: 'b.example'});
told('SNICallback without a context', {SNICallback(name, answer) { answer(null); }}, {servername: 'b.example'});
told('SNICallback later', {SNICallback(name, answer) { setTimeout(() => answer(null, context), 10); }}, {servername: 'b.example'});
told('SNICallback with an error', {SNICallback(name, answer) { answer(Object.assign(new Error('no'), {code: 'MINE'})); }}, {servername: 'b.example'});
told('SNICallback that throws', {SNICallback() { throw Object.assign(new Error('no'), {code: 'THROWN'}); }}, {servername: 'b.example'});
told('ALPN: the server decides', {ALPNProtocols: ['b', 'a']}, {ALPNProtocols: ['a', 'b']});
told('ALPN: nothing in common', {ALPNProtocols: ['b']}, {ALPNProtocols: ['a']});
told('ALPN: only the client', {}, {ALPNProtocols: ['a']});
told('ALPN: only the server', {ALPNProtocols: ['a']}, {});
told('ALPN and SNI', {ALPNProtocols: ['b', 'a'], SNICallback(name, answer) { answer(null, context); }}, {ALPNProtocols: ['a'], servername: 'c.example'});
told('ALPNCallback', {ALPNCallback({servername, protocols}) { say('server', servername, protocols.join()); return 'a'; }}, {ALPNProtocols: ['x', 'a'], servername: 'd.example'});
told('ALPNCallback that refuses', {ALPNCallback() {}}, {ALPNProtocols: ['a']});
told('ALPNCallback with something else', {ALPNCallback() { return 'z'; }}, {ALPNProtocols: ['a']});
play();
