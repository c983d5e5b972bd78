'use strict';
// What a server answers to handshakes, good and bad, byte by byte.
const http = require('http');
const net = require('net');
const {WebSocketServer} = require('ws');

const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const good = ['Upgrade: websocket', 'Connection: Upgrade', key, 'Sec-WebSocket-Version: 13'];
const without = (name) => good.filter((line) => !line.startsWith(name));
let server;
function ask(lines, next, method = 'GET', path = '/') {
  const socket = net.connect(server.address().port, '127.0.0.1');
  let answer = '';
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    socket.destroy();
    console.log(answer.split('\r\n').filter((line) => !line.startsWith('Date')).join('|'));
    next();
  };
  socket.on('data', (chunk) => {
    answer += chunk;
    if (answer.startsWith('HTTP/1.1 101') && answer.includes('\r\n\r\n')) end();
    if (answer.endsWith('Upgrade Required')) end();
  });
  socket.on('close', end);
  socket.write(method + ' ' + path + ' HTTP/1.1\r\nHost: x\r\n' + lines.join('\r\n') + '\r\n\r\n');
}
function askAll(cases, next) {
  if (!cases.length) return next();
  const [lines, method, path] = cases[0];
  ask(lines, () => askAll(cases.slice(1), next), method, path);
}
function serve(options, cases, next) {
  server = new WebSocketServer({host: '127.0.0.1', port: 0, ...options}, () => {
    askAll(cases, () => {
      for (const client of server.clients) client.terminate();
      server.close(next);
    });
  });
  server.on('connection', (socket, request) => { console.log('connected', request.url, socket.protocol, socket.extensions); });
}
const protocols = (value) => [[...good, 'Sec-WebSocket-Protocol: ' + value]];

serve({}, [
  [good], [good, 'POST'], [good, 'HEAD'], [[]], [without('Upgrade')], [without('Connection')], [without('Sec-WebSocket-Key')],
  [without('Sec-WebSocket-Version')], [[...without('Upgrade'), 'Upgrade: WebSocket']], [[...without('Upgrade'), 'Upgrade: h2c']],
  [[...without('Sec-WebSocket-Key'), 'Sec-WebSocket-Key: short==']], [[...without('Sec-WebSocket-Key'), 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=*']],
  [[...without('Sec-WebSocket-Version'), 'Sec-WebSocket-Version: 8']], [[...without('Sec-WebSocket-Version'), 'Sec-WebSocket-Version: 7']],
  [[...without('Sec-WebSocket-Version'), 'Sec-WebSocket-Version: 13, 8']], [[...without('Sec-WebSocket-Version'), 'Sec-WebSocket-Version: 0xd']],
  protocols('a'), protocols('a, b'), protocols('a,b ,c'), protocols('a,'), protocols(',a'), protocols('a a'), protocols('a,a'), protocols('"a"'), protocols('a;b'),
], () => serve({
  path: '/chat',
  handleProtocols: (offered, request) => {
    console.log([...offered].join('+'), request.url);
    return offered.has('b') ? 'b' : false;
  },
  verifyClient: (info) => {
    console.log(info.origin, info.secure, info.req.url);
    return info.origin !== 'bad';
  },
}, [
  [good, 'GET', '/chat'], [good, 'GET', '/chat?room=1'], [good, 'GET', '/other'], [good, 'GET', '/chatter'],
  [[...good, 'Origin: bad'], 'GET', '/chat'], [[...good, 'Origin: http://good'], 'GET', '/chat'],
  [[...good, 'Sec-WebSocket-Protocol: a, b, c'], 'GET', '/chat'], [[...good, 'Sec-WebSocket-Protocol: a'], 'GET', '/chat'],
], () => serve({
  verifyClient: (info, callback) => {
    setImmediate(() => {
      if (info.req.url === '/yes') callback(true);
      else if (info.req.url === '/no') callback(false);
      else if (info.req.url === '/teapot') callback(false, 418);
      else callback(false, 403, 'not you', {'X-Why': 'because', 'Content-Type': 'text/plain'});
    });
  },
}, [[good, 'GET', '/yes'], [good, 'GET', '/no'], [good, 'GET', '/teapot'], [good, 'GET', '/else']], more)));

function more() {
  // Classes of the program's own.
  class Choosy extends WebSocketServer {
    shouldHandle(request) { return super.shouldHandle(request) && request.url.endsWith('?yes'); }
  }
  const choosy = new Choosy({port: 0, host: '127.0.0.1', backlog: 5, path: '/chosen'}, () => {
    server = choosy;
    askAll([[good, 'GET', '/chosen?yes'], [good, 'GET', '/chosen?no'], [good, 'GET', '/other?yes']], () => {
      for (const client of choosy.clients) client.terminate();
      choosy.close(shared);
    });
  });
}
function shared() {
  // An http server of the program's own, with two servers of WebSockets, one of them listening to bad clients.
  const own = http.createServer((request, response) => { response.end('plain'); });
  const first = new WebSocketServer({noServer: true, clientTracking: false});
  const second = new WebSocketServer({noServer: true});
  second.on('headers', (headers, request) => {
    console.log(headers.length, request.url);
    headers.push('Set-Cookie: a=b');
  });
  second.on('wsClientError', (error, socket, request) => {
    console.log(error.message, request.url);
    socket.end('HTTP/1.1 400 Mine\r\n\r\n');
  });
  own.on('upgrade', (request, socket, head) => {
    const target = request.url === '/first' ? first : second;
    target.handleUpgrade(request, socket, head, (made, of) => {
      console.log('upgraded', of === request, made.readyState, target.clients ? target.clients.size : 'none');
      try {
        target.handleUpgrade(request, socket, head, () => {});
      } catch (error) {
        console.log(error.message);
      }
    });
  });
  try {
    first.address();
  } catch (error) {
    console.log(error.message);
  }
  server = own;
  own.listen(0, '127.0.0.1', () => askAll([[good, 'GET', '/first'], [good, 'GET', '/second'], [without('Sec-WebSocket-Key'), 'GET', '/second'], [['X: y', 'Connection: close']]], () => {
    first.close(() => { console.log('first closed'); });
    second.close(() => { console.log('second closed'); });
    for (const client of second.clients) client.terminate();
    setTimeout(() => ask(good, () => {
      own.close();
      for (const options of [{}, {port: 1, noServer: true}, {server: own, noServer: true}, {port: 0, server: own}]) {
        try {
          new WebSocketServer(options);
        } catch (error) {
          console.log(error.name, error.message);
        }
      }
    }, 'GET', '/second'), 20);
  }));
}
