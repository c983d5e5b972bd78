// The heads of responses: lengths, transfer codings, the Connection header, dates; the bytes of headers; the forms of
// writeHead.
const {http, scene, play, attempt, say, get} = require('./server_scenes.js');
const respond = (name, f, input = get) => {
  scene(name, () => http.createServer((request, response) => { f(response, request); }), [input]);
};
const get10 = 'GET / HTTP/1.0\r\n\r\n';
const kept10 = 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n';
const head = 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const kept = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
respond('end', (response) => { response.end(); });
respond('end text', (response) => { response.end('body'); });
respond('end bytes', (response) => { response.end(Buffer.from('body')); });
respond('write and end', (response) => { response.write('a'); response.end('b'); });
respond('kept', (response) => { response.end('body'); }, kept);
respond('1.0', (response) => { response.end('body'); }, get10);
respond('1.0 write', (response) => { response.write('a'); response.end('b'); }, get10);
respond('1.0 kept', (response) => { response.end('body'); }, kept10);
respond('1.0 kept with a length', (response) => {
  response.setHeader('Content-Length', 4);
  response.end('body');
}, kept10);
respond('1.0 te chunked', (response) => { response.end('body'); },
  'GET / HTTP/1.0\r\nTE: chunked\r\nConnection: keep-alive\r\n\r\n');
respond('1.0 te chunked write', (response) => { response.write('a'); response.end('b'); },
  'GET / HTTP/1.0\r\nTE: chunked\r\n\r\n');
respond('head', (response) => { response.end('body'); }, head);
respond('head write', (response) => { response.write('a'); response.end('b'); }, head);
respond('204', (response) => { response.writeHead(204); response.end('body'); });
respond('304', (response) => { response.writeHead(304, {'X-A': 1}); response.write('no'); response.end(); });
respond('204 chunked', (response) => {
  response.writeHead(204, {'Transfer-Encoding': 'chunked'});
  response.end();
}, kept);
respond('205', (response) => { response.statusCode = 205; response.end(); });
respond('unknown code', (response) => { response.writeHead(299); response.end(); });
respond('own message', (response) => { response.statusMessage = 'Fine'; response.statusCode = 201; response.end(); });
respond('message as an argument', (response) => { response.writeHead(200, 'Very well', {'X-A': 'b'}); response.end(); });
respond('empty message', (response) => { response.writeHead(200, ''); response.end(); });
respond('wrapped code', (response) => { response.writeHead(4294967496); response.end(); });
respond('fractional code', (response) => { response.writeHead(201.7); response.end(); });
respond('length removed', (response) => { response.removeHeader('Content-Length'); response.end('body'); });
respond('coding removed', (response) => { response.removeHeader('transfer-encoding'); response.end('body'); });
respond('both removed', (response) => {
  response.removeHeader('transfer-encoding');
  response.removeHeader('content-length');
  response.write('a');
  response.end('b');
}, kept);
respond('connection removed', (response) => { response.removeHeader('Connection'); response.end('body'); }, kept);
respond('connection removed, closing', (response) => { response.removeHeader('Connection'); response.end('body'); });
respond('date removed', (response) => { response.removeHeader('Date'); response.end('body'); });
respond('no date', (response) => { response.sendDate = false; response.end('body'); });
respond('own date', (response) => { response.setHeader('Date', 'today'); response.end('body'); });
respond('connection close', (response) => { response.setHeader('Connection', 'close'); response.end('body'); }, kept);
respond('connection kept in vain', (response) => { response.setHeader('Connection', 'keep-alive'); response.end('body'); });
respond('own keep-alive', (response) => { response.setHeader('Keep-Alive', 'timeout=9'); response.end('body'); }, kept);
respond('not kept', (response) => { response.shouldKeepAlive = false; response.end('body'); }, kept);
respond('own chunked', (response) => { response.setHeader('Transfer-Encoding', 'chunked'); response.end('body'); });
respond('own coding', (response) => { response.setHeader('Transfer-Encoding', 'gzip'); response.end('body'); });
respond('too long', (response) => { response.setHeader('Content-Length', 2); response.end('body'); });
respond('no chunks', (response) => {
  response.useChunkedEncodingByDefault = false;
  response.write('a');
  response.end('b');
}, kept);
respond('trailer header', (response) => {
  response.setHeader('Trailer', 'X-After');
  response.addTrailers({'X-After': 'yes', 'X-Many': ['a', 'b'], 'X-One': ['c'], 'X-None': [], 'X-Latin': 'é'});
  response.end('body');
});
respond('trailers', (response) => {
  response.write('a');
  response.addTrailers([['X-After', 'yes'], ['X-After', 'no']]);
  response.end('b');
});
respond('trailers in vain', (response) => { response.addTrailers({'X-After': 'yes'}); response.end('body'); });
respond('trailer without chunks', (response) => {
  attempt('end', () => response.writeHead(200, {'Trailer': 'X', 'Content-Length': 4}));
  response.end('body');
});
respond('flat', (response) => { response.writeHead(200, ['X-A', '1', 'x-a', '2', 'X-B', '3']); response.end(); });
respond('flat over set', (response) => {
  response.setHeader('X-A', '0');
  response.setHeader('X-C', '0');
  response.writeHead(200, ['X-A', '1', 'x-a', '2', 'X-B', '3']);
  say(response.getHeader('x-a'), response.getHeaderNames());
  response.end();
});
respond('flat and odd', (response) => {
  attempt('odd', () => response.writeHead(200, ['X-A', '1', 'X-B']));
  response.setHeader('X-C', '0');
  attempt('odd over set', () => response.writeHead(200, ['X-A']));
  attempt('odd information', () => response.writeInformation(103, ['X-A']));
  response.end();
});
respond('object over set', (response) => {
  response.setHeader('X-A', '0');
  response.setHeader('X-C', '0');
  response.writeHead(200, {'x-a': 1, 'X-B': ['2', '3']});
  say({...response.getHeaders()}, response.getRawHeaderNames());
  response.end();
});
respond('the request\'s own', (response, request) => { response.writeHead(200, request.rawHeaders); response.end('echo'); },
  'GET / HTTP/1.1\r\nHost: x\r\nX-Twice: 1\r\nx-twice: 2\r\nConnection: close\r\n\r\n');
