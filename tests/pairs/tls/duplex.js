const tls = require('tls');
const net = require('net');
const {Duplex} = require('stream');
const {scene, say, play, hold, release, certificate, client} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
const other = certificate('localhost', 'DNS:localhost');
// Returns two streams, each of which gives what was written to the other.
function two(options = {}) {
  const make = from => new Duplex({
    ...options,
    read() {},
    write(chunk, encoding, callback) { setImmediate(() => { from().push(chunk); callback(); }); },
    final(callback) { from().push(null); callback(); },
  });
  const a = make(() => b);
  const b = make(() => a);
  // The end of one is the end of the other, also when it was destroyed.
  a.on('close', () => setTimeout(() => b.destroy(), 50));
  b.on('close', () => setTimeout(() => a.destroy(), 50));
  return [a, b];
}
function watched(stream, name) {
  hold();
  say(name, 'begins');
  stream.on('error', error => say(name, 'error', error.code || error.message));
  stream.on('close', () => { say(name, 'close'); release(); });
  return stream;
}
function told(name, key, options, f, g = socket => socket.on('data', chunk => { say('server', 'got ' + chunk.length); socket.end('bye'); })) {
  scene(name, () => {
    const [a, b] = two();
    watched(a, 'stream of the client');
    watched(b, 'stream of the server');
    const socket = watched(new tls.TLSSocket(b, {isServer: true, secureContext: tls.createSecureContext({key, cert: key})}), 'server');
    socket.on('secure', () => say('server', 'secure', socket.getProtocol(), socket.remoteAddress === undefined));
    socket.on('end', () => { say('server', 'end'); socket.end(); });
    g(socket);
    say('client', 'begins');
    const asks = client(tls.connect({socket: a, servername: 'localhost', ca: pem, ...options}));
    asks.on('data', chunk => say('client', 'got ' + chunk));
    asks.on('end', () => asks.end());
    f(asks, a);
  });
}
told('a message and an answer', pem, {}, socket => socket.write('hello', error => say('write', !error)));
told('with TLS 1.2', pem, {maxVersion: 'TLSv1.2'}, socket => socket.write('hello'));
told('much', pem, {}, socket => socket.write(Buffer.alloc(1000000)), socket => {
  let size = 0;
  socket.on('data', chunk => { if ((size += chunk.length) === 1000000) { say('server', 'got all'); socket.end('bye'); } });
});
told('a server that is not trusted', other, {}, () => {});
told('destroyed', pem, {}, socket => socket.on('secureConnect', () => socket.destroy()), socket => socket.resume());
told('an error of the stream', pem, {}, (socket, stream) => socket.on('secureConnect', () => stream.destroy(new Error('my error'))), socket => socket.resume());
scene('a stream of objects', () => {
  const stream = watched(new Duplex({objectMode: true, read() {}, write(chunk, encoding, callback) { callback(); }}), 'stream');
  const socket = client(tls.connect({socket: stream}));
  socket.on('error', error => { say('client', error.message); socket.destroy(); });
  setTimeout(() => stream.push({}), 20);
});
scene('a connection that a stream carries', () => {
  hold();
  const made = net.createServer(plain => {
    made.close(release);
    const through = new Duplex({
      read() {},
      write(chunk, encoding, callback) { plain.write(chunk, callback); },
      final(callback) { plain.end(callback); },
      destroy(error, callback) { plain.destroy(); callback(error); },
    });
    plain.on('data', chunk => through.push(chunk));
    plain.on('end', () => through.push(null));
    plain.on('error', () => {});
    const socket = watched(new tls.TLSSocket(through, {isServer: true, secureContext: tls.createSecureContext({key: pem, cert: pem})}), 'server');
    socket.on('data', chunk => { say('server', 'got ' + chunk); socket.end('bye'); });
    socket.resume();
  }).listen(0, '127.0.0.1', () => {
    const socket = client(tls.connect({port: made.address().port, host: '127.0.0.1', servername: 'localhost', ca: pem}));
    socket.on('data', chunk => say('client', 'got ' + chunk));
    socket.write('hello');
  });
});
play();
