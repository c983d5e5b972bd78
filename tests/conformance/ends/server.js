'use strict';
// A server for other people's clients of HTTP, of WebSockets and of server-sent events; server.cpp is the same in
// Node.cpp. With KEY and CERT it speaks TLS.
const fs = require('fs');
const http = require('http');
const https = require('https');
const zlib = require('zlib');
const {WebSocketServer} = require('ws');

const page = 'a line of a page\n'.repeat(6000);
const asked = new Map();  // how often a client with an id has asked
const count = id => {
  asked.set(id, (asked.get(id) || 0) + 1);
  return asked.get(id);
};

const pages = {
  '/text': (request, response, query) => response.end(Buffer.alloc(Number(query.get('bytes')), 'x')),
  '/echo': (request, response) => {
    response.setHeader('X-Length', String(request.headers['content-length'] || request.headers['transfer-encoding']));
    request.pipe(response);
  },
  '/chunks': (request, response, query) => {
    for (let i = 0; i < Number(query.get('count')); i++) response.write('chunk ' + i + '\n');
    response.end();
  },
  '/status': (request, response, query) => {
    response.writeHead(Number(query.get('code')), {'X-Own': 'yes'});
    response.end();
  },
  '/redirect': (request, response, query) => {
    response.writeHead(Number(query.get('code')), {'Location': query.get('to')});
    response.end();
  },
  '/circle': (request, response) => {
    response.writeHead(302, {'Location': '/circle'});
    response.end();
  },
  '/compressed': (request, response, query) => {
    const how = query.get('how');
    response.setHeader('Content-Encoding', how);
    response.end(how === 'gzip' ? zlib.gzipSync(page) : how === 'br' ? zlib.brotliCompressSync(page) : zlib.deflateSync(page));
  },
  '/headers': (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.end(JSON.stringify({own: request.headers['x-own'], list: request.headers['x-list'], method: request.method, url: request.url}));
  },
  '/early': (request, response) => {
    response.writeEarlyHints({'link': '</style.css>; rel=preload'}, () => {
      response.writeProcessing();
      response.end('late');
    });
  },
  '/trailers': (request, response) => {
    response.writeHead(200, {'Trailer': 'X-Sum'});
    response.write('body');
    response.addTrailers({'X-Sum': '4'});
    response.end();
  },
  '/slow': (request, response, query) => setTimeout(() => response.end('slow'), Number(query.get('ms'))),
  '/never': (request, response) => {
    response.write('some');
    response.on('close', () => count('gone'));
  },
  '/gone': (request, response) => response.end(String(asked.get('gone') || 0)),
  '/cut': (request, response) => {
    response.writeHead(200, {'Content-Length': 1000});
    response.write('part', () => response.destroy());
  },
  '/last': (request, response) => {
    response.writeHead(200, {'Connection': 'close'});
    response.end('last');
  },
  '/flaky': (request, response, query) => {
    if (count(query.get('id')) < 3) response.statusCode = 503;
    response.end('try ' + asked.get(query.get('id')));
  },
  '/resumed': (request, response, query) => {
    const range = /^bytes=(\d+)-/.exec(request.headers.range);
    const from = range ? Number(range[1]) : 0;
    const part = page.slice(from);
    const fields = {'ETag': '"page"', 'Accept-Ranges': 'bytes', 'Content-Length': part.length};
    if (range) fields['Content-Range'] = `bytes ${from}-${page.length - 1}/${page.length}`;
    response.writeHead(range ? 206 : 200, fields);
    if (count(query.get('id')) === 1) response.write(part.slice(0, 5000), () => response.destroy());
    else response.end(part);
  },
  '/cached': (request, response, query) => {
    response.setHeader('ETag', '"one"');
    response.setHeader('Cache-Control', 'max-age=' + query.get('age'));
    count(query.get('id'));
    if (request.headers['if-none-match'] === '"one"') response.statusCode = 304;
    response.end('asked ' + asked.get(query.get('id')));
  },
  '/events': (request, response, query) => {
    response.writeHead(200, {'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store'});
    response.write('retry: 30\n\n');
    response.write(': a comment\n\n');
    response.write('id: 1\ndata: one\n\n');
    response.write('id: 2\ndata: two\ndata: lines\n\n');
    response.write('event: named\nid: \u20ac\ndata: \u{1f600} ' + request.headers['last-event-id'] + '\n\n');
    response.write('id:\ndata:\n\n');
    for (let i = 0; i < Number(query.get('more')); i++) response.write('event: more\ndata: ' + i + '\n\n');
    response.on('close', () => count('gone'));
  },
  '/events/again': (request, response) => {
    const last = Number(request.headers['last-event-id'] || 0);
    if (last === 3) {
      response.writeHead(204);
      response.end();
      return;
    }
    response.writeHead(200, {'Content-Type': 'text/event-stream'});
    response.write('retry: 20\n\n');
    response.write('id: ' + (last + 1) + '\ndata: ' + last + '\n\n');
    response.end();
  },
};

