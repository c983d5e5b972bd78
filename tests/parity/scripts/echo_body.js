'use strict';
// examples/echo: how long a body is, and what stands in it: Content-Length, Transfer-Encoding, chunks, trailers.
const {request, script, send, wait, end} = require('../script.js');

const H = 'Host: a';
const get = (target, ...headers) => request(`GET ${target} HTTP/1.1`, [H, ...headers]);
const after = get('/after');
const CHUNKED = 'Transfer-Encoding: chunked';
// A POST with these fields, followed by these bytes and another request.
const post = (fields, bytes) => request('POST /p HTTP/1.1', [H, ...fields], bytes) + after;
const body = (name, fields, bytes) => script(`body: ${name}`, post(fields, bytes));
// The answers are large, in many small pieces: the FIN waits for them.
const long = (name, bytes) => script(`long: ${name}`, [send(bytes), wait, end]);
const length = value => body(`content-length ${JSON.stringify(value).slice(0, 50)}`, [`Content-Length:${value}`], 'abc');
const coding = (value, bytes = '3\r\nabc\r\n0\r\n\r\n') =>
  body(`transfer-encoding ${JSON.stringify(value)}`, [`Transfer-Encoding:${value}`], bytes);
const both = (name, fields, bytes = '3\r\nabc\r\n0\r\n\r\n') => body(`both: ${name}`, fields, bytes);
const chunks = (name, bytes) => script(`chunks: ${name}`, post([CHUNKED], bytes));
const extension = (name, text) => chunks(`extension ${name}`, `3${text}\r\nabc\r\n0\r\n\r\n`);
const trailers = (name, text) => chunks(`trailers: ${name}`, `3\r\nabc\r\n0\r\n${text}`);

exports.js = 'examples/echo/echo.js';
exports.programs = ['echo'];
exports.cuts = 10;

