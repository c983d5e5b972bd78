const net = require('net');
const {scene, play, watchServer, watch, say, message, hold, release} = require('./scenes');
scene('close before listen', () => {
  const server = watchServer(net.createServer(), 'server');
  server.close(error => say('server', 'callback', message(error)));
  say('server', 'after', server.listening);
});
scene('close in the same turn as listen', () => {
  const server = watchServer(net.createServer(), 'server');
  server.listen(0);
  server.close(error => say('server', 'callback', message(error)));
});
scene('close while the name is looked up', () => {
  const server = watchServer(net.createServer(), 'server');
  server.listen(0, '127.0.0.1');
  server.close(error => say('server', 'callback', message(error)));
});
scene('close after listening', () => {
  const server = watchServer(net.createServer(), 'server');
  server.listen(0, () => {
    say('server', server.close(error => say('server', 'callback', message(error))) === server);
    say('server', 'after', server.listening, server.address() === null);
  });
});
scene('close twice', () => {
  const server = net.createServer();
  server.on('close', () => say('server', 'close'));
  server.listen(0, () => {
    server.close(error => say('server', 'first', message(error)));
    server.close(error => say('server', 'second', message(error)));
  });
});
scene('close waits for connections', () => {
  const server = watchServer(net.createServer(socket => {
    watch(socket, 'accepted');
    server.close(error => say('server', 'callback', message(error)));
    server.getConnections((error, count) => {
      say('server', 'connections', message(error), count);
      socket.end();
    });
  }), 'server');
  server.listen(0, '127.0.0.1', () => watch(net.connect(server.address().port, '127.0.0.1'), 'client').resume());
});
scene('refused after close', () => {
  const server = net.createServer();
  server.listen(0, '127.0.0.1', () => {
    const port = server.address().port;
    server.close(() => watch(net.connect(port, '127.0.0.1'), 'client'));
  });
});
scene('the counts', () => {
  const server = watchServer(net.createServer(), 'server');
  server.getConnections((error, count) => say('server', 'before', message(error), count));
  say('server', 'synchronously nothing');
  server.listen(0, '127.0.0.1', () => {
    const one = net.connect(server.address().port, '127.0.0.1');
    const two = net.connect(server.address().port, '127.0.0.1');
    let n = 0;
    server.on('connection', () => {
      if (++n < 2) return;
      server.getConnections((error, count) => {
        say('server', 'two', count);
        one.destroy();
        two.destroy();
        server.close();
        setTimeout(() => server.getConnections((error, count) => say('server', 'then', count)), 20);
      });
    });
    server.on('connection', socket => socket.resume());
    hold();
    setTimeout(release, 40);
  });
});
setTimeout(play, 0);