function answer(request, response) {
  const {pathname, searchParams} = new URL(request.url, 'http://localhost');
  response.setHeader('X-Port', String(request.socket.remotePort));
  if (pages[pathname]) {
    pages[pathname](request, response, searchParams);
  } else {
    response.statusCode = 404;
    response.end('nothing here');
  }
}

// What happens on a WebSocket of each path.
const sockets = {
  '/socket/echo': socket => socket.on('message', (data, isBinary) => socket.send(data, {binary: isBinary})),
  '/socket/close': (socket, request, query) => {
    if (query.has('code')) socket.close(Number(query.get('code')), query.get('reason') || '');
    else socket.close();
  },
  '/socket/closed': socket => socket.on('close', (code, reason) => count('closed ' + code + ' ' + reason)),
  '/socket/terminate': socket => socket.on('message', () => socket.terminate()),
  '/socket/ping': socket => {
    socket.on('pong', data => socket.send('pong ' + data));
    socket.on('ping', data => socket.send('ping ' + data));
    socket.ping('beat');
  },
  '/socket/many': (socket, request, query) => {
    const data = Buffer.alloc(Number(query.get('bytes')), 'm');
    for (let i = 0; i < Number(query.get('count')); i++) socket.send(data, {binary: i % 2 === 0});
    socket.close(1000, 'done');
  },
  '/socket/fragments': socket => {
    socket.send('frag', {fin: false});
    socket.ping('between');
    socket.send('', {fin: false});
    socket.send('ments', {fin: true});
    socket.send(Buffer.from([1, 2]), {fin: false});
    socket.send(Buffer.from([3]), {fin: true});
  },
  '/socket/paused': socket => {
    let length = 0;
    socket.pause();
    setTimeout(() => socket.resume(), 100);
    socket.on('message', data => {
      length += data.length;
      if (length === 1 << 22) socket.send('read all');
    });
  },
  '/socket/request': (socket, request) => socket.send(JSON.stringify({own: request.headers['x-own'], origin: request.headers.origin,
    protocol: socket.protocol, extensions: socket.extensions, url: request.url})),
};

const settings = {
  deflate: true,
  none: false,
  contexts: {serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: 0},
  windows: {serverMaxWindowBits: 10, clientMaxWindowBits: 10, threshold: 0},
};
const servers = Object.fromEntries(Object.entries(settings).map(([name, perMessageDeflate]) => [name, new WebSocketServer({
  handleProtocols: protocols => (protocols.has('second') ? 'second' : ''),
  maxPayload: 1 << 23,
  noServer: true,
  perMessageDeflate,
  verifyClient: (info, callback) => callback(!info.req.url.startsWith('/socket/refused'), 403, 'not you', {'X-Why': 'refused'}),
})]));

function upgrade(request, socket, head) {
  socket.on('error', () => {});
  if (request.headers.upgrade === 'echo') {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    socket.pipe(socket);
    return;
  }
  const {pathname, searchParams} = new URL(request.url, 'http://localhost');
  servers[searchParams.get('how') || 'deflate'].handleUpgrade(request, socket, head, made => {
    made.on('error', error => count('error ' + error.code));
    (sockets[pathname] || (() => made.close(4404, 'nothing here')))(made, request, searchParams);
  });
}

const server = process.env.KEY
  ? https.createServer({key: fs.readFileSync(process.env.KEY), cert: fs.readFileSync(process.env.CERT)}, answer)
  : http.createServer(answer);
server.on('upgrade', upgrade);
server.on('connect', (request, socket) => {
  socket.on('error', () => {});
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  socket.pipe(socket);
});
pages['/count'] = (request, response, query) => response.end(String(asked.get(query.get('id')) || 0));
server.listen(process.env.PORT, '127.0.0.1');
