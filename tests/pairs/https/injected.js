// Servers that get their connections from the program, by emit('connection'): http and https at one port, and TLS inside
// of TLS.
const http = require('http');
const https = require('https');
const net = require('net');
const tls = require('tls');
const {certificate} = require('../tls/scenes.js');
const pem = certificate('localhost', 'DNS:localhost,IP:127.0.0.1');

function answer(request, response) {
  let body = '';
  request.on('data', chunk => { body += chunk; });
  request.on('end', () => response.end(`${request.method} ${request.url} ${body} ${Boolean(request.socket.encrypted)}`));
}
const plain = http.createServer(answer);
const secure = https.createServer({key: pem, cert: pem}, answer);
secure.on('connection', socket => console.log('connection', Boolean(socket.encrypted)));
secure.on('secureConnection', socket => console.log('secureConnection', socket.encrypted));
const inner = tls.createServer({key: pem, cert: pem}, socket => socket.on('data', chunk => socket.end('inner got ' + chunk)));
const outer = tls.createServer({key: pem, cert: pem}, socket => console.log(inner.emit('connection', socket)));
const both = net.createServer(socket => {
  socket.once('data', first => {
    socket.pause();
    socket.unshift(first);
    (first[0] === 22 ? secure : plain).emit('connection', socket);
    process.nextTick(() => socket.resume());
  });
});
both.listen(0, '127.0.0.1', () => {
  const port = both.address().port;
  function ask(module, path, next) {
    const request = module.request({host: '127.0.0.1', port, path, method: 'POST', agent: false, ca: pem}, response => {
      response.on('data', chunk => console.log(response.statusCode, '' + chunk));
      response.on('end', next);
    });
    request.end('body');
  }
  ask(http, '/plain', () => ask(https, '/secure', () => ask(http, '/again', () => both.close(within))));
});
function within() {
  outer.listen(0, '127.0.0.1', () => {
    const first = tls.connect({port: outer.address().port, host: '127.0.0.1', ca: pem}, () => {
      const second = tls.connect({socket: first, servername: 'localhost', ca: pem}, () => {
        console.log(first.authorized, second.authorized);
        second.write('hello');
      });
      second.on('data', chunk => console.log('' + chunk));
      second.on('close', () => outer.close());
    });
  });
}
