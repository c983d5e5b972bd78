'use strict';
// What a client makes of servers that answer wrongly, redirect, wait or refuse, and what it sends.
const http = require('http');
const {createHash} = require('crypto');
const WebSocket = require('ws');

const accept = (request) => createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
let port = 0;
const answers = {
  '/not-websocket': () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n',
  '/bad-accept': () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: no\r\n\r\n',
  '/protocol': (request) => good(request) + 'Sec-WebSocket-Protocol: one\r\n\r\n',
  '/extension': (request) => good(request) + 'Sec-WebSocket-Extensions: other\r\n\r\n',
  '/bad-extension': (request) => good(request) + 'Sec-WebSocket-Extensions: permessage-deflate; x\r\n\r\n',
  '/malformed-extension': (request) => good(request) + 'Sec-WebSocket-Extensions: permessage-deflate;\r\n\r\n',
  '/good': (request) => good(request) + '\r\n',
  '/404': () => 'HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnone',
  '/circle': () => 'HTTP/1.1 302 Found\r\nLocation: /circle\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  '/to-good': () => 'HTTP/1.1 307 Temporary Redirect\r\nLocation: /good?redirected\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  '/to-other': () => 'HTTP/1.1 301 Moved Permanently\r\nLocation: ws://localhost:' + port + '/good\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  '/to-file': () => 'HTTP/1.1 301 Moved Permanently\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  '/to-nowhere': () => 'HTTP/1.1 301 Moved Permanently\r\nLocation: http://:x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  '/broken': () => 'nonsense\r\n\r\n',
  '/gone': () => '',
};
const good = (request) => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ' + accept(request) + '\r\n';
const server = http.createServer();
server.on('upgrade', (request, socket) => {
  const fields = ['sec-websocket-version', 'sec-websocket-protocol', 'sec-websocket-extensions', 'origin', 'sec-websocket-origin', 'authorization', 'cookie', 'x-own', 'connection'];
  console.log('asked', request.url, fields.map((name) => name + '=' + request.headers[name]).filter((text) => !text.endsWith('=undefined')).join(' '));
  socket.on('error', () => {});
  socket.on('end', () => { socket.end(); });
  const path = request.url.split('?')[0];
  if (path === '/silent') return;
  const answer = answers[path](request);
  if (answer) socket.write(answer);
  else socket.destroy();
});
const tries = [
  ['/not-websocket'], ['/bad-accept'], ['/protocol'], ['/protocol', 'two'], ['/protocol', ['two', 'one']], ['/good', 'one'],
  ['/extension'], ['/bad-extension'], ['/malformed-extension'], ['/extension', [], {perMessageDeflate: false}], ['/good'], ['/404'],
  ['/circle', [], {followRedirects: true, maxRedirects: 2}], ['/to-good'], ['/to-good', [], {followRedirects: true}],
  ['/to-other', [], {followRedirects: true, headers: {Authorization: 'secret', Cookie: 'a=b', 'X-Own': 'kept'}}],
  ['/to-file', [], {followRedirects: true}], ['/to-nowhere', [], {followRedirects: true}], ['/broken'], ['/gone'], ['/silent', [], {handshakeTimeout: 30}],
  ['/good', [], {origin: 'http://here', protocolVersion: 13, headers: {'X-Own': 'mine'}}], ['/good', [], {origin: 'http://here', protocolVersion: 8}],
  ['/to-good', [], {followRedirects: true, finishRequest: (request, socket) => {
    console.log('finish', request.method, socket.readyState);
    request.setHeader('X-Own', 'finished');
    request.end();
  }}],
  ['/good', [], {perMessageDeflate: {clientMaxWindowBits: 10, serverNoContextTakeover: true, serverMaxWindowBits: 9}}],
];
function attempt(i) {
  if (i === tries.length) return early();
  const [path, protocols, options] = tries[i];
  const socket = new WebSocket('ws://user:pass@127.0.0.1:' + port + path, protocols, options);
  socket.on('open', () => {
    console.log('open', JSON.stringify(socket.protocol), socket.url.replace(String(port), 'port'));
    socket.close();
    socket.terminate();
  });
  if (path === '/404' && i % 2 === 1) socket.on('unexpected-response', (request, response) => {
    console.log('unexpected', request.method, response.statusCode);
    socket.terminate();
  });
  if (options && options.finishRequest) socket.on('redirect', (url, request) => {
    console.log('redirect', url.replace(String(port), 'port'), request.path);
  });
  socket.on('error', (error) => { console.log(error.name, error.code || '', error.message.replace(String(port), 'port')); });
  socket.on('close', (code, reason) => {
    console.log('close', code, reason.length, socket.readyState);
    setTimeout(attempt, 2, i + 1);
  });
}
server.listen(0, '127.0.0.1', () => {
  port = server.address().port;
  attempt(0);
});
// Sockets that are closed before they are open, and what cannot be made at all.
function early() {
  for (const [address, protocols, options] of [
    ['no url'], ['ftp://x'], ['ws://x#fragment'], ['ws+unix:'], ['ws://x', 'a b'], ['ws://x', ['a', 'a']], ['ws://x', ''], ['ws://x', [], {protocolVersion: 9}],
  ]) {
    try {
      new WebSocket(address, protocols, options);
      console.log('made');
    } catch (error) {
      console.log(error.name, error.message);
    }
  }
  let left = 3;
  const over = () => { if (--left === 0) server.close(); };
  const closing = new WebSocket('ws://127.0.0.1:' + port + '/good');
  closing.on('error', (error) => { console.log('closing', error.message, closing.readyState); });
  closing.on('close', (code) => {
    console.log('closing', code);
    over();
  });
  closing.close();
  console.log(closing.readyState);
  closing.send('lost', (error) => { console.log(error.message, closing.bufferedAmount); });
  const upgrading = new WebSocket(new URL('ws://127.0.0.1:' + port + '/good?upgrading'));
  upgrading.on('upgrade', () => { upgrading.terminate(); });
  upgrading.on('error', (error) => { console.log('upgrading', error.message); });
  upgrading.on('close', (code) => {
    setTimeout(() => {
      console.log('upgrading', code);
      over();
    }, 20);
  });
  const refused = new WebSocket('ws://127.0.0.1:1/');
  refused.on('error', (error) => {
    setTimeout(() => { console.log('refused', error.code, error.message); }, 40);
  });
  refused.on('close', (code) => {
    setTimeout(() => {
      console.log('refused', code);
      over();
    }, 60);
  });
}
