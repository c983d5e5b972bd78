'use strict';
// More scripts for Listing 1 than make demo runs. Each tests one thing, so that a difference shows what it is about.
const {request, script, send, wait, end} = require('../script.js');

const H = 'Host: localhost';
const get = (target, ...headers) => request(`GET ${target} HTTP/1.1`, [H, ...headers]);
const hello = get('/?value=hello');
const post = (headers, body) => request('POST /?value=hello HTTP/1.1', [H, ...headers], body);
const many = (...requests) => requests.join('');
const chunked = 'Transfer-Encoding: chunked';
// A request with these header lines, and a second request that shows whether the connection continues.
const headers = (name, ...lines) => script(`header: ${name}`, many(get('/?value=a', ...lines), hello));
const target = text => script(`target: ${text.slice(0, 40)}`, many(get(text), hello));
const line = text => script(`line: ${text.slice(0, 40)}`, many([text, H, '', ''].join('\r\n'), hello));
const body = (name, lines, text) => script(`body: ${name}`, many(post(lines, text), hello));
const ends = (name, text) => script(`ends the server: ${name}`, text, {ends: true});

exports.js = 'examples/listing1/listing1.js';
exports.borders = true;
exports.programs = ['listing1', 'listing1_classic'];
// There are many scripts, so each is cut at fewer places.
exports.cuts = 6;

