'use strict';
// createWebSocketStream on both sides, and over TLS.
const https = require('https');
const http = require('http');
const WebSocket = require('ws');
const {certificate} = require('../tls/scenes.js');

const pem = certificate('localhost', 'DNS:localhost,IP:127.0.0.1');
function serve(server, options, address, next) {
  const wss = new WebSocket.Server({server, ...options});
  wss.on('connection', (socket, request) => {
    console.log('connection', request.url);
    const duplex = WebSocket.createWebSocketStream(socket);
    duplex.on('end', () => { setTimeout(() => { console.log('server end'); }, 10); });
    duplex.on('error', (error) => { console.log('server', error.message); });
    duplex.pipe(duplex);
  });
  server.listen(0, '127.0.0.1', () => {
    const socket = new WebSocket(address(server.address().port), {rejectUnauthorized: false});
    const duplex = WebSocket.createWebSocketStream(socket, {encoding: 'utf8'});
    let length = 0;
    duplex.on('data', (chunk) => {
      length += chunk.length;
      if (length === 300005) duplex.end();
    });
    duplex.on('end', () => { console.log('end', length, typeof duplex.read); });
    duplex.on('error', (error) => { console.log('error', error.message); });
    duplex.on('close', () => {
      setTimeout(() => {
        console.log('close', duplex.destroyed);
        wss.close();
        server.close(next);
      }, 20);
    });
    duplex.write('hello');
    duplex.write('x'.repeat(300000));
  });
}
serve(http.createServer(), {}, (port) => 'ws://127.0.0.1:' + port + '/plain', () => {
  serve(https.createServer({key: pem, cert: pem}), {perMessageDeflate: true}, (port) => 'wss://127.0.0.1:' + port + '/secure', () => {
    const failing = WebSocket.createWebSocketStream(new WebSocket('ws://127.0.0.1:1'));
    failing.on('error', (error) => { console.log(error.code, error.message); });
    failing.on('close', () => {
      console.log('failing is closed');
      destroyed();
    });
    failing.write('into nothing');
  });
});
function destroyed() {
  const wss = new WebSocket.Server({host: '127.0.0.1', port: 0}, () => {
    const duplex = WebSocket.createWebSocketStream(new WebSocket('ws://127.0.0.1:' + wss.address().port), {readableObjectMode: true});
    duplex.on('data', (message) => {
      console.log(typeof message, message);
      duplex.destroy();
    });
    duplex.on('close', () => {
      console.log('destroyed', duplex.destroyed);
      wss.close();
    });
  });
  wss.on('connection', (socket) => {
    socket.send('a text');
    socket.on('close', (code) => { setTimeout(() => { console.log(code); }, 20); });
  });
}