respond('the request\'s joined', (response, request) => { response.writeHead(200, request.headers); response.end('echo'); },
  'GET / HTTP/1.1\r\nHost: x\r\nX-Twice: 1\r\nx-twice: 2\r\nSet-Cookie: a\r\nset-cookie: b\r\nConnection: close\r\n\r\n');
respond('cookies', (response) => {
  response.setHeader('Cookie', ['a=1', 'b=2']);
  response.setHeader('Set-Cookie', ['a=1', 'b=2']);
  response.end();
});
respond('disposition', (response) => {
  response.setHeader('Content-Disposition', 'attachment; filename="Ã©.txt"');
  response.end('body');
});
respond('disposition without a length', (response) => {
  response.setHeader('Content-Disposition', 'attachment; filename="Ã©.txt"');
  response.write('body');
  response.end();
});
// A head with wide characters is encoded like the body text that follows it.
const wide = (name, f) => { respond('wide ' + name, (response) => { response.setHeader('X', 'é'); f(response); }); };
wide('end text', (response) => { response.end('bödy'); });
wide('end latin1', (response) => { response.end('bödy', 'latin1'); });
wide('end bytes', (response) => { response.end(Buffer.from('body')); });
wide('end hex', (response) => { response.end('abcd', 'hex'); });
wide('end', (response) => { response.end(); });
wide('write', (response) => { response.write('ö'); response.end('ä'); });
wide('write with a length', (response) => { response.setHeader('Content-Length', 4); response.write('ö'); response.end('ä'); });
wide('flush', (response) => { response.flushHeaders(); response.end('ä'); });
wide('message', (response) => { response.writeHead(200, 'Schön'); response.end('x'); });
wide('head', (response) => { response.writeHead(200, {'Y': 'ü'}); response.end('x'); });
play();
