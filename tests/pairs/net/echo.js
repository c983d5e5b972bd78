const net = require('net');
const {scene, play, watchServer, watch, collect, say} = require('./scenes');
for (const [name, listen, connect] of [
  ['IPv4', s => s.listen(0, '127.0.0.1'), a => net.createConnection(a.port, '127.0.0.1')],
  ['IPv6', s => s.listen(0, '::1'), a => net.createConnection({port: a.port, host: '::1'})],
  ['both families, IPv4 asked', s => s.listen(0), a => net.connect({port: a.port, host: '127.0.0.1'})],
  ['a name', s => s.listen(0), a => net.connect(a.port, 'localhost')],
  ['no name', s => s.listen(0), a => net.connect(a.port)],
  ['a port as a string', s => s.listen(0), a => net.connect('' + a.port, '127.0.0.1')],
  ['family 4', s => s.listen(0), a => net.connect({port: a.port, host: 'localhost', family: 4})],
]) {
  scene(name, () => {
    const server = watchServer(net.createServer(socket => {
      watch(socket, 'accepted');
      say('accepted', socket.remoteAddress, socket.remoteFamily, socket.remotePort > 0, socket.localAddress, socket.localFamily, socket.localPort > 0, socket.server === server);
      socket.pipe(socket);
      server.close();
    }), 'server');
    listen(server);
    server.on('listening', () => {
      const client = collect(watch(connect(server.address()), 'client'), 'client');
      say('client', client.connecting, client.pending, client.readyState, client.remoteAddress);
      client.on('connect', () => {
        say('client', client.remoteAddress, client.remoteFamily, client.remotePort === server.address()?.port, client.localAddress, client.localFamily, client.localPort > 0, client.address().family);
        say('client', client.connecting, client.pending, client.bytesRead, client.bytesWritten);
      });
      client.write('hello ');
      client.end('world');
      client.on('close', () => say('client', client.bytesRead, client.bytesWritten, client.remoteAddress, client.localAddress, client.readyState));
    });
  });
}
scene('connect listener', () => {
  const server = net.createServer(socket => { server.close(); socket.end('bye'); }).listen(0, '127.0.0.1', () => {
    watch(net.createConnection({port: server.address().port, host: '127.0.0.1'}, () => say('client', 'listener')), 'client').resume();
  });
});
scene('a socket of our own', () => {
  const server = net.createServer(socket => { server.close(); socket.end('bye'); }).listen(0, '127.0.0.1', () => {
    const socket = new net.Socket();
    collect(watch(socket, 'client'), 'client');
    say('client', socket.readyState, socket.pending, socket.connecting);
    say('client', socket.connect(server.address().port, '127.0.0.1', () => say('client', 'listener')) === socket);
    say('client', socket.readyState, socket.pending, socket.connecting);
  });
});
setTimeout(play, 0);
