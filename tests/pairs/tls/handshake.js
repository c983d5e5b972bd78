const tls = require('tls');
const net = require('net');
const {scene, say, play, hold, release, certificate, server, client} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost,IP:127.0.0.1');
const both = {key: pem, cert: pem};
function peer(name, options, f) {
  scene(name, () => {
    hold();
    const made = server({...both, ...options}, socket => socket.end(), port => {
      const socket = net.connect(port, '127.0.0.1', () => f(socket));
      socket.on('data', () => {});
      socket.on('error', () => {});
      socket.on('close', () => { setTimeout(() => { made.close(); release(); }, 20); });
    });
  });
}
peer('a peer that ends', {}, socket => socket.end());
peer('a peer that resets', {}, socket => socket.resetAndDestroy());
peer('a peer that speaks HTTP', {}, socket => socket.write('GET / HTTP/1.1\r\n\r\n'));
peer('a peer that says nothing', {handshakeTimeout: 30}, socket => setTimeout(() => socket.destroy(), 80));
peer('a hello that is not one', {}, socket => socket.write(Buffer.from([22, 3, 1, 0, 5, 1, 0, 0, 1, 0])));
function service(name, f, more = () => {}) {
  scene(name, () => {
    const made = net.createServer(socket => { socket.on('error', () => {}); socket.resume(); f(socket); }).listen(0, '127.0.0.1', () => {
      const socket = client(tls.connect(made.address().port, '127.0.0.1', {ca: pem}));
      socket.on('close', () => made.close());
      more(socket);
    });
  });
}
service('a server that ends', socket => socket.end());
service('a server that ends, told in full', socket => socket.end(), socket => socket.on('error', error => say('client', error.message, error.host, error.path, error.localAddress)));
service('a server that does not speak TLS', socket => socket.end('this is something else'));
service('a server that says nothing', () => {}, socket => { socket.setTimeout(30, () => { say('client', 'timeout', socket.secureConnecting); socket.destroy(); }); });
service('destroyed at once', () => {}, socket => socket.destroy());
service('destroyed when connected', () => {}, socket => socket.on('connect', () => socket.destroy(new Error('mine'))));
play();
