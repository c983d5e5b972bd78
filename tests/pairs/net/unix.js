const net = require('net');
const fs = require('fs');
const {scene, play, watchServer, watch, collect, say, message} = require('./scenes');
const path = `/tmp/nodecpp-net-unix-${process.pid}.sock`;
const plain = text => ('' + text).split(path).join('PATH');
for (const [name, listen, connect] of [
  ['a path', s => s.listen(path), () => net.createConnection(path)],
  ['a path as an option', s => s.listen({path}), () => net.connect({path})],
  ['readable and writable for all', s => s.listen({path, readableAll: true, writableAll: true}), () => net.connect({path})],
  ['in the abstract space', s => s.listen('\0nodecpp-' + process.pid), () => net.connect('\0nodecpp-' + process.pid)],
]) {
  scene(name, () => {
    const server = watchServer(net.createServer(socket => {
      watch(socket, 'accepted');
      say('accepted', socket.remoteAddress, socket.remotePort, socket.localAddress, socket.localPort);
      socket.end('hello');
      server.close();
    }), 'server');
    listen(server);
    server.on('listening', () => {
      say('server', typeof server.address() === 'string' && server.address().includes('nodecpp-'));
      const client = collect(watch(connect(), 'client'), 'client');
      client.on('connect', () => say('client', client.remoteAddress, client.localAddress));
    });
  });
}
scene('nobody there', () => {
  const client = watch(net.connect('/tmp/nodecpp-nobody.sock'), 'client');
  client.on('connectionAttempt', () => say('client', 'attempt'));
  client.on('connectionAttemptFailed', (address, port, family, error) => say('client', 'attempt failed', address, error.message));
  client.on('error', error => say('client', error.syscall, error.address, error.errno));
});
scene('a path that is used', () => {
  const first = watchServer(net.createServer(), 'first');
  first.listen(path, () => {
    const second = net.createServer();
    second.on('error', error => {
      say('second', plain(message(error)), error.syscall, plain(error.address), error.port, error.errno);
      first.close();
    });
    second.listen(path);
  });
});
scene('no such folder', () => {
  const server = net.createServer();
  server.on('error', error => console.log(message(error), server.listening));
  server.listen('/tmp/nodecpp-no-folder/x.sock');
});
scene('too long a path', () => {
  const server = net.createServer();
  server.on('error', error => console.log(message(error)));
  server.listen('/tmp/' + 'x'.repeat(200));
});
scene('for all in the abstract space', () => {
  try { net.createServer().listen({path: '\0x', readableAll: true}); } catch (error) { console.log(error.code); }
});
scene('no reset', () => {
  const server = net.createServer(socket => {
    try { socket.resetAndDestroy(); } catch (error) { say('accepted', message(error)); }
    socket.end();
    server.close();
  });
  server.listen(path, () => watch(net.connect(path), 'client').resume());
});
setTimeout(play, 0);