exports.scripts = [
  // Request lines
  ...['GET  / HTTP/1.1', 'GET /  HTTP/1.1', ' GET / HTTP/1.1', 'GET\t/ HTTP/1.1', 'GET / HTTP/1.1 ', 'GET / HTTP/1.1\t',
    'GET /', 'GET', 'GET ', 'GET / ', 'GET / HTTP', 'GET / HTTP/', 'GET / HTTP/1', 'GET / HTTP/1.', 'GET / HTTP/11.1',
    'GET / HTTP/1.10', 'GET / HTTP/0.9', 'GET / HTTP/1.2', 'GET / HTTP/3.0', 'GET / http/1.1', 'GET / HTTP /1.1',
    'GET / HTP/1.1', 'GET / ICE/1.0', 'SOURCE / ICE/1.0', 'OPTIONS * RTSP/1.0', 'DESCRIBE / RTSP/1.0',
    'PLAY / RTSP/1.0', 'PLAY / HTTP/1.1', 'PRI * HTTP/2.0', 'PRI * HTTP/1.1', 'GETX / HTTP/1.1', 'G / HTTP/1.1',
    'GE T / HTTP/1.1', 'Get / HTTP/1.1', 'M-SEARCH * HTTP/1.1', 'MSEARCH * HTTP/1.1', 'QUERY /?value=x HTTP/1.1',
    'HEAD /?value= HTTP/1.1', 'HEAD / HTTP/1.0', 'CONNECT / HTTP/1.1', 'CONNECT * HTTP/1.1', 'CONNECT a:b HTTP/1.1',
    'CONNECT localhost HTTP/1.1', 'connect localhost:1 HTTP/1.1', '\0GET / HTTP/1.1', 'GET /\0 HTTP/1.1', 'G\xc8T / HTTP/1.1',
    '{"json": 1}', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'].map(line),
  script('line: PRI with its preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + hello),
  script('line: ends in a bare line feed', many('GET /?value=a HTTP/1.1\nHost: a\r\n\r\n', hello)),
  script('line: ends in a bare carriage return', many('GET /?value=a HTTP/1.1\rHost: a\r\n\r\n', hello)),
  script('line: cr cr lf', many('GET /?value=a HTTP/1.1\r\r\nHost: a\r\n\r\n', hello)),
  script('line: only empty lines', '\r\n\r\n\r\n\r\n'),
  script('line: bare line feeds before', '\n\n' + hello),
  script('line: carriage return before', '\r' + hello),
  script('line: spaces before', '  ' + hello),

  // Targets
  ...['/', '/?value', '/?value=', '/?value=&', '/?value==', '/?value=%00', '/?value=%0d%0a', '/?value=%2B', '/?value=+',
    '/?value=++a', '/?value=%20', '/?value=%2520', '/?%', '/?%=1', '/?=', '/?&&&', '/?value=a%', '/?value=%%41',
    '/?value=%e4%bd%a0', '/?value=%E4%BD', '/?value=%c0%80', '/?value=%f4%90%80%80', '/?value=%f0%9f%98', '/?value=a%ffb',
    '/?value=%EF%BB%BFx', '/?VALUE=a', '/?value[a]=1', '/?value.x=1', '/?value=a&VALUE=b', '/?a=1&value=b&value=c',
    '/?value=,', '/?value=a,b&value=c', '/??value=a', '/?value=a?value=b', '/?value=a#value=b', '/#', '/?#', '/?value=#',
    '/?value=a%23b', '/?value=a;value=b', '/?value=a&amp;value=b', '/?value=<script>', '/?value={}', '/?value=|',
    '/?value=\\', '/\\?value=a', '/?value="', '/?value=\'', '/?value=`', '/?value=^', '/?value=~', '/?value=!*()',
    '/?value=@', '/?value=:', '/?value=http://a/b?c=d', '/@?value=a', '/:80?value=a', '/a b', '/?value=a b', '/?value=a\tb',
    '//', '///?value=a', '//a@b/?value=c', '/./?value=a', '/%2e%2e/?value=a', '/;x=1?value=a', '/?value=1&value', '/?value&value',
    'http://a/?value=b', 'http://a?value=b', 'http://a', 'http:///?value=b', 'http://a:80/?value=b', 'http://A.B/?value=c',
    'http://[::1]/?value=b', 'http://[::1]:8/?value=b', 'http://u@a/?value=b', 'http://u:p@a/?value=b', 'http://a@b@c/?value=d',
    'https://a/?value=b', 'ftp://a/?value=b', 'x://a/?value=b', 'ws://a?value=b', 'http:/?value=a', 'http:?value=a', 'http://',
    'http:', 'file:///?value=a', 'javascript:alert(1)?value=a', '*?value=a', '?value=a', '#value', 'a?value=b', '.?value=a',
    'http://a.b.c.d.e/?value=f', 'http://a_b/?value=c', 'http://-a/?value=b', 'http://%41/?value=b', 'http://a%20b/?value=c',
    'http://1.2.3.4/?value=b', 'http://a;b/?value=c', 'http://a\'b/?value=c', 'http://a"b/?value=c', 'http://a`b/?value=c',
    'http://a{b}/?value=c', 'http://a,b/?value=c', 'http://a!b/?value=c', 'http://a*b/?value=c', 'http://a=b/?value=c',
    'http://a(b)/?value=c', 'http://a+b/?value=c', 'http://a&b/?value=c', 'http://a$b/?value=c', 'http://a~b/?value=c',
    'http://a:/?value=b', 'http://:80/?value=b', 'http://?value=b', 'http://#value', 'http://.../?value=b', 'http://a:b/', 'http://a:b/?value=c', 'http://[x]/?value=a',
    'http://xn--a/?value=b', 'http://a:99999/?value=b', 'http://a^b/', 'http://a|b/', 'http://a<b/', 'http://a\\b/?value=c',
    'http://a%5eb/?value=c',
    '/?value=\x7f', '/?value=\x1f', '/?value=\xa0',
  ].map(target),
  script('target: one name a thousand times', many(get('/?' + 'value=a&'.repeat(1001)), hello)),
  script('target: 999 others before', many(get('/?' + 'a&'.repeat(999) + 'value=in'), hello)),
  script('target: 1000 others before', many(get('/?' + 'a&'.repeat(1000) + 'value=out'), hello)),
  script('target: a host of 256', many(get(`http://${'a'.repeat(256)}/?value=b`), hello)),
  script('target: 16000 bytes', many(get('/?value=' + 'x'.repeat(16000)), hello)),
  script('target: 16500 bytes', get('/?value=' + 'x'.repeat(16500))),
  // What is longer than one read of Node's, 64 KiB, may come in one piece or in two, and then the connection is reset or
  // ended: that depends on how much the system delivers at a time.
  script('target: 50000 bytes', get('/?value=' + 'x'.repeat(50000))),

  // Header lines
  headers('empty name', ': x'),
  headers('empty value', 'X:'),
  headers('only spaces as a value', 'X:   \t '),
  headers('no space after the colon', 'X:y'),
  headers('space in the name', 'X Y: z'),
  headers('tab before the colon', 'X\t: z'),
  headers('space at the line start', ' X: y'),
  headers('folded with a tab', 'X: a', '\tb'),
  headers('colon in the value', 'X: a:b:c'),
  headers('name with odd tokens', '!#$%&\'*+-.^_`|~0: y'),
  ...['(', ')', '<', '>', '@', ',', ';', '\\', '"', '/', '[', ']', '?', '=', '{', '}', '\x7f', '\x80', '\xff'].map(c =>
    headers(`name with ${JSON.stringify(c)}`, `X${c}: y`)),
  ...['\0', '\x01', '\x08', '\x0b', '\x1f', '\x7f', '\x80', '\xff', '\t'].map(c =>
    headers(`value with ${JSON.stringify(c)}`, `X: a${c}b`)),
  headers('bare carriage return in a value', 'X: a\rb'),
  headers('bare line feed ends it', 'X: a\nY: b'),
  headers('cr cr lf', 'X: a\r'),
  headers('2001 of them', ...Array.from({length: 2001}, (_, i) => `X${i % 10}: y`)),
  headers('1999 of them', ...Array.from({length: 1996}, () => 'X: y')),
  ...[16250, 16300, 16340, 16350, 16360, 16370, 16380, 16384, 16390].map(n => headers(`${n} bytes`, 'X: ' + 'x'.repeat(n))),
  headers('a name of 16384 bytes', 'x'.repeat(16384) + ': y'),
  script('header: 20000 bytes never ending', 'GET / HTTP/1.1\r\nX: ' + 'x'.repeat(20000)),
  script('header: 50000 bytes and more after', many(get('/', 'X: ' + 'x'.repeat(50000)), hello)),

  // Connection and keep-alive
  ...['close', 'Close', 'keep-alive', 'keep-alive, close', 'close, keep-alive', 'upgrade', 'foo', '', ',', ', close', 'clos',
    'closed', 'close ', '\tclose', 'close;x', 'keep-alive, upgrade', 'Keep-Alive,Upgrade,Close'].map(value =>
    headers(`Connection: ${JSON.stringify(value)}`, `Connection: ${value}`)),
  headers('Connection twice', 'Connection: keep-alive', 'Connection: close'),
  headers('Connection folded', 'Connection:', ' close'),
  headers('Proxy-Connection', 'Proxy-Connection: close'),
  ...['keep-alive', 'Keep-Alive', 'close', 'foo', 'keep-alive, foo'].map(value =>
    script(`1.0 with Connection: ${value}`, many(request('GET /?value=a HTTP/1.0', [`Connection: ${value}`]), hello))),
  script('1.0 post without a length', request('POST / HTTP/1.0', [], 'abc')),
  script('1.0 post with a length', request('POST / HTTP/1.0', ['Content-Length: 3'], 'abc')),
  script('1.0 keep-alive post', many(request('POST / HTTP/1.0', ['Connection: keep-alive', 'Content-Length: 3'], 'abc'), hello)),
  script('1.0 chunked', many(request('POST / HTTP/1.0', [chunked], '3\r\nabc\r\n0\r\n\r\n'), hello)),
  script('1.0 head', request('HEAD /?value=hello HTTP/1.0')),
  script('1.0 with a host twice', request('GET /?value=x HTTP/1.0', [H, H])),
  script('close and bytes after', get('/?value=a', 'Connection: close') + 'garbage'),
  script('garbage after a request', hello + 'garbage garbage\r\n\r\n'),
  script('a letter after a request', hello + 'x'),

  // Host
  ...['Host: ', 'Host: a b', 'Host: a, b', 'Host: a:b', 'Host: \xe9', 'Host: [::1]:1', 'host: x', 'HOST: x', 'Hos: x',
    'Host : x'].map(value => script(`host: ${JSON.stringify(value)}`,
    many(request('GET /?value=a HTTP/1.1', [value]), hello))),
  script('host missing on post', many(request('POST / HTTP/1.1', ['Content-Length: 3'], 'abc'), hello)),
  script('host missing, then a good one', many(request('GET /?value=a HTTP/1.1'), hello)),
  script('host missing with close', request('GET /?value=a HTTP/1.1', ['Connection: close'])),
  script('host missing on 1.0', request('GET /?value=a HTTP/1.0')),
  script('host missing with expect', many(request('POST / HTTP/1.1', ['Expect: 100-continue', 'Content-Length: 1'], 'x'), hello)),
  script('host missing with upgrade', many(request('GET / HTTP/1.1', ['Connection: Upgrade', 'Upgrade: x']), hello)),

  // Lengths
  ...['0', '00', '03', '+3', '-3', '3 ', ' 3', '3, 3', '3,4', '3 3', '0x3', '3.0', '', ' ', 'x', '3;', '18446744073709551615',
    '18446744073709551616', '99999999999999999999', '9223372036854775808', '\xb3'].map(value =>
    body(`Content-Length: ${JSON.stringify(value)}`, [`Content-Length: ${value}`], 'abc')),
  body('Content-Length twice, equal', ['Content-Length: 3', 'Content-Length: 3'], 'abc'),
  body('Content-Length twice, a zero', ['Content-Length: 0', 'Content-Length: 3'], 'abc'),
  body('no length', [], ''),
  body('no length, bytes', [], 'abc'),
  body('shorter than it says', ['Content-Length: 4'], 'abc'),
  body('longer than it says', ['Content-Length: 2'], 'abc'),
  body('a hundred thousand bytes', ['Content-Length: 100000'], 'x'.repeat(100000)),
  ...['chunked', 'Chunked', 'CHUNKED', ' chunked ', 'identity', 'gzip', 'chunked, gzip', 'gzip, chunked', 'gzip,chunked',
    'chunked, chunked', 'chunked,', ',chunked', 'chunkedx', 'xchunked', 'x chunked', 'chunked;q=1', '', 'deflate', 'chunk',
    'chunked, identity', '"chunked"'].map(value =>
    body(`Transfer-Encoding: ${JSON.stringify(value)}`, [`Transfer-Encoding: ${value}`], '3\r\nabc\r\n0\r\n\r\n')),
  body('Transfer-Encoding twice', [chunked, chunked], '0\r\n\r\n'),
  body('Transfer-Encoding gzip, then chunked', ['Transfer-Encoding: gzip', chunked], '0\r\n\r\n'),
  body('Transfer-Encoding chunked, then gzip', [chunked, 'Transfer-Encoding: gzip'], '0\r\n\r\n'),
  body('chunked, then a length', [chunked, 'Content-Length: 3'], '0\r\n\r\n'),
  body('a length, then chunked', ['Content-Length: 3', chunked], '0\r\n\r\n'),
  body('a length and gzip', ['Content-Length: 3', 'Transfer-Encoding: gzip'], 'abc'),
  script('body: get with Transfer-Encoding gzip', many(get('/?value=a', 'Transfer-Encoding: gzip'), hello)),
  script('body: get with a length and no body', get('/?value=a', 'Content-Length: 3')),
  script('body: head with a length', many(request('HEAD / HTTP/1.1', [H, 'Content-Length: 3'], 'abc'), hello)),
  script('body: delete with a body', many(request('DELETE / HTTP/1.1', [H, 'Content-Length: 3'], 'abc'), hello)),

  // Chunks
  ...Object.entries({
    'upper and lower hex': 'A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n',
    'leading zeros': '0003\r\nabc\r\n0000\r\n\r\n',
    'many leading zeros': '00000000000000000003\r\nabc\r\n0\r\n\r\n',
    'size overflow': 'fffffffffffffffff\r\nabc\r\n0\r\n\r\n',
    'size of 2^63': '8000000000000000\r\nabc',
    'no size': '\r\nabc\r\n0\r\n\r\n',
    'space before the size': ' 3\r\nabc\r\n0\r\n\r\n',
    'space after the size': '3 \r\nabc\r\n0\r\n\r\n',
    'tab after the size': '3\t\r\nabc\r\n0\r\n\r\n',
    '0x size': '0x3\r\nabc\r\n0\r\n\r\n',
    'minus': '-3\r\nabc\r\n0\r\n\r\n',
    'bare line feed after the size': '3\nabc\r\n0\r\n\r\n',
    'bare carriage return after the size': '3\rabc\r\n0\r\n\r\n',
    'bare line feed after the data': '3\r\nabc\n0\r\n\r\n',
    'no line end after the data': '3\r\nabc0\r\n\r\n',
    'extension': '3;a\r\nabc\r\n0;b\r\n\r\n',
    'extension with a value': '3;a=b;c=d\r\nabc\r\n0\r\n\r\n',
    'extension with a quoted value': '3;a="b c;\\"d"\r\nabc\r\n0\r\n\r\n',
    'extension, spaces': '3 ; a = b\r\nabc\r\n0\r\n\r\n',
    'extension, no name': '3;\r\nabc\r\n0\r\n\r\n',
    'extension, two semicolons': '3;;\r\nabc\r\n0\r\n\r\n',
    'extension, quote open': '3;a="b\r\nabc\r\n0\r\n\r\n',
    'extension, quote then letters': '3;a="b"c\r\nabc\r\n0\r\n\r\n',
    'extension, control character': '3;a\x01\r\nabc\r\n0\r\n\r\n',
    'extension, high byte': '3;a=\xe9\r\nabc\r\n0\r\n\r\n',
    'extension, bare line feed': '3;a\nabc\r\n0\r\n\r\n',
    'extension of 16000 bytes': `3;${'a'.repeat(16000)}\r\nabc\r\n0\r\n\r\n`,
    'extension of 17000 bytes': `3;${'a'.repeat(17000)}\r\nabc\r\n0\r\n\r\n`,
    'extensions of 20000 bytes in all': `1;${'a'.repeat(10000)}\r\na\r\n1;${'b'.repeat(10000)}\r\nb\r\n0\r\n\r\n`,
    'trailer': '0\r\nX: y\r\n\r\n',
    'trailers': '0\r\nX: y\r\nY: z\r\nX: w\r\n\r\n',
    'trailer without a colon': '0\r\nXy\r\n\r\n',
    'trailer with a length': '0\r\nContent-Length: 5\r\n\r\n',
    'trailer with transfer-encoding': '0\r\nTransfer-Encoding: chunked\r\n\r\n',
    'trailer with connection': '0\r\nConnection: close\r\n\r\n',
    'trailer folded': '0\r\nX: a\r\n b\r\n\r\n',
    'trailer with a space before the colon': '0\r\nX : a\r\n\r\n',
    'trailer of 17000 bytes': `0\r\nX: ${'x'.repeat(17000)}\r\n\r\n`,
    'last chunk without its end': '3\r\nabc\r\n0\r\n',
    'nothing': '',
    'two bodies': '0\r\n\r\n0\r\n\r\n',
    'a thousand chunks': '1\r\nx\r\n'.repeat(1000) + '0\r\n\r\n',
  }).map(([name, text]) => body('chunk: ' + name, [chunked], text)),

  // Expect and Upgrade
  ...['100-continue', '100-Continue', '100-continue, x', 'x, 100-continue', '100', '', '200-ok', ' 100-continue '].map(
    value => script(`expect: ${JSON.stringify(value)}`, many(post([`Expect: ${value}`, 'Content-Length: 3'], 'abc'), hello))),
  script('expect: on 1.0', many(request('POST / HTTP/1.0', ['Expect: 100-continue', 'Content-Length: 3'], 'abc'))),
  script('expect: on get', many(get('/?value=a', 'Expect: 100-continue'), hello)),
  script('expect: with close', post(['Expect: 100-continue', 'Content-Length: 3', 'Connection: close'], 'abc')),
  script('expect: chunked in steps', [send(post(['Expect: 100-continue', chunked])), wait, send('3\r\nabc\r\n'), wait,
    send('0\r\n\r\n'), wait, send(hello)]),
  script('expect: refused, with a body', many(post(['Expect: x', 'Content-Length: 3'], 'abc'), hello)),
  headers('Upgrade without Connection', 'Upgrade: websocket'),
  headers('Upgrade h2c', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'),
  headers('Upgrade empty', 'Connection: upgrade', 'Upgrade:'),
  headers('Upgrade with close', 'Connection: upgrade, close', 'Upgrade: x'),
  body('with Upgrade', ['Connection: upgrade', 'Upgrade: x', 'Content-Length: 3'], 'abc'),
  body('chunked with Upgrade', ['Connection: upgrade', 'Upgrade: x', chunked], '3\r\nabc\r\n0\r\n\r\n'),
  script('connect and bytes after', request('CONNECT a:1 HTTP/1.1', [H]) + 'hello' + hello),
  script('connect with a length', request('CONNECT a:1 HTTP/1.1', [H, 'Content-Length: 3'], 'abc')),
  script('connect after get', many(hello, request('CONNECT a:1 HTTP/1.1', [H]), hello)),

  // Pipelines
  script('pipeline: good, bad, good', many(hello, 'nonsense\r\n\r\n', hello)),
  script('pipeline: five good, then bad', many(hello, hello, hello, hello, hello, get('/', 'X : y'))),
  script('pipeline: 100', many(...Array.from({length: 100}, (_, i) => get(`/?value=${i}`)))),
  script('pipeline: 1500', many(...Array.from({length: 1500}, (_, i) => get(`/?value=${i % 10}`)))),
  script('pipeline: heads', many(...Array.from({length: 5}, () => request('HEAD /?value=x HTTP/1.1', [H])))),
  script('pipeline: posts with bodies', many(...Array.from({length: 8}, (_, i) =>
    post([`Content-Length: ${i * 100}`], 'y'.repeat(i * 100))))),
  script('pipeline: posts in chunks', many(...Array.from({length: 8}, () => post([chunked], '2\r\nab\r\n0\r\n\r\n')))),
  script('pipeline: close in the middle', many(hello, hello, get('/?value=last', 'Connection: close'), hello, hello)),
  script('pipeline: 1.0 in the middle', many(hello, request('GET /?value=old HTTP/1.0'), hello)),
  script('pipeline: empty lines between', many(hello, '\r\n', hello, '\r\n\r\n', hello)),
  script('pipeline: bad chunk in the middle', many(hello, post([chunked], 'x\r\n'), hello)),
  script('pipeline: unfinished last', many(hello, hello, 'GET /?value=a HTTP/1.1\r\nHost: ')),
  script('pipeline: unfinished body last', many(hello, post(['Content-Length: 10'], 'abc'))),
  script('pipeline: host missing in the middle', many(hello, request('GET / HTTP/1.1'), hello)),
  script('pipeline: 417 in the middle', many(hello, get('/', 'Expect: x'), hello)),

  // Steps and ends
  script('steps: two requests, one after the other', [send(hello), wait, send(get('/?value=second'))]),
  script('steps: a byte at a time', [...get('/?value=slow')].flatMap(c => [send(c)])),
  script('steps: request, half-close', [send(hello), wait, end]),
  script('steps: half-close at once', [end]),
  script('steps: half-close after an empty line', [send('\r\n'), end]),
  script('steps: half-close within the line', [send('GET /'), end]),
  script('steps: half-close within the headers', [send('GET / HTTP/1.1\r\nHost: a\r\n'), end]),
  script('steps: half-close within a body', [send(post(['Content-Length: 10'], 'abc')), end]),
  script('steps: half-close within a chunk', [send(post([chunked], '5\r\nab')), end]),
  script('steps: half-close before the last chunk', [send(post([chunked], '2\r\nab\r\n')), end]),
  script('steps: half-close after a body until the end', [send(post(['Transfer-Encoding: gzip'], 'abc')), end]),
  script('steps: bytes after an error', [send('nonsense\r\n\r\n'), wait, send(hello)]),
  script('steps: bytes after close', [send(get('/', 'Connection: close')), wait, send(hello)]),
  script('steps: get with a body to come', [send(get('/?value=a', 'Content-Length: 3')), wait, send('abc'), wait, send(hello)]),
  script('steps: post answered before its body', [send(post(['Content-Length: 3'])), wait, send('abc'), wait, send(hello)]),
  script('steps: post, its body never, next half-closed', [send(post(['Content-Length: 3'])), wait, end]),

  // An exception from url.parse ends the server, because nobody catches it.
  ends('open bracket', get('http://[::1/')),
  ends('open bracket, query', get('http://[?value=a')),
  ends('second in a pipeline', many(hello, get('http://[/'), hello)),
];
