// A request that a server receives: its properties, its body in each way of reading, its trailers.
const {http, scene, play, say, attempt} = require('./server_scenes.js');
const close = 'Connection: close\r\n';
const get = (more = '', target = '/') => 'GET ' + target + ' HTTP/1.1\r\nHost: x\r\n' + close + more + '\r\n';
const post = (body, more = '') => 'POST / HTTP/1.1\r\nHost: x\r\n' + close + more + 'Content-Length: ' + Buffer.byteLength(body, 'latin1') + '\r\n\r\n' + body;
const chunks = (body, more = '') => 'POST / HTTP/1.1\r\nHost: x\r\n' + close + more + 'Transfer-Encoding: chunked\r\n\r\n' + body;
const handle = (name, steps, f) => { scene(name, () => http.createServer(f), steps); };
handle('properties', [get('', '/path?a=b')], (request, response) => {
  say(request.method, request.url, request.httpVersion, request.httpVersionMajor, request.httpVersionMinor);
  say(request.complete, request.aborted, request.upgrade, request.destroyed, request.readable, request.readableEnded);
  say(request.statusCode, request.readableHighWaterMark, request.readableFlowing, request.readableLength);
  say(request.socket === request.connection, request.socket === response.socket, response.req === request);
  say(request.trailers, request.rawTrailers, request.trailersDistinct);
  response.end();
});
handle('properties of 1.0', ['GET * HTTP/1.0\r\n\r\n'], (request, response) => {
  say(request.method, request.url, request.httpVersion, request.headers, request.rawHeaders, request.headersDistinct);
  response.end();
});
handle('headers', [get('X-A: 1\r\nx-a: 2\r\nX-Empty:\r\nX-Space:   a b \t\r\nX-Latin: \xe9\r\nAge: 1\r\nage: 2\r\nCookie: a=1\r\nCOOKIE: b=2\r\nSet-Cookie: c\r\nset-cookie: d\r\nUser-Agent: u\r\nAccept: a\r\nAccept: b\r\nETag: 1\r\nETag: 2\r\nConstructor: x\r\n')],
  (request, response) => {
    say(request.headers);
    say(request.rawHeaders);
    say(request.headersDistinct);
    say(request.headers['x-a'], request.headers['X-A'], request.headers['none'], 'x-empty' in request.headers, request.headers['set-cookie'].length);
    say(Object.keys(request.headers).length);
    response.end();
  });
handle('single fields', [get(['Authorization', 'Content-Type', 'Expires', 'From', 'If-Modified-Since', 'If-Unmodified-Since', 'Last-Modified',
  'Location', 'Max-Forwards', 'Proxy-Authorization', 'Referer', 'Retry-After', 'Server', 'Date', 'Vary', 'Via', 'Origin', 'If-Match', 'TE']
  .map((name) => name + ': 1\r\n' + name + ': 2\r\n').join(''))],
(request, response) => {
  say(request.headers);
  response.end();
});
handle('data', [post('hello')], (request, response) => {
  request.on('data', (chunk) => { say('data', chunk, request.complete); });
  request.on('end', () => { say('end', request.complete, request.readableEnded); response.end(); });
  request.on('close', () => { say('close', request.destroyed); });
});
handle('data as text', [post('h\xc3'), 20, ], (request, response) => {
  request.setEncoding('utf8');
  say(request.readableEncoding);
  request.on('data', (chunk) => { say('data', chunk); });
  request.on('end', () => { response.end(); });
});
handle('cut characters', ['POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nh\xc3', 20, '\xa9x'], (request, response) => {
  request.setEncoding('utf8');
  request.on('data', (chunk) => { say('data', chunk); });
  request.on('end', () => { response.end(); });
});
handle('chunks', [chunks('3\r\nabc\r\n0005;ext=1;b="c"\r\ndefgh\r\n'), 20, '0\r\nX-After: 1\r\nx-after: 2\r\nSet-Cookie: a\r\nAge: 1\r\nAge: 2\r\n\r\n'], (request, response) => {
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => {
    say(request.trailers, request.rawTrailers, request.trailersDistinct);
    response.end();
  });
});
handle('readable', [post('hello world')], (request, response) => {
  request.on('readable', () => {
    for (let chunk; (chunk = request.read(4)) !== null;) say('read', chunk.toString(), request.readableLength);
  });
  request.on('end', () => { say('end'); response.end(); });
});
handle('paused', ['POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabc', 30, 'def'], (request, response) => {
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => { say('end'); response.end(); });
  request.pause();
  say(request.isPaused());
  setTimeout(() => { say('resumed', request.readableLength); request.resume(); }, 60);
});
handle('never read', [post('hello')], (request, response) => {
  request.on('end', () => { say('end'); });
  request.on('close', () => { say('close', request.complete); });
  response.end('answer');
  setTimeout(() => { say(request.complete, request.destroyed, request.readableEnded, request.readableFlowing); }, 30);
});
handle('read after the answer', ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc', 30, 'def'], (request, response) => {
  response.end('answer');
  setTimeout(() => {
    request.on('data', (chunk) => { say('data', chunk.toString()); });
    request.on('end', () => { say('end'); });
  }, 10);
});
handle('data heard after the answer', [post('hello')], (request, response) => {
  response.end('answer');
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => { say('end'); });
});
handle('paused and answered', [post('hello')], (request, response) => {
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => { say('end'); });
  request.pause();
  response.end('answer');
});
handle('pipe', [chunks('3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n')], (request, response) => {
  response.on('pipe', (source) => { say('pipe', source === request); });
  response.on('unpipe', (source) => { say('unpipe', source === request); });
  say(request.pipe(response) === response);
});
handle('pipe without end', [post('hello')], (request, response) => {
  request.pipe(response, {end: false});
  request.on('end', () => { response.end('!'); });
});
handle('once, off', [post('hello')], (request, response) => {
  const first = () => { say('first'); };
  request.on('data', first);
  request.once('data', () => { say('once'); });
  request.off('data', first);
  request.on('end', () => { say('end'); response.end(); });
});
handle('awaited', [chunks('3\r\nabc\r\n'), 20, '3\r\ndef\r\n0\r\n\r\n'], async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk + '|';
  response.end(body);
});
handle('a body of GET', [get('Content-Length: 3\r\n') + 'abc'], (request, response) => {
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => { response.end(); });
});
handle('unshift', [post('hello')], (request, response) => {
  request.once('data', (chunk) => {
    request.pause();
    request.unshift(chunk.subarray(2));
    request.on('data', (rest) => { say('rest', rest.toString()); });
    request.on('end', () => { response.end(); });
    request.resume();
  });
});
play();
