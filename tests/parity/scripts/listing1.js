'use strict';
// Sixty scripts for Listing 1: what a client may send, and what it should not send but sends anyway.
const {request, script, send, wait, end} = require('../script.js');

const H = 'Host: localhost';
const get = (target, ...headers) => request(`GET ${target} HTTP/1.1`, [H, ...headers]);
const hello = get('/?value=hello');
const post = (headers, body) => request('POST /?value=hello HTTP/1.1', [H, ...headers], body);
const many = (...requests) => requests.join('');
const chunked = 'Transfer-Encoding: chunked';

exports.js = 'examples/listing1/listing1.js';
exports.borders = true;
exports.programs = ['listing1', 'listing1_classic'];

exports.scripts = [
  // Methods
  script('get', hello),
  script('head', request('HEAD /?value=hello HTTP/1.1', [H])),
  script('post with a body', post(['Content-Length: 5'], 'abcde')),
  script('put, delete, options, patch, trace', many(
    request('PUT / HTTP/1.1', [H, 'Content-Length: 3'], 'abc'), request('DELETE / HTTP/1.1', [H]),
    request('OPTIONS * HTTP/1.1', [H]), request('PATCH /?value= HTTP/1.1', [H, 'Content-Length: 0']),
    request('TRACE / HTTP/1.1', [H]))),
  script('the rest of the known methods', many(...['M-SEARCH', 'PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK',
    'UNLOCK', 'BIND', 'REBIND', 'UNBIND', 'ACL', 'REPORT', 'MKACTIVITY', 'CHECKOUT', 'MERGE', 'NOTIFY', 'SUBSCRIBE',
    'UNSUBSCRIBE', 'PURGE', 'MKCALENDAR', 'LINK', 'UNLINK', 'SEARCH', 'SOURCE', 'QUERY'].map(
    method => request(`${method} / HTTP/1.1`, [H])))),
  script('unknown method', request('FETCH /?value=hello HTTP/1.1', [H])),
  script('method in lower case', request('get /?value=hello HTTP/1.1', [H])),
  script('connect', request('CONNECT localhost:80 HTTP/1.1', [H])),

  // The query
  script('value missing, empty, alone', many(get('/'), get('/?'), get('/?value='), get('/?value'), get('/?other=1'))),
  script('value repeated', many(get('/?value=a&value=b'), get('/?value=&value='), get('/?value=1&value=2&value=3&x'))),
  script('escapes and plus', many(get('/?value=%68%65%6C%6c%6f'), get('/?value=a+b%20c'), get('/?%76alue=x'),
    get('/?value=%3Ca%3E%26%3D%2B%25'))),
  script('bad escapes', many(get('/?value=%'), get('/?value=%4'), get('/?value=%zz'), get('/?value=%u0041'),
    get('/?value=a%4%41'))),
  script('utf-8 in escapes', many(get('/?value=%C3%A9%E2%82%AC%F0%9F%98%80'), get('/?value=%C3'), get('/?value=%FF%FE'),
    get('/?value=%E2%82'), get('/?value=%ED%A0%80'))),
  script('separators', many(get('/?value=a&&x=1&'), get('/?&value=b'), get('/?value=a;x=1'), get('/?value==c'),
    get('/?value=a=b=c'), get('/?=x&value=d'))),
  script('hash, question marks, brackets', many(get('/?value=a#b'), get('/#?value=a'), get('/?value=a?b'),
    get('/?value[]=a'), get('/?value=[1,2]{3}|'))),
  script('names of objects', many(get('/?__proto__=a'), get('/?constructor=a'), get('/?toString=1&value=b'),
    get('/?value=__proto__&hasOwnProperty=1'))),
  script('characters that url escapes', many(get('/?value="quoted"'), get('/?value=a\'b'), get('/?value=<b>'),
    get('/?value=a^b`c'), get('/?value=a\\b'), get('/a\\b?value=x'))),
  script('absolute form', many(get('http://example.com/?value=a'), get('http://user:pw@example.com:81/p?value=b'),
    get('HTTP://EXAMPLE.COM?value=c'), get('mailto:x?value=d'))),
  script('targets that are not paths', many(get('*'), get('//?value=a'), get('//host/?value=b'), get('/;?value=d'),
    get('/a/../b?value=e'), get('?value=c'))),
  script('high bytes in the target', many(get('/?value=\xe9'), get('/?value=\xc3\xa9'), get('/?value=\x80\xff'))),
  script('control characters in the target', get('/?value=a\x01b')),
  script('a long value', get('/?value=' + 'abcdefghij'.repeat(1200))),
  script('two thousand parameters', get('/?' + 'a&'.repeat(1010) + 'value=late')),

  // Versions and persistence
  script('1.0', request('GET /?value=hello HTTP/1.0')),
  script('1.0 keep-alive', many(request('GET /?value=a HTTP/1.0', ['Connection: keep-alive']),
    request('GET /?value=b HTTP/1.0', [H, 'Connection: Keep-Alive']), request('GET /?value=c HTTP/1.0'))),
  script('1.1 close', many(get('/?value=a', 'Connection: close'), get('/?value=never'))),
  script('other versions', request('GET / HTTP/2.0', [H])),
  script('0.9', 'GET /\r\n'),
  script('not a version', request('GET / HTTP/1.x', [H])),
  script('not http', request('GET / RTSP/1.0', [H])),
  script('connection tokens', many(get('/?value=a', 'Connection: foo, keep-alive'), get('/?value=b',
    'Connection: Keep-Alive', 'Keep-Alive: timeout=1, max=2'), get('/?value=c', 'Connection: x, CLOSE ,y'),
  get('/?value=never'))),

  // Host
  script('host missing', request('GET /?value=hello HTTP/1.1')),
  script('host empty, then twice', many(request('GET /?value=a HTTP/1.1', ['Host:']),
    request('GET /?value=b HTTP/1.1', [H, 'Host: b']))),

  // Bodies
  script('chunked body', many(post([chunked], '5\r\nabcde\r\n00A;ext="v"\r\n0123456789\r\n0\r\n\r\n'), hello)),
  script('chunked body with trailers', many(post([chunked, 'Trailer: X'], '1\r\na\r\n0\r\nX: y\r\n\r\n'), hello)),
  script('bad chunk size', many(post([chunked], 'xyz\r\nabc\r\n0\r\n\r\n'), hello)),
  script('chunk longer than its size', many(post([chunked], '3\r\nabcdef\r\n0\r\n\r\n'), hello)),
  script('body that never ends', post(['Content-Length: 100'], 'abc')),
  script('body on get and head', many(request('GET /?value=a HTTP/1.1', [H, 'Content-Length: 4'], 'body'),
    request('HEAD /?value=b HTTP/1.1', [H, chunked], '2\r\nab\r\n0\r\n\r\n'), hello)),
  script('bodies in steps', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 10'])), wait, send('01234'), wait,
    send('56789'), wait, send(hello)]),
  script('content-length conflicts', post(['Content-Length: 5', 'Content-Length: 6'], 'abcdef')),
  script('content-length wrong', post(['Content-Length: 5x'], 'abcde')),
  script('content-length with transfer-encoding', post(['Content-Length: 5', chunked], '0\r\n\r\n')),
  script('transfer-encoding not chunked', post(['Transfer-Encoding: gzip'], 'abc')),
  script('transfer-encoding gzip, chunked', many(post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'), hello)),
  script('expect 100-continue', [send(post(['Expect: 100-continue', 'Content-Length: 3'])), wait, send('abc'), wait,
    send(hello)]),
  script('expect something else', many(get('/?value=a', 'Expect: the-unexpected'), hello)),

  // Pipelines
  script('pipeline of two', many(hello, get('/?value=second'))),
  script('pipeline of sixteen', many(...Array.from({length: 16}, (_, i) => get(`/?value=${i}`)))),
  script('pipeline of get, post, head', many(hello, post(['Content-Length: 3'], 'abc'),
    request('HEAD / HTTP/1.1', [H]), post([chunked], '1\r\nx\r\n0\r\n\r\n'), get('/'), hello)),

  // Syntax
  script('space before the colon', get('/?value=a', 'X-Bad : y')),
  script('header without a colon', get('/?value=a', 'nonsense')),
  script('bad characters in a header', many(get('/?value=a', 'X-Tab: a\tb', 'X-High: \xe9\xff'),
    get('/?value=b', 'X-Nul: a\0b'))),
  script('folded header', get('/?value=a', 'X-Fold: a', ' b')),
  script('bare line feeds', 'GET /?value=a HTTP/1.1\nHost: localhost\n\n'),
  script('bare carriage return', 'GET /?value=a HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n'),
  script('empty lines before a request', '\r\n\r\n' + hello + '\r\n' + hello),
  script('headers at and over 16 KiB', many(get('/?value=a', 'X: ' + 'x'.repeat(16000)),
    get('/?value=b', 'X: ' + 'x'.repeat(16384)))),
  script('upgrade', many(get('/?value=a', 'Connection: Upgrade', 'Upgrade: websocket'), hello)),

  // The end of a connection
  script('closed within a request', [send('GET /?value=a HTTP/1.1\r\nHo'), wait, end]),
];
