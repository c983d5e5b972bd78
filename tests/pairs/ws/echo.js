'use strict';
// A server that echoes, and a client with every kind of message.
const WebSocket = require('ws');

const wss = new WebSocket.WebSocketServer({port: 0, host: '127.0.0.1'});
wss.on('listening', () => {
  console.log('listening', wss.address().family, wss.clients.size);
  const socket = new WebSocket('ws://127.0.0.1:' + wss.address().port + '/path?query', ['one', 'two']);
  console.log(socket.readyState === WebSocket.CONNECTING, socket.bufferedAmount, JSON.stringify(socket.protocol), socket.isPaused);
  try {
    socket.send('too early');
  } catch (error) {
    console.log(error.message);
  }
  socket.on('upgrade', (response) => {
    console.log('upgrade', response.statusCode, response.headers.upgrade, response.headers['sec-websocket-extensions']);
  });
  socket.on('open', () => {
    console.log('open', socket.readyState === WebSocket.OPEN, socket.protocol, JSON.stringify(socket.extensions), socket.binaryType);
    socket.send('text');
    socket.send(Buffer.from([1, 2, 3]));
    socket.send(new Uint8Array([4, 5, 6]));
    socket.send('');
    socket.send(42);
    socket.send('bytes of a text', {binary: true});
    socket.send(Buffer.from('text of bytes'), {binary: false});
    socket.send('in ', {fin: false});
    socket.send('three ', {fin: false});
    socket.send('parts');
    socket.send('x'.repeat(200));
    socket.send('y'.repeat(70000), () => { console.log('70000 are written'); });
    socket.ping('are you there');
    socket.ping();
    socket.pong(Buffer.from('not asked'));
    try {
      socket.ping('x'.repeat(126));
    } catch (error) {
      console.log(error.name, error.message);
    }
  });
  let left = 10;
  socket.on('message', (data, isBinary) => {
    console.log('client', isBinary, data.length > 40 ? data.length : data.toString());
    if (--left) return;
    socket.close(4001, 'that is all');
    console.log(socket.readyState === WebSocket.CLOSING);
    socket.send('too late', (error) => { console.log(error.message, socket.bufferedAmount > 0); });
  });
  socket.on('ping', (data) => { console.log('client ping', data.toString()); });
  socket.on('pong', (data) => { console.log('client pong', data.toString()); });
  socket.on('close', (code, reason) => {
    socket.close();
    socket.terminate();
    socket.pause();
    setTimeout(() => { console.log('client close', code, reason.toString(), socket.readyState === WebSocket.CLOSED); }, 50);
  });
});
wss.on('connection', (socket, request) => {
  console.log('connection', request.url, request.headers['sec-websocket-protocol'], socket.protocol, wss.clients.size, socket.url);
  socket.on('error', (error) => { console.log('server', error.message); });
  socket.on('message', (data, isBinary) => {
    socket.send(data, {binary: isBinary});
  });
  socket.on('ping', (data) => { console.log('server ping', data.toString()); });
  socket.on('pong', (data) => { console.log('server pong', data.toString()); });
  socket.on('close', (code, reason) => {
    console.log('server close', code, reason.toString(), wss.clients.size);
    wss.close(() => {
      console.log('closed');
      wss.close((error) => { console.log(error.message); });
    });
  });
});
wss.on('close', () => { console.log('server is closed'); });
