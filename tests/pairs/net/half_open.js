const net = require('net');
const {scene, play, watch, collect, say, hold, release} = require('./scenes');
for (const serverHalf of [false, true]) {
  for (const clientHalf of [false, true]) {
    scene(`half open: server ${serverHalf}, client ${clientHalf}; the client ends first`, () => {
      const server = net.createServer({allowHalfOpen: serverHalf}, socket => {
        server.close();
        collect(watch(socket, 'accepted'), 'accepted');
        say('accepted', socket.allowHalfOpen);
        socket.on('end', () => {
          say('accepted', 'writable', socket.writable, socket.readable, socket.readyState);
          hold();
          setTimeout(() => {
            release();
            say('accepted', 'later', socket.writable, socket.readyState, socket.destroyed);
            if (!socket.destroyed) socket.end('late');
          }, 10);
        });
      }).listen(0, '127.0.0.1', () => {
        const client = collect(watch(net.connect({port: server.address().port, host: '127.0.0.1', allowHalfOpen: clientHalf}), 'client'), 'client');
        say('client', client.allowHalfOpen);
        client.end('early');
      });
    });
    scene(`half open: server ${serverHalf}, client ${clientHalf}; the server ends first`, () => {
      const server = net.createServer({allowHalfOpen: serverHalf}, socket => {
        server.close();
        collect(watch(socket, 'accepted'), 'accepted');
        socket.end('early');
      }).listen(0, '127.0.0.1', () => {
        const client = collect(watch(net.connect({port: server.address().port, host: '127.0.0.1', allowHalfOpen: clientHalf}), 'client'), 'client');
        client.on('end', () => hold() || setTimeout(() => {
          release();
          say('client', 'later', client.writable, client.readyState, client.destroyed);
          if (!client.destroyed) client.end('late');
        }, 10));
      });
    });
  }
}
scene('both end at once', () => {
  const server = net.createServer(socket => {
    server.close();
    collect(watch(socket, 'accepted'), 'accepted').end('s');
  }).listen(0, '127.0.0.1', () => collect(watch(net.connect(server.address().port, '127.0.0.1'), 'client'), 'client').end('c'));
});
scene('nobody reads', () => {
  const server = net.createServer(socket => {
    server.close();
    watch(socket, 'accepted').end('unread');
    setTimeout(() => socket.destroy(), 20);
  }).listen(0, '127.0.0.1', () => {
    const client = watch(net.connect(server.address().port, '127.0.0.1'), 'client');
    setTimeout(() => { say('client', client.readyState, client.readableLength); client.destroy(); }, 30);
  });
});
setTimeout(play, 0);
