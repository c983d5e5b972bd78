// WebSockets over TLS: ws' client with `ca`, certificates that are refused, and the global client.
const https = require('https');
const tls = require('tls');
const ws = require('ws');
const {certificate} = require('../tls/scenes.js');

const pem = certificate('localhost', 'DNS:localhost');
const server = https.createServer({key: pem, cert: pem});
const sockets = new ws.WebSocketServer({server});
sockets.on('connection', (socket, request) => {
  socket.on('message', (data, isBinary) => socket.send(`${request.url} ${request.socket.encrypted} ${data}`));
});
function connect(name, url, options, next) {
  const socket = new ws.WebSocket(url, options);
  socket.on('open', () => {
    console.log(name, 'open');
    socket.send('hello');
  });
  socket.on('message', data => {
    console.log(name, String(data));
    socket.close(1000, 'enough');
  });
  socket.on('error', error => console.log(name, 'error', error.code, error.message.replace(/; if the root CA.*/, '')));
  socket.on('close', code => {
    console.log(name, 'close', code);
    next();
  });
}
function connectGlobally(name, url, next) {
  const socket = new WebSocket(url);
  socket.onopen = () => {
    console.log(name, 'open');
    socket.send('hello');
  };
  socket.onmessage = event => {
    console.log(name, event.data);
    socket.close(1000, 'enough');
  };
  socket.onerror = event => console.log(name, event.type);
  socket.onclose = event => {
    console.log(name, event.type, event.code, event.wasClean);
    next();
  };
}
server.listen(0, 'localhost', () => {
  const url = `wss://localhost:${server.address().port}/path`;
  const byNumber = `wss://127.0.0.1:${server.address().port}/path`;
  connect('self-signed', url, {}, () =>
    connect('trusted', url, {ca: pem}, () =>
      connect('unchecked', url, {rejectUnauthorized: false}, () =>
        connect('another name', byNumber, {ca: pem}, () =>
          connect('named', byNumber, {ca: pem, servername: 'localhost'}, () =>
            connectGlobally('global, self-signed', url, () => {
              tls.setDefaultCACertificates([pem]);
              connectGlobally('global', url, () => {
                sockets.close();
                server.close();
              });
            }))))));
});
