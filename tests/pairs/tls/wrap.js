const tls = require('tls');
const net = require('net');
const {scene, say, play, hold, release, certificate, client, watch} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
function told(name, f) {
  scene(name, () => {
    hold();
    const made = net.createServer(plain => {
      made.close();
      watch(plain, 'plain server');
      plain.once('data', () => {
        const socket = new tls.TLSSocket(plain, {isServer: true, secureContext: tls.createSecureContext({key: pem, cert: pem})});
        plain.write('go');
        socket.on('secure', () => say('server', 'secure', socket.servername));
        socket.on('data', chunk => { say('server', '' + chunk); socket.write('back'); });
        socket.on('end', () => say('server', 'end'));
        socket.on('close', hadError => say('server', 'close', hadError));
      });
    }).listen(0, '127.0.0.1', () => {
      const plain = net.connect(made.address().port, '127.0.0.1');
      plain.write('starttls');
      plain.on('close', () => { say('plain client', 'close'); release(); });
      plain.once('data', () => {
        const socket = client(tls.connect({socket: plain, servername: 'localhost', ca: pem}));
        socket.write('secret');
        socket.on('data', chunk => { say('client', '' + chunk); f(socket, plain); });
      });
    });
  });
}
told('and ended', socket => socket.end());
told('and destroyed', socket => socket.destroy());
told('and destroyed below', (socket, plain) => plain.destroy());
told('and reset below', (socket, plain) => plain.resetAndDestroy());
play();
