// The limits and checks of an http server, and its event clientError in all forms.
const {http, scene, play, say} = require('./server_scenes.js');
const request = (more = '', target = '/') => 'GET ' + target + ' HTTP/1.1\r\nHost: x\r\n' + more + '\r\n';
const close = 'Connection: close\r\n';
const serve = (options, f) => () => {
  const server = http.createServer(options, (req, res) => { res.end(req.url + ' ' + req.rawHeaders.length); });
  if (f) f(server);
  return server;
};
const hear = (server) => {
  server.on('clientError', (error, socket) => {
    say(error.name, error.code, error.message, error.bytesParsed, error.reason, socket.writable, socket.destroyed);
    say(Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1').slice(0, 40) : 'no packet');
    socket.end('HTTP/1.1 400 Mine\r\n\r\n');
  });
};
const fields = (count) => Array.from({length: count}, (_, i) => 'a' + i + ': b\r\n').join('');
scene('999 fields', serve({}), [request(close + fields(997))]);
scene('1000 fields', serve({}), [request(close + fields(998))]);
scene('1001 fields', serve({}), [request(close + fields(999))]);
scene('1200 fields', serve({}), [request(close + fields(1198))]);
scene('maxHeadersCount 4', serve({}, (server) => { server.maxHeadersCount = 4; }), [request(close + fields(10))]);
scene('maxHeadersCount 0', serve({}, (server) => { server.maxHeadersCount = 0; }), [request(close + fields(1500))]);
scene('maxHeadersCount hides', serve({}, (server) => { server.maxHeadersCount = 1; }), ['GET / HTTP/1.1\r\nX-A: 1\r\nHost: x\r\nConnection: close\r\n\r\n']);
scene('maxHeaderSize', serve({maxHeaderSize: 100}), [request(close + 'X-A: ' + 'a'.repeat(100) + '\r\n')]);
scene('maxHeaderSize below', serve({maxHeaderSize: 200}), [request(close + 'X-A: ' + 'a'.repeat(100) + '\r\n')]);
scene('16 KiB', serve({}), [request(close + 'X-A: ' + 'a'.repeat(17000) + '\r\n')]);
scene('no host', serve({}), ['GET / HTTP/1.1\r\n\r\n']);
scene('no host, allowed', serve({requireHostHeader: false}), ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n']);
scene('no host, 1.0', serve({}), ['GET / HTTP/1.0\r\n\r\n']);
scene('maxRequestsPerSocket', serve({}, (server) => {
  server.maxRequestsPerSocket = 2;
  server.on('dropRequest', (req, socket) => { say('dropped', req.url, socket === req.socket); });
}), [request('', '/1'), 20, request('', '/2'), 20, request('', '/3'), 20, request('', '/4')]);
scene('maxRequestsPerSocket 1, pipelined', serve({}, (server) => {
  server.maxRequestsPerSocket = 1;
  server.on('dropRequest', (req) => { say('dropped', req.url); });
}), [request('', '/1') + request('', '/2')]);
scene('maxRequestsPerSocket 5', serve({}, (server) => { server.maxRequestsPerSocket = 5; }), [request(), 20]);
scene('bad method', serve({}, hear), ['GEX / HTTP/1.1\r\n\r\n']);
scene('bad version', serve({}, hear), ['GET / HTTP/9.1\r\n\r\n']);
scene('bad field', serve({}, hear), [request('a b: c\r\n')]);
scene('bad length', serve({}, hear), [request('Content-Length: x\r\n')]);
scene('both lengths', serve({}, hear), [request('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n')]);
scene('bad chunk', serve({}, hear), ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n']);
scene('bad second request', serve({}, hear), [request() + 'bad\r\n\r\n']);
scene('cut before the error', serve({}, hear), [request('X-A: b\r\n').slice(0, -2), 20, 'bad field: x\r\n\r\n']);
scene('too much', serve({maxHeaderSize: 100}, hear), [request('X-A: ' + 'a'.repeat(200) + '\r\n')]);
scene('TLS', serve({}, hear), ['\x16\x03\x01\x02\x00\x01']);
scene('nobody hears: bad', serve({}), ['GEX / HTTP/1.1\r\n\r\n']);
scene('nobody hears: extensions', serve({}), ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;' + 'a'.repeat(17000) + '\r\n']);
scene('nobody hears: in a body that is answered', serve({}), ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 20, 'xyz\r\n']);
scene('nobody hears: an answer under way', () => http.createServer((req, res) => { res.write('part'); }),
  ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 20, 'xyz\r\n']);
scene('nobody hears: an answer to come', () => http.createServer((req, res) => {
  req.on('error', (error) => { say(error.code, error.message); });
  res.on('close', () => { say('close', res.headersSent); });
}), ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 20, 'xyz\r\n']);
scene('heard and left', serve({}, (server) => { server.on('clientError', (error) => { say(error.code); }); }), ['bad\r\n\r\n', 20, 'more']);
scene('heard and destroyed', serve({}, (server) => { server.on('clientError', (error, socket) => { socket.destroy(error); }); }), ['bad\r\n\r\n']);
scene('joined', () => http.createServer({joinDuplicateHeaders: true}, (req, res) => {
  say(req.headers, req.headersDistinct['host']);
  res.end();
}), [request('Host: y\r\nAge: 1\r\nAge: 2\r\nCookie: a\r\nCookie: b\r\nSet-Cookie: a\r\nX: 1\r\nx: 2\r\n' + close)]);
scene('not joined', () => http.createServer((req, res) => {
  say(req.headers, req.headersDistinct['host']);
  res.end();
}), [request('Host: y\r\nAge: 1\r\nAge: 2\r\nCookie: a\r\nCookie: b\r\nSet-Cookie: a\r\nX: 1\r\nx: 2\r\n' + close)]);
scene('unique', () => http.createServer({uniqueHeaders: ['X-One', 'x-after']}, (req, res) => {
  res.writeHead(200, {'X-One': ['a', 'b'], 'X-Two': ['a', 'b'], 'Trailer': 'X-After'});
  res.addTrailers({'X-After': ['a', 'b'], 'X-More': ['a', 'b']});
  res.end('x');
}), [request(close)]);
play();
