// The server of bench/ws.js on Bun's own WebSockets, which stand on uWebSockets.
const broadcasts = process.env.KIND === 'broadcast';
const server = Bun.serve({
  port: process.env.PORT,
  hostname: '127.0.0.1',
  fetch(request, self) {
    if (!self.upgrade(request)) return new Response('an upgrade is required', {status: 426});
  },
  websocket: {
    perMessageDeflate: false,
    open(socket) {
      if (broadcasts) socket.subscribe('all');
    },
    message(socket, data) {
      if (broadcasts) server.publish('all', data);
      else socket.send(data);
    },
  },
});
