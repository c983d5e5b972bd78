// What a server writes to a client that is gone: no error, as long as nothing says that the bytes were lost.
const tls = require('tls');
const {scene, say, play, server, client, certificate} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
function told(name, leave, answer) {
  scene(name, () => {
    const made = server({key: pem, cert: pem, allowHalfOpen: true}, socket => {
      socket.resume();
      socket.on('end', () => setTimeout(() => answer(socket), 20));
    }, port => {
      const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: pem}));
      socket.on('secureConnect', () => setTimeout(() => leave(socket), 10));
      socket.resume().on('close', () => made.close());
    });
  });
}
told('destroyed, and then ended', socket => socket.destroy(), socket => socket.end('late'));
told('destroyed, and then ended without a word', socket => socket.destroy(), socket => socket.end());
told('destroyed, and then written to', socket => socket.destroy(), socket => { socket.write('late'); setTimeout(() => socket.end(), 20); });
told('ended, and then ended', socket => socket.end(), socket => socket.end('late'));
play();
