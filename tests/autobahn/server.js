'use strict';
// The echo server that Autobahn's cases are run against; server.cpp is the same on packages/ws.
const {WebSocketServer} = require('ws');

const wss = new WebSocketServer({host: '127.0.0.1', perMessageDeflate: true, port: process.env.PORT});
wss.on('listening', () => { console.log(wss.address().port); });
wss.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => { socket.send(data, {binary: isBinary}); });
  socket.on('error', () => {});
});
