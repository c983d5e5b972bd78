// The server of bench/ws.js, on npm's ws; server.cpp is the same on packages/ws.
const {WebSocketServer} = require('ws');

const broadcasts = process.env.KIND === 'broadcast';
const wss = new WebSocketServer({port: process.env.PORT, host: '127.0.0.1', perMessageDeflate: false});
wss.on('connection', socket => {
  socket.on('message', (data, isBinary) => {
    if (!broadcasts) return socket.send(data, {binary: isBinary});
    for (const client of wss.clients) client.send(data, {binary: isBinary});
  });
});
