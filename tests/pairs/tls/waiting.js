const tls = require('tls');
const net = require('net');
const {scene, say, play, hold, release, certificate, client, server} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
const other = certificate('localhost', 'DNS:localhost');
const told = name => error => say('client', name, error ? error.code : 'done');
// Starts a server that does not speak TLS, for one scene.
function plain(answer, listening) {
  hold();
  const made = net.createServer(socket => {
    made.close(release);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  made.listen(0, '127.0.0.1', () => listening(made.address().port));
}
const connect = port => client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: pem}));
function failing(name, answer) {
  scene(name + ', with a write', () => plain(answer, port => connect(port).write('a', told('write'))));
  scene(name + ', with two writes', () => plain(answer, port => {
    const socket = connect(port);
    socket.write('a', told('first'));
    socket.on('connect', () => socket.write('b', told('second')));
  }));
  scene(name + ', with a write on connect', () => plain(answer, port => {
    const socket = connect(port);
    socket.on('connect', () => socket.write('a', told('write')));
  }));
  scene(name + ', and ended', () => plain(answer, port => connect(port).end('a', told('end'))));
}
failing('something else', socket => socket.end('this is not TLS'));
failing('an end', socket => socket.end());
failing('a reset', socket => socket.resetAndDestroy());
for (const [name, key] of [['a server that is trusted', pem], ['a server that is not', other]]) {
  scene(name, () => {
    const made = server({key, cert: key}, socket => socket.resume(), port => {
      const socket = connect(port);
      socket.write('a', told('first'));
      socket.on('connect', () => socket.write('b', told('second')));
      socket.on('secureConnect', () => setTimeout(() => socket.end(), 50));
      socket.on('close', () => made.close());
    });
  });
}
play();