exports.scripts = [
  // Content-Length
  ...['0', ' 3', '3', '03', '0000000000000000000000000000003', '+3', '-3', '3.0', '3,', ',3', '3,3', '3, 3', '3 3', '3\t', '3 ', '3;',
    '0x3', '3a', 'a', '', ' ', '1e1', '\xb3', '"3"', '3\x0b', '3\0', '18446744073709551615', '18446744073709551616',
    '18446744073709551614', '9223372036854775807', '9223372036854775808', '4294967296', '99999999999999999999999999', '4', '2', '1'].map(length),
  body('twice, equal', ['Content-Length: 3', 'Content-Length: 3'], 'abc'),
  body('twice, not equal', ['Content-Length: 3', 'Content-Length: 4'], 'abc'),
  body('twice, empty first', ['Content-Length:', 'Content-Length: 3'], 'abc'),
  body('twice, empty last', ['Content-Length: 3', 'Content-Length:'], 'abc'),
  body('lower case', ['content-length: 3'], 'abc'),
  body('mixed case', ['cOnTeNt-LeNgTh: 3'], 'abc'),
  body('a space in front of the colon', ['Content-Length : 3'], 'abc'),
  body('folded length', ['Content-Length: 1', ' 2'], 'abcdefghijkl'),
  body('folded length, nothing in the line', ['Content-Length:', ' 3'], 'abc'),
  body('none', [], 'abc'),
  body('a connection field behind', ['Content-Length: 3', 'Connection: close'], 'abc'),
  body('every byte', ['Content-Length: 256'], Buffer.from(Array.from({length: 256}, (_, i) => i)).toString('latin1')),
  body('looks like a request', ['Content-Length: 30'], 'GET /smuggled HTTP/1.1\r\nX: y\r\n'),
  long('longer than a buffer', post(['Content-Length: 5000'], 'x'.repeat(5000))),
  script('body: too short', request('POST /p HTTP/1.1', [H, 'Content-Length: 10'], 'abc')),
  script('body: in steps', [send(request('POST /p HTTP/1.1', [H, 'Content-Length: 6'], 'a')), wait, send('bcd'), wait,
    send('ef' + after), wait, end]),
  script('body: in steps, then too short', [send(request('POST /p HTTP/1.1', [H, 'Content-Length: 6'], 'a')), wait, send('bcd'), end]),
  script('body: of get, in a pipeline', Array.from({length: 4}, (_, i) =>
    request(`GET /${i} HTTP/1.1`, [H, `Content-Length: ${i}`], 'x'.repeat(i))).join('')),

  // Transfer-Encoding
  ...['chunked', ' chunked', 'chunked ', '\tchunked\t', 'Chunked', 'CHUNKED', 'chunked,', ',chunked', ',', 'chunked, chunked',
    'chunked,chunked', 'gzip, chunked', 'gzip,chunked', 'gzip , chunked', 'gzip,\tchunked', 'gzip, deflate, chunked', 'chunked, gzip',
    'chunked,gzip', 'gzip', 'identity', 'identity, chunked', 'chunked, identity', 'deflate', 'x', 'xchunked', 'chunkedx', 'chunke',
    'chunked;a=b', 'chunked; a', ';chunked', '"chunked"', '\'chunked\'', 'chu nked', 'gzip chunked', 'chunked gzip', '', ' ', '\x0bchunked',
    'chunked\x0b', 'chunked\0', '\xffchunked', 'chunked\xff', 'a'.repeat(300) + ', chunked', ', chunked', ',,chunked', 'gzip,,chunked'].map(v =>
    coding(v)),
  body('coding twice, chunked last', ['Transfer-Encoding: gzip', CHUNKED], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding twice, chunked first', [CHUNKED, 'Transfer-Encoding: gzip'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding twice, chunked both', [CHUNKED, CHUNKED], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding twice, empty last', [CHUNKED, 'Transfer-Encoding:'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding twice, empty first', ['Transfer-Encoding:', CHUNKED], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding folded', ['Transfer-Encoding:', ' chunked'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding folded in the list', ['Transfer-Encoding: gzip,', ' chunked'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding folded behind', ['Transfer-Encoding: chunked', ' x'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding, a space in front of the colon', ['Transfer-Encoding : chunked'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding, a tab in front of the colon', ['Transfer-Encoding\t: chunked'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding, folded in front', ['X: y', ' Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding, a bare carriage return', ['X: y\rTransfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding, a bare line feed', ['X: y\nTransfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'),
  body('coding and TE', [CHUNKED, 'TE: trailers, deflate;q=0.5', 'Connection: TE'], '3\r\nabc\r\n0\r\n\r\n'),
  script('body: chunked, 1.0', request('POST / HTTP/1.0', [H, CHUNKED], '3\r\nabc\r\n0\r\n\r\n') + after),
  script('body: chunked, 1.0 kept', request('POST / HTTP/1.0', [H, CHUNKED, 'Connection: keep-alive'], '3\r\nabc\r\n0\r\n\r\n') + after),
  script('body: gzip, 1.0', request('POST / HTTP/1.0', [H, 'Transfer-Encoding: gzip'], 'abc') + after),
  script('body: chunked get', request('GET / HTTP/1.1', [H, CHUNKED], '3\r\nabc\r\n0\r\n\r\n') + after),

  // Both, in every conflict
  both('length, chunked', ['Content-Length: 3', CHUNKED]),
  both('chunked, length', [CHUNKED, 'Content-Length: 3']),
  both('length 0, chunked', ['Content-Length: 0', CHUNKED]),
  both('chunked, length 0', [CHUNKED, 'Content-Length: 0']),
  both('right length, chunked', ['Content-Length: 13', CHUNKED]),
  both('length, gzip', ['Content-Length: 3', 'Transfer-Encoding: gzip'], 'abc'),
  both('gzip, length', ['Transfer-Encoding: gzip', 'Content-Length: 3'], 'abc'),
  both('length, identity', ['Content-Length: 3', 'Transfer-Encoding: identity'], 'abc'),
  both('identity, length', ['Transfer-Encoding: identity', 'Content-Length: 3'], 'abc'),
  both('length, empty coding', ['Content-Length: 3', 'Transfer-Encoding:'], 'abc'),
  both('empty coding, length', ['Transfer-Encoding:', 'Content-Length: 3'], 'abc'),
  both('empty length, chunked', ['Content-Length:', CHUNKED]),
  both('chunked, empty length', [CHUNKED, 'Content-Length:']),
  both('bad length, chunked', ['Content-Length: x', CHUNKED]),
  both('chunked, bad length', [CHUNKED, 'Content-Length: x']),
  both('length, nearly chunked', ['Content-Length: 3', 'Transfer-Encoding: xchunked'], 'abc'),
  both('length, gzip and chunked', ['Content-Length: 3', 'Transfer-Encoding: gzip, chunked']),
  both('length, chunked, another field between', ['Content-Length: 3', 'X: y', CHUNKED]),
  both('length with a space, chunked', ['Content-Length : 3', CHUNKED]),
  both('length, folded chunked', ['Content-Length: 3', 'X: y', ' Transfer-Encoding: chunked'], 'abc'),
  both('length twice, chunked', ['Content-Length: 3', 'Content-Length: 3', CHUNKED]),
  script('body: both, 1.0', request('POST / HTTP/1.0', [H, 'Content-Length: 3', CHUNKED], '3\r\nabc\r\n0\r\n\r\n') + after),
  script('body: both, get', request('GET / HTTP/1.1', [H, 'Content-Length: 3', CHUNKED], '3\r\nabc\r\n0\r\n\r\n') + after),

  // Chunks
  chunks('one', '3\r\nabc\r\n0\r\n\r\n'),
  chunks('none', '0\r\n\r\n'),
  chunks('several', '1\r\na\r\n2\r\nbc\r\n3\r\ndef\r\n0\r\n\r\n'),
  chunks('sizes in hexadecimal', 'a\r\n0123456789\r\nA\r\n0123456789\r\n1f\r\n' + 'x'.repeat(31) + '\r\n0\r\n\r\n'),
  chunks('zeros in front', '0003\r\nabc\r\n000\r\n\r\n'),
  chunks('many zeros in front', '0'.repeat(40) + '3\r\nabc\r\n0\r\n\r\n'),
  chunks('every byte', '100\r\n' + Buffer.from(Array.from({length: 256}, (_, i) => i)).toString('latin1') + '\r\n0\r\n\r\n'),
  chunks('data that looks like an end', '7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n'),
  long('a long chunk', post([CHUNKED], '1000\r\n' + 'y'.repeat(4096) + '\r\n0\r\n\r\n')),
  script('long, and the end at once', [send(post(['Content-Length: 5000'], 'x'.repeat(5000))), end],
    {differs: 'Node sends 1024 pieces of a write a turn; the FIN comes before it is through, and the second answer goes unsent'}),
  chunks('a hundred', '1\r\nz\r\n'.repeat(100) + '0\r\n\r\n'),
  ...['', ' ', '3 ', ' 3', '\t3', '3\t', '-3', '+3', '0x3', '3h', 'g', 'x', '3.', '3,', '3 3', '\r\n3', '\n3', '\x003', '3\0', '\xff',
    'ffffffffffffffff', '10000000000000000', 'fffffffffffffffff', '7fffffffffffffff', '8000000000000000', '00000000000000000000003',
    '"3"', '3:', '3=', '\xd9\xa3'].map(size => chunks(`size ${JSON.stringify(size)}`, `${size}\r\nabc\r\n0\r\n\r\n`)),
  chunks('size, bare line feed', '3\nabc\r\n0\r\n\r\n'),
  chunks('size, bare carriage return', '3\rabc\r\n0\r\n\r\n'),
  chunks('size, cr cr lf', '3\r\r\nabc\r\n0\r\n\r\n'),
  chunks('data, bare line feed', '3\r\nabc\n0\r\n\r\n'),
  chunks('data, bare carriage return', '3\r\nabc\r0\r\n\r\n'),
  chunks('data, cr cr lf', '3\r\nabc\r\r\n0\r\n\r\n'),
  chunks('data, no line end', '3\r\nabc0\r\n\r\n'),
  chunks('data too long', '3\r\nabcd\r\n0\r\n\r\n'),
  chunks('data too short', '4\r\nabc\r\n0\r\n\r\n'),
  chunks('data too short by two', '5\r\nabc\r\n0\r\n\r\n'),
  chunks('last, bare line feed', '3\r\nabc\r\n0\n\r\n'),
  chunks('last, bare line feed behind', '3\r\nabc\r\n0\r\n\n'),
  chunks('last, bare line feeds', '3\r\nabc\r\n0\n\n'),
  chunks('last, bare carriage return', '3\r\nabc\r\n0\r\r\n'),
  chunks('last, cr and something', '3\r\nabc\r\n0\r\n\rX'),
  chunks('last missing', '3\r\nabc\r\n'),
  chunks('last without the empty line', '3\r\nabc\r\n0\r\n'),
  chunks('empty line between', '3\r\nabc\r\n\r\n0\r\n\r\n'),
  chunks('a size that never ends', '1'.repeat(30)),
  chunks('a body of zeros', '000000\r\n\r\n'),
  script('chunks: in steps', [send(request('POST / HTTP/1.1', [H, CHUNKED], '3\r\na')), wait, send('bc\r'), wait, send('\n2'), wait,
    send('\r\nde\r\n0'), wait, send('\r\n\r'), wait, send('\n' + after)]),
  script('chunks: an end in the middle', [send(request('POST / HTTP/1.1', [H, CHUNKED], '3\r\na')), wait, end]),
  script('chunks: an end behind a chunk', [send(request('POST / HTTP/1.1', [H, CHUNKED], '3\r\nabc\r\n')), wait, end]),
  script('chunks: an end in the trailers', [send(request('POST / HTTP/1.1', [H, CHUNKED], '3\r\nabc\r\n0\r\nX: y\r\n')), wait, end]),
  script('chunks: three requests', post([CHUNKED], '3\r\nabc\r\n0\r\n\r\n').repeat(3)),

  // Extensions
  ...[';a', ';a=b', '; a=b', ' ;a=b', ';a =b', ';a= b', ';a=b ', ';a=b;c', ';a=b;c=d', ';a=b; c=d', ';;', ';', ';=', ';a=', ';=b', ';a;', ';a==b',
    ';a="b"', ';a="b c"', ';a="b\\"c"', ';a="b;c"', ';a="b', ';a=b"', ';a="b"c', ';a="b";', ';a="b";c', ';a="b" ;c', ';a=""', ';a="\\',
    ';a="\\\x01"', ';a="\t"', ';a="\x01"', ';a="\x7f"', ';a="\xff"', ';a=\'b\'', ';a,b', ';a:b', ';a/b', ';a=b/c', ';a\tb', ';\t', ';\ta', '\t;a',
    ';a\x01', ';a\0', ';\xff', ';a=\xff', ';(a)', ';a=(b)', ';a=b,c', ';a=[b]', ';!#$%&\'*+-.^_`|~=1', ';a="b\r\nc"', ';a\nb', ';a\rb',
    ';a=b\r', ';a=b\nc'].map(text => extension(JSON.stringify(text), text)),
  extension('long', ';' + 'a'.repeat(2000)),
  extension('long value', ';a=' + 'b'.repeat(2000)),
  extension('long quoted value', ';a="' + 'b'.repeat(2000) + '"'),
  extension('many', ';a=b'.repeat(200)),
  extension('at the limit, name', ';' + 'a'.repeat(16383)),
  extension('over the limit, name', ';' + 'a'.repeat(16384)),
  extension('well over the limit, name', ';' + 'a'.repeat(16385)),
  extension('at the limit, value', ';a=' + 'b'.repeat(16382)),
  extension('over the limit, value', ';a=' + 'b'.repeat(16384)),
  extension('over the limit, names and values', (';' + 'a'.repeat(99) + '=' + 'b'.repeat(100)).repeat(83)),
  chunks('extension on the last', '3\r\nabc\r\n0;a=b\r\n\r\n'),
  chunks('extension on the last, bad', '3\r\nabc\r\n0;a=b\n\r\n'),
  chunks('extensions over the limit in sum', ('1;' + 'a'.repeat(6000) + '\r\nx\r\n').repeat(4) + '0\r\n\r\n'),
  chunks('bare line feed behind an extension', '3;a\nabc\r\n0\r\n\r\n'),

  // Trailers
  trailers('one', 'X: y\r\n\r\n'),
  trailers('several', 'X: y\r\nZ: \t w \r\nX: v\r\n\r\n'),
  trailers('announced', 'X: y\r\n\r\n'),
  trailers('empty value', 'X:\r\n\r\n'),
  trailers('high bytes', 'X: \xe9\xff\r\n\r\n'),
  trailers('folded', 'X: a\r\n b\r\n\r\n'),
  trailers('first folded', ' X: a\r\n\r\n'),
  trailers('bare line feed', 'X: y\n\r\n'),
  trailers('bare line feeds', 'X: y\n\n'),
  trailers('bare carriage return', 'X: y\r\r\n'),
  trailers('bad name', 'X Y: z\r\n\r\n'),
  trailers('no colon', 'X\r\n\r\n'),
  trailers('empty name', ': y\r\n\r\n'),
  trailers('a space in front of the colon', 'X : y\r\n\r\n'),
  trailers('control character', 'X: a\x01\r\n\r\n'),
  trailers('null', 'X: a\0\r\n\r\n'),
  trailers('content-length', 'Content-Length: 5\r\n\r\n'),
  trailers('content-length 0', 'Content-Length: 0\r\n\r\n'),
  trailers('transfer-encoding', 'Transfer-Encoding: chunked\r\n\r\n'),
  trailers('transfer-encoding gzip', 'Transfer-Encoding: gzip\r\n\r\n'),
  trailers('connection close', 'Connection: close\r\n\r\n'),
  trailers('connection upgrade', 'Connection: upgrade\r\nUpgrade: x\r\n\r\n'),
  trailers('host', 'Host: b\r\n\r\n'),
  trailers('expect', 'Expect: 100-continue\r\n\r\n'),
  trailers('a request', 'GET / HTTP/1.1\r\n\r\n'),
  ...[31, 32, 33, 100].map(n => trailers(String(n), Array.from({length: n}, (_, i) => `X-${i}: ${i}\r\n`).join('') + '\r\n')),
  trailers('over the limit', 'X: ' + 'y'.repeat(16400) + '\r\n\r\n'),
  trailers('at the limit', 'X: ' + 'y'.repeat(16382) + '\r\n\r\n'),
  trailers('just below the limit', 'X: ' + 'y'.repeat(16381) + '\r\n\r\n'),
  trailers('no end', 'X: y\r\n'),
  script('trailers: kept with the head\'s', request('POST / HTTP/1.1', [H, 'Trailer: X', CHUNKED], '0\r\nX: y\r\n\r\n') + after),
  script('trailers: in a pipeline', post([CHUNKED], '1\r\na\r\n0\r\nT: 1\r\n\r\n').repeat(3)),
  script('trailers: then an error', request('POST / HTTP/1.1', [H, CHUNKED], '1\r\na\r\n0\r\nT: 1\r\n\r\n') + after + 'BAD\r\n\r\n'),
  script('no trailers: then an error', request('POST / HTTP/1.1', [H, CHUNKED], '1\r\na\r\n0\r\n\r\n') + after + 'BAD\r\n\r\n'),
  script('body, then an error', request('POST / HTTP/1.1', [H, 'Content-Length: 3'], 'abc') + 'BAD\r\n\r\n'),
  script('chunk, then an error', request('POST / HTTP/1.1', [H, CHUNKED], '3\r\nabc\r\nBAD')),
];
