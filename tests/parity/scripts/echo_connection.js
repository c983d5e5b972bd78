'use strict';
// Scripts for examples/echo about connections: how long they are kept, pipelines, Expect, CONNECT, Upgrade, half-closed
// connections, limits of a head.
const {request, script, send, wait, end} = require('../script.js');

const H = 'Host: a';
const get = (target, ...headers) => request(`GET ${target} HTTP/1.1`, [H, ...headers]);
const after = get('/after');
const post = (target, bytes, ...headers) => request(`POST ${target} HTTP/1.1`, [H, `Content-Length: ${bytes.length}`, ...headers], bytes);
const CHUNKED = 'Transfer-Encoding: chunked';
const UP = ['Connection: upgrade', 'Upgrade: x'];
const connection = value => script(`connection: ${JSON.stringify(value)}`, get('/c', `Connection:${value}`) + after);
const ten = value => script(`1.0: ${JSON.stringify(value)}`, request('GET /t HTTP/1.0', [`Connection:${value}`]) + after);
const upgrade = (name, ...headers) => script(`upgrade: ${name}`, get('/u', ...headers) + 'tail\r\n' + after);
// A head with a url, names and values of together `sum` bytes, which the limit of 16 KiB counts.
const sized = (sum, pieces = 1) => {
  const rest = sum - '/Hosta'.length;
  const each = Math.floor(rest / pieces);
  return get('/', ...Array.from({length: pieces}, (_, i) => `N${'n'.repeat(9)}: ${'v'.repeat((i ? each : rest - each * (pieces - 1)) - 10)}`));
};

exports.js = 'examples/echo/echo.js';
exports.programs = ['echo'];
exports.cuts = 5;

