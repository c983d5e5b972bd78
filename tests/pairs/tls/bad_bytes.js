// Peers that do not speak TLS, or speak it badly. Each costs one connection; the server goes on to serve others.
const tls = require('tls');
const net = require('net');
const {scene, say, play, hold, release, certificate, server, client} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
const both = {key: pem, cert: pem};
const hex = text => Buffer.from(text, 'hex');
// A server gets these bytes from a client that then waits, and that ends its side when `ends` says so.
function sent(name, bytes, {ends = false, resets = false, ...options} = {}) {
  scene('to a server: ' + name, () => {
    const made = server({...both, ...options}, socket => socket.end(), port => {
      hold();
      const plain = net.connect(port, '127.0.0.1', () => {
        plain.write(bytes);
        if (ends) plain.end();
        if (resets) plain.resetAndDestroy();
      });
      plain.on('error', () => {});
      plain.on('close', () => {
        say('plain client', 'close');
        const next = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: pem}), 'next client');
        next.on('close', () => { made.close(); release(); });
        next.resume();
      });
      plain.resume();
    });
    // As in Node, the program ends the connection whose handshake takes too long.
    made.on('tlsClientError', (error, socket) => socket.destroy());
  });
}
// A client gets these bytes from a server that waits, or that ends the connection when `ends` says so.
function answered(name, bytes, {ends = false, resets = false} = {}) {
  scene('to a client: ' + name, () => {
    hold();
    const made = net.createServer(plain => {
      made.close();
      plain.on('error', () => {});
      plain.once('data', () => {
        plain.write(bytes);
        if (ends) plain.end();
        if (resets) plain.resetAndDestroy();
      });
      plain.on('close', () => { say('plain server', 'close'); release(); });
    }).listen(0, '127.0.0.1', () => client(tls.connect({port: made.address().port, host: '127.0.0.1', ca: pem})).resume());
  });
}
const hello = hex('16030100050100010003');
sent('HTTP', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
sent('a request to a proxy', 'CONNECT a:1 HTTP/1.1\r\n\r\n');
sent('a text', 'EHLO example.org\r\n');
sent('zeros', Buffer.alloc(100));
sent('a record of another version', hex('16090100050100000100'));
sent('a record that is too long', hex('160301ffff01'));
sent('an alert', hex('15030100020228'));
sent('a warning', hex('15030100020164'), {ends: true});
sent('data', hex('1703030005') + 'hello');
sent('a change of the cipher', hex('140303000101'));
sent('a message that is none', hex('1603010004ff000000'));
sent('a ServerHello', hex('160301000402000000'));
sent('a hello that is short', hex('160301000401000000'));
sent('a hello that is wrong', hex('160301000c01000008') + 'nonsense');
sent('a hello that is too long', Buffer.concat([hex('1603014000017fffff'), Buffer.alloc(16380)]));
sent('nothing, and the end', '', {ends: true});
sent('a part of a record, and the end', hex('1603'), {ends: true});
sent('a part of a hello, and the end', hello, {ends: true});
sent('nothing, and a reset', '', {resets: true});
sent('nothing for a long time', '', {handshakeTimeout: 100});
sent('a part of a hello for a long time', hello, {handshakeTimeout: 100});
answered('HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n');
answered('a text', '220 example.org ESMTP\r\n');
answered('zeros', Buffer.alloc(100));
answered('a record that is too long', hex('160303ffff02'));
answered('an alert', hex('15030300020246'));
answered('data', hex('1703030005') + 'hello');
answered('a ClientHello', hex('160303000401000000'));
answered('a hello that is wrong', hex('160303000c02000008') + 'nonsense');
answered('nothing, and the end', '', {ends: true});
answered('a part of a hello, and the end', hex('16030300050200010003'), {ends: true});
answered('nothing, and a reset', '', {resets: true});
// Makes what lies between a server and a client, and returns a function that ends both its connections. The codes of
// errors are OpenSSL's own, and differ between its versions.
function between(name, maxVersion, passOn, f) {
  scene('between both: ' + name + ' ' + maxVersion, () => {
    let end = null;
    const watch = (socket, side) => {
      hold();
      socket.on('data', chunk => say(side, '' + chunk));
      socket.on('end', () => say(side, 'end'));
      // In Node an error behind the handshake does not close the connection.
      socket.on('error', error => { say(side, 'error', error.code.startsWith('ERR_SSL_')); socket.destroy(); });
      socket.on('close', () => { say(side, 'close'); release(); });
    };
    const made = tls.createServer(both, socket => {
      watch(socket, 'server');
      socket.write('hello');
    }).listen(0, '127.0.0.1', () => {
      const middle = net.createServer({noDelay: true}, one => {
        middle.close();
        const other = net.connect({port: made.address().port, host: '127.0.0.1', noDelay: true});
        for (const [from, to] of [[one, other], [other, one]]) {
          from.on('data', chunk => passOn(chunk, to, from === one));
          from.on('error', () => {});
          from.on('close', () => to.destroy());
        }
        end = () => { one.end(); other.end(); };
      }).listen(0, '127.0.0.1', () => {
        const socket = tls.connect({port: middle.address().port, host: '127.0.0.1', servername: 'localhost', ca: pem, maxVersion});
        watch(socket, 'client');
        socket.on('secureConnect', () => say('client', 'secureConnect', socket.getProtocol()));
        socket.once('data', () => f(socket, end));
        socket.on('close', () => made.close());
      });
    });
  });
}
const same = (chunk, to) => to.write(chunk);
for (const version of ['TLSv1.2', 'TLSv1.3']) {
  between('a byte at a time', version, (chunk, to) => { for (const byte of chunk) to.write(Buffer.from([byte])); }, socket => socket.end('good'));
  between('an end without close_notify', version, same, (socket, end) => end());
  // A chunk that begins with a record of data (23) has nothing of the handshake.
  between('data that is changed', version, (chunk, to, toServer) => {
    if (toServer && chunk[0] === 23) chunk[chunk.length - 1] ^= 1;
    to.write(chunk);
  }, socket => socket.write('changed'));
  between('data that comes twice', version, (chunk, to, toServer) => {
    to.write(chunk);
    if (toServer && chunk[0] === 23) to.write(chunk);
  }, socket => socket.write('twice'));
  between('a record that is too long', version, (chunk, to, toServer) => {
    if (toServer && chunk[0] === 23) chunk[3] = 255;
    to.write(chunk);
  }, socket => socket.write('long'));
  between('a text', version, (chunk, to, toServer) => to.write(toServer && chunk[0] === 23 ? 'GET / HTTP/1.1\r\n\r\n' : chunk), socket => socket.write('text'));
}
play();