exports.scripts = [
  // Connection
  ...['close', ' close', 'Close', 'CLOSE', 'close ', 'close,', ',close', 'keep-alive', 'Keep-Alive', 'keep-alive, close', 'close, keep-alive',
    'keep-alive,close', 'x, close', 'close, x', 'xclose', 'closex', 'close x', 'x close', 'clos', 'close;', 'clo se', '"close"', 'x', 'upgrade',
    'TE', 'close\t', '\tclose', 'close\x0b', 'close\xff', 'keep-alive, upgrade', 'upgrade, close', 'keepalive', ',', ',,close,,'].map(connection),
  ...['keep-alive', ' Keep-Alive', 'close', 'keep-alive, close', 'close, keep-alive', 'x', 'x, keep-alive', 'keep-alive, x', 'keep-aliv',
    'keep-alivex', '', 'upgrade', 'keep-alive '].map(ten),
  script('connection: twice, close first', get('/c', 'Connection: close', 'Connection: keep-alive') + after),
  script('connection: twice, close last', get('/c', 'Connection: keep-alive', 'Connection: close') + after),
  script('connection: proxy-connection close', get('/c', 'Proxy-Connection: close') + after),
  script('connection: proxy-connection keep-alive, 1.0', request('GET / HTTP/1.0', ['Proxy-Connection: keep-alive']) + after),
  script('connection: folded close', get('/c', 'Connection:', ' close') + after),
  script('connection: folded list', get('/c', 'Connection: x,', ' close') + after),
  script('connection: close with a body', post('/c', 'abc', 'Connection: close') + after),
  script('connection: close, chunked', request('POST /c HTTP/1.1', [H, 'Connection: close', CHUNKED], '1\r\na\r\n0\r\n\r\n') + after),
  script('connection: close, empty lines behind', get('/c', 'Connection: close') + '\r\n\r\n\r\n'),
  script('connection: close, something behind', get('/c', 'Connection: close') + 'x'),
  script('connection: close, a null behind', get('/c', 'Connection: close') + '\0'),
  script('connection: close, then more later', [send(get('/c', 'Connection: close')), wait, send(after)]),
  script('1.0: alone', request('GET /t HTTP/1.0') + after),
  script('1.0: with a body', request('POST /t HTTP/1.0', ['Content-Length: 3'], 'abc') + after),
  script('1.0: with a body, kept', request('POST /t HTTP/1.0', ['Content-Length: 3', 'Connection: keep-alive'], 'abc') + after),
  script('1.0: a body without a length', request('POST /t HTTP/1.0', [], 'abc')),
  script('1.0: head', request('HEAD /t HTTP/1.0') + after),
  script('1.0: head, kept', request('HEAD /t HTTP/1.0', ['Connection: keep-alive']) + after),
  script('1.0: then 1.1', request('GET /t HTTP/1.0', ['Connection: keep-alive']) + after + request('GET /t HTTP/1.0') + after),
  script('1.0: expect', request('POST /t HTTP/1.0', ['Expect: 100-continue', 'Content-Length: 3'], 'abc') + after),
  script('1.0: keep-alive field', request('GET /t HTTP/1.0', ['Keep-Alive: timeout=3', 'Connection: keep-alive']) + after),
  script('2.0 with fields', request('GET /t HTTP/2.0', [H]) + after),
  script('0.9: then more', 'GET /t\r\n\r\n' + after),

  // Pipelines
  script('pipeline: twenty', Array.from({length: 20}, (_, i) => get(`/${i}`)).join('')),
  script('pipeline: twenty with bodies', Array.from({length: 20}, (_, i) => post(`/${i}`, 'x'.repeat(i))).join('')),
  script('pipeline: all kinds', get('/1') + post('/2', 'abc') + request('HEAD /3 HTTP/1.1', [H])
    + request('POST /4 HTTP/1.1', [H, CHUNKED], '1\r\na\r\n0\r\nT: u\r\n\r\n') + get('/5', 'Expect: 100-continue') + get('/6', 'Connection: close')),
  script('pipeline: empty lines between', get('/1') + '\r\n' + get('/2') + '\r\n\r\n' + get('/3')),
  script('pipeline: bare line feeds between', get('/1') + '\n' + get('/2') + '\n\n' + get('/3')),
  script('pipeline: a space between', get('/1') + ' ' + get('/2')),
  script('pipeline: carriage returns between', get('/1') + '\r' + get('/2')),
  script('pipeline: garbage behind the second', get('/1') + get('/2') + 'garbage'),
  script('pipeline: garbage line behind the second', get('/1') + get('/2') + 'garbage\r\n\r\n'),
  script('pipeline: a bad head behind two', get('/1') + get('/2') + 'GET / HTTP/1.1\r\nbad name: x\r\n\r\n' + get('/3')),
  script('pipeline: a bad body behind two', get('/1') + get('/2') + request('POST /3 HTTP/1.1', [H, CHUNKED], 'x')),
  script('pipeline: a bad body behind a good', post('/1', 'abc') + request('POST /2 HTTP/1.1', [H, CHUNKED], '3\r\nabc\r\nx')),
  script('pipeline: no host in the second', get('/1') + request('GET /2 HTTP/1.1') + get('/3')),
  script('pipeline: half a request behind', get('/1') + 'GET /2 HT'),
  script('pipeline: in steps', [send(get('/1') + 'GET /2 HT'), wait, send(`TP/1.1\r\n${H}\r\n`), wait, send('\r\n' + get('/3'))]),
  script('pipeline: a hundred', get('/x').repeat(100)),

  // Half-closed connections, and connections on which nothing is sent
  script('half: nothing', [wait, end]),
  script('half: nothing at all', [end]),
  script('half: an empty line', [send('\r\n'), wait, end]),
  script('half: half a method', [send('GE'), wait, end]),
  script('half: half a url', [send('GET /ab'), wait, end]),
  script('half: half a version', [send('GET / HTTP/1.'), wait, end]),
  script('half: a line', [send('GET / HTTP/1.1\r\n'), wait, end]),
  script('half: half a field', [send('GET / HTTP/1.1\r\nHos'), wait, end]),
  script('half: half a value', [send('GET / HTTP/1.1\r\nHost: a'), wait, end]),
  script('half: a field', [send('GET / HTTP/1.1\r\nHost: a\r\n'), wait, end]),
  script('half: a carriage return missing', [send('GET / HTTP/1.1\r\nHost: a\r\n\r'), wait, end]),
  script('half: a request and a half', [send(get('/1') + 'GET /2'), wait, end]),
  script('half: half a body', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 9'], 'abc')), wait, end]),
  script('half: a chunk', [send(request('POST / HTTP/1.1', [H, CHUNKED], '3\r\nabc\r\n')), wait, end]),
  script('half: at once', [send(get('/1')), end]),
  script('half: two at once', [send(get('/1') + get('/2')), end]),
  script('half: later', [send(get('/1')), wait, end]),
  script('half: 0.9', [send('GET /\r\n'), wait, end]),
  script('half: behind an error', [send('BAD\r\n\r\n'), wait, end]),
  script('half: behind close', [send(get('/1', 'Connection: close')), wait, end]),

  // Expect
  ...['100-continue', '100-Continue', ' 100-continue ', '100-continue, x', 'x, 100-continue', 'x', '', '100', '100-continuex', 'x100-continue',
    '200-ok', '100-continue;q=1', '"100-continue"', '100 continue'].map(value => script(`expect: ${JSON.stringify(value)}`,
    post('/e', 'abc', `Expect: ${value}`) + after)),
  script('expect: waits', [send(request('POST /e HTTP/1.1', [H, 'Content-Length: 3', 'Expect: 100-continue'])), wait, send('abc'), wait,
    send(after)]),
  script('expect: waits, chunked', [send(request('POST /e HTTP/1.1', [H, CHUNKED, 'Expect: 100-continue'])), wait,
    send('3\r\nabc\r\n'), wait, send('0\r\n\r\n')]),
  script('expect: no body', get('/e', 'Expect: 100-continue') + after),
  script('expect: twice', post('/e', 'abc', 'Expect: 100-continue', 'Expect: 100-continue') + after),
  script('expect: twice, another first', post('/e', 'abc', 'Expect: x', 'Expect: 100-continue') + after),
  script('expect: close', post('/e', 'abc', 'Expect: 100-continue', 'Connection: close') + after),
  script('expect: no host', request('POST /e HTTP/1.1', ['Content-Length: 3', 'Expect: 100-continue'], 'abc') + after),
  script('expect: in a pipeline', get('/1') + post('/e', 'abc', 'Expect: 100-continue') + after),
  script('expect: head', request('HEAD /e HTTP/1.1', [H, 'Expect: 100-continue']) + after),

  // Upgrade
  upgrade('a websocket', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='),
  upgrade('order turned', 'Upgrade: x', 'Connection: upgrade'),
  upgrade('no upgrade field', 'Connection: upgrade'),
  upgrade('no connection field', 'Upgrade: x'),
  upgrade('in a list', 'Connection: keep-alive, Upgrade', 'Upgrade: x'),
  upgrade('first in a list', 'Connection: upgrade, keep-alive', 'Upgrade: x'),
  upgrade('with close', 'Connection: upgrade, close', 'Upgrade: x'),
  upgrade('with keep-alive', 'Connection: keep-alive', 'Upgrade: x'),
  upgrade('empty', 'Connection: upgrade', 'Upgrade:'),
  upgrade('several', 'Connection: upgrade', 'Upgrade: a, b', 'Upgrade: c'),
  upgrade('nearly', 'Connection: upgradex', 'Upgrade: x'),
  upgrade('h2c', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'),
  upgrade('proxy-connection', 'Proxy-Connection: upgrade', 'Upgrade: x'),
  upgrade('expect', ...UP, 'Expect: 100-continue'),
  script('upgrade: a length', request('POST /u HTTP/1.1', [H, ...UP, 'Content-Length: 3'], 'abc') + 'tail'),
  script('upgrade: length 0', request('POST /u HTTP/1.1', [H, ...UP, 'Content-Length: 0']) + 'tail'),
  script('upgrade: chunked', request('POST /u HTTP/1.1', [H, ...UP, CHUNKED], '3\r\nabc\r\n0\r\n\r\n') + 'tail'),
  script('upgrade: bad chunks', request('POST /u HTTP/1.1', [H, ...UP, CHUNKED], 'x') + 'tail'),
  script('upgrade: head', request('HEAD /u HTTP/1.1', [H, ...UP]) + 'tail'),
  script('upgrade: 1.0', request('GET /u HTTP/1.0', UP) + 'tail'),
  script('upgrade: no host', request('GET /u HTTP/1.1', UP) + 'tail'),
  script('upgrade: nothing behind', [send(get('/u', ...UP)), wait, send('later'), wait, send('\0\xff"'), wait, end]),
  script('upgrade: behind requests', get('/1') + get('/u', ...UP) + 't'),
  script('upgrade: behind a body', post('/1', 'abc') + get('/u', ...UP) + 't'),
  script('upgrade: behind trailers', request('POST /1 HTTP/1.1', [H, CHUNKED], '1\r\na\r\n0\r\nT: u\r\n\r\n') + get('/u', ...UP) + 'tail'),
  script('upgrade: ends at once', [send(get('/u', ...UP) + 'tail'), end]),
  script('upgrade: folded', get('/u', 'Connection:', ' upgrade', 'Upgrade: x') + 'tail'),
  script('upgrade: many fields', get('/u', ...UP, ...Array.from({length: 70}, (_, i) => `X-${i}: ${i}`)) + 'tail'),

  // CONNECT
  ...['a:80', 'a', '*', '/', 'http://a/', 'a:b', '[::1]:80', ':80', 'a:80/b', 'a:80?b', 'a@b:80', 'a:80#c', '1.2.3.4:5', '\x80:1', '%41:80', ''].map(t =>
    script(`connect: ${JSON.stringify(t)}`, request(`CONNECT ${t} HTTP/1.1`, [H]) + 'tail\r\n')),
  script('connect: 1.0', request('CONNECT a:80 HTTP/1.0') + 'tail'),
  script('connect: no host', request('CONNECT a:80 HTTP/1.1') + 'tail'),
  script('connect: a length', request('CONNECT a:80 HTTP/1.1', [H, 'Content-Length: 3'], 'abc') + 'tail'),
  script('connect: chunked', request('CONNECT a:80 HTTP/1.1', [H, CHUNKED], '3\r\nabc\r\n0\r\n\r\n') + 'tail'),
  script('connect: close', request('CONNECT a:80 HTTP/1.1', [H, 'Connection: close']) + 'tail'),
  script('connect: upgrade', request('CONNECT a:80 HTTP/1.1', [H, ...UP]) + 'tail'),
  script('connect: behind requests', get('/1') + post('/2', 'abc') + request('CONNECT a:80 HTTP/1.1', [H]) + 't'),
  script('connect: a conversation', [send(request('CONNECT a:80 HTTP/1.1', [H])), wait, send(after), wait, send('\r\n'), wait, end]),
  script('connect: length and coding', request('CONNECT a:80 HTTP/1.1', [H, 'Content-Length: 3', CHUNKED], 'abc') + 'tail'),
  script('connect: a bad length', request('CONNECT a:80 HTTP/1.1', [H, 'Content-Length: x'], 'abc') + 'tail'),

  // Limits of a head: 16384 is refused, 16383 is not
  ...[16382, 16383, 16384, 16385].flatMap(sum => [script(`limit: one field, ${sum}`, sized(sum) + after),
    script(`limit: ten fields, ${sum}`, sized(sum, 10) + after)]),
  ...[16370, 16377, 16378, 16379, 16400].map(n => script(`limit: url of ${n}`, get('/' + 'u'.repeat(n - 1)) + after)),
  script('limit: a name alone', `GET / HTTP/1.1\r\n${'n'.repeat(17000)}`),
  script('limit: a url alone', `GET /${'u'.repeat(17000)}`),
  script('limit: a value alone', `GET / HTTP/1.1\r\nX: ${'v'.repeat(17000)}`),
  script('limit: behind a request', after + sized(16384) + after),
  script('limit: behind a good one', sized(16383) + sized(16383) + sized(16384)),
  script('limit: 999 fields', get('/', ...Array.from({length: 998}, () => 'X:')) + after),
  script('limit: 1000 fields', get('/', ...Array.from({length: 999}, () => 'X:')) + after),
  script('limit: 1001 fields', get('/', ...Array.from({length: 1000}, () => 'X:')) + after),
  script('limit: 2000 fields', get('/', ...Array.from({length: 1999}, () => 'X:')) + after),
  script('limit: 3000 fields', get('/', ...Array.from({length: 2999}, () => 'X:')) + after),
  script('limit: 3000 fields, host last', request('GET / HTTP/1.1', [...Array.from({length: 2999}, () => 'X:'), H]) + after),
];
