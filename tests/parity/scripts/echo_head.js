'use strict';
// Scripts for examples/echo about request lines and header fields as the parser sees them.
const {request, script} = require('../script.js');

const H = 'Host: a';
const get = (target, ...headers) => request(`GET ${target} HTTP/1.1`, [H, ...headers]);
const post = (headers, body) => request('POST /p HTTP/1.1', [H, ...headers], body);
// A second request, which shows whether the connection continues and where the next request begins.
const after = get('/after');
const line = (name, text) => script(`line: ${name}`, `${text}\r\n${H}\r\n\r\n${after}`);
const target = text => script(`target: ${JSON.stringify(text).slice(0, 60)}`, get(text) + after);
const field = (name, ...lines) => script(`field: ${name}`, get('/x', ...lines) + after);
// A whole head as it is written after the request line.
const head = (name, text) => script(`head: ${name}`, `GET /h HTTP/1.1\r\n${text}${after}`);

exports.js = 'examples/echo/echo.js';
exports.programs = ['echo'];
exports.cuts = 5;

const METHODS = ['DELETE', 'GET', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'COPY', 'LOCK', 'MKCOL', 'MOVE', 'PROPFIND', 'PROPPATCH',
  'SEARCH', 'UNLOCK', 'BIND', 'REBIND', 'UNBIND', 'ACL', 'REPORT', 'MKACTIVITY', 'CHECKOUT', 'MERGE', 'M-SEARCH', 'NOTIFY',
  'SUBSCRIBE', 'UNSUBSCRIBE', 'PATCH', 'PURGE', 'MKCALENDAR', 'LINK', 'UNLINK', 'SOURCE', 'QUERY'];

exports.scripts = [
  // Methods
  script('methods: all, without a body', METHODS.map(m => request(`${m} /${m} HTTP/1.1`, [H])).join('')),
  script('methods: all, with a length', METHODS.map(m => request(`${m} /${m} HTTP/1.1`, [H, 'Content-Length: 3'], 'abc')).join('')),
  script('methods: all, chunked', METHODS.map(m =>
    request(`${m} /${m} HTTP/1.1`, [H, 'Transfer-Encoding: chunked'], '2\r\nab\r\n0\r\n\r\n')).join('')),
  script('methods: all, 1.0 kept', METHODS.map(m => request(`${m} /${m} HTTP/1.0`, ['Connection: keep-alive'])).join('')),
  script('methods: head with a body', request('HEAD /h HTTP/1.1', [H, 'Content-Length: 3'], 'abc') + after),
  script('methods: head, chunked', request('HEAD /h HTTP/1.1', [H, 'Transfer-Encoding: chunked'], '1\r\na\r\n0\r\n\r\n') + after),
  ...['PRI', 'DESCRIBE', 'ANNOUNCE', 'SETUP', 'PLAY', 'PAUSE', 'TEARDOWN', 'GET_PARAMETER', 'SET_PARAMETER', 'REDIRECT', 'RECORD',
    'FLUSH', 'GETS', 'GE', 'get', 'Post', 'PO', 'POS', 'M', 'M-', 'M-SEARC', 'MKA', 'MKACTIVITYX', 'PROP', 'PROPX', 'UN', 'UNSUB',
    'SUB', 'A', 'Q', 'QUER', 'G\tET', 'G ET', 'GET!', 'G-ET', '(GET)', '"GET"', 'G\0ET', 'G\x80T', 'X-METHOD', '_', '0'].map(m =>
    line(`method ${JSON.stringify(m)}`, `${m} / HTTP/1.1`)),

  // Targets
  ...['/', '/a/b/c', '/a?b', '/a?b?c', '/a#b', '/a?b#c', '/a#b#c', '/a#b?c', '/?', '/#', '/?#', '//', '///a', '/%', '/%zz', '/%00',
    '/a%20b', '/!$&\'()*+,;=:@-._~', '/[]{}|\\^`"<>', '/a//b/../c/./d', '*', '**', '*a', '/*', 'a', 'a/b', '?', '#', '?a', '#a', '.',
    '-', '~', '%2f', '@', ':', ';', 'http://a', 'http://a/', 'http://a:80', 'http://a:80/b?c#d', 'http://a?b', 'http://a#b',
    'http://u@a/', 'http://u:p@a:1/', 'http://u@v@a/', 'http://[::1]/', 'http://[::1]:80/b', 'http://[', 'http://]', 'http://a]/',
    'http://a:b:c/', 'http://:80/', 'http://@/', 'http:///a', 'http://a\\b', 'http://%41/', 'http://a b/', 'http:/a', 'http:a',
    'http:', 'h://a', '1://a', 'a1://b', 'a+b://c', 'a-b://c', 'HTTPS://A/', 'mailto:a@b', 'urn:a:b', 'a:80', 'localhost',
    '/a\tb', '/a\x0bb', '/a\x0cb', '/a\x01b', '/a\x7fb', '/a\x80b', '/a\xffb', '/a\0b', '/\xc3\xa9', '/?\x80', '/#\x80', '\x80',
    'http://\x80/', 'http://a/\x80', '/a\rb', '/a\nb', '/a b', '/a  b', '/a HTTP/1.1 b'].map(target),
  script('target: 1000 letters', get('/' + 'abcdefghij'.repeat(100)) + after),

  // Versions and the form of the line
  ...['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/1.9', 'HTTP/0.0', 'HTTP/0.1', 'HTTP/9.9', 'HTTP/3.0',
    'HTTP/1', 'HTTP/1.', 'HTTP/.1', 'HTTP/01.1', 'HTTP/1.01', 'HTTP/1.10', 'HTTP/11', 'HTTP/1,1', 'HTTP/1.1.1', 'HTTP/a.b', 'HTTP/1.a',
    'HTTP/-1.1', 'HTTP/+1.1', 'HTTP/ 1.1', 'HTTP /1.1', 'HTTP/1 .1', 'HTTP/1. 1', 'http/1.1', 'Http/1.1', 'HTTPS/1.1', 'HTT/1.1', 'HT',
    'H', 'HTTP', 'HTTP/', 'ICE/1.0', 'RTSP/1.0', 'XTTP/1.1', '1.1', 'HTTP\\1.1', 'HTTP//1.1', 'HTTP/1.1\t', 'HTTP/1.1 ', 'HTTP/1.1 a',
    'HTTP/1.1\0', 'HTTP/1.1\x0b', 'HTTP/1.1;', 'HTTP/1.1\r', 'HTTP/1.1\n', '', ' ', '  HTTP/1.1', '\tHTTP/1.1'].map(v =>
    line(`version ${JSON.stringify(v)}`, `GET /v ${v}`)),
  line('no target', 'GET HTTP/1.1'),
  line('no target, two spaces', 'GET  HTTP/1.1'),
  line('a tab behind the method', 'GET\t/ HTTP/1.1'),
  line('a tab in front of the version', 'GET /\tHTTP/1.1'),
  line('a space in front', ' GET / HTTP/1.1'),
  line('a tab in front', '\tGET / HTTP/1.1'),
  line('empty lines in front', '\r\n\r\n\r\nGET / HTTP/1.1'),
  line('bare line feeds in front', '\n\nGET / HTTP/1.1'),
  line('carriage returns in front', '\r\rGET / HTTP/1.1'),
  line('empty lines with a space in front', '\r\n \r\nGET / HTTP/1.1'),
  line('a null in front', '\0GET / HTTP/1.1'),
  line('a byte order mark in front', '\xef\xbb\xbfGET / HTTP/1.1'),
  line('folded', 'GET /\r\n HTTP/1.1'),
  line('an answer', 'HTTP/1.1 200 OK'),
  line('a TLS hello', '\x16\x03\x01\x00\xf4\x01\x00\x00\xf0\x03\x03'),
  line('SSH', 'SSH-2.0-OpenSSH_9.2'),
  script('line: 2.0 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'),
  script('line: 2.0 preface behind a request', after + 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  script('line: ends in a bare line feed', `GET /n HTTP/1.1\n${H}\r\n\r\n${after}`),
  script('line: ends in a bare carriage return', `GET /n HTTP/1.1\r${H}\r\n\r\n${after}`),
  script('line: ends in cr cr lf', `GET /n HTTP/1.1\r\r\n${H}\r\n\r\n${after}`),
  script('line: ends in lf cr', `GET /n HTTP/1.1\n\r${H}\r\n\r\n${after}`),
  script('line: 0.9, and nothing more', 'GET /simple\r\n'),
  script('line: 0.9 with a bare line feed', 'GET /simple\n' + after),
  script('line: 0.9, empty line', 'GET /simple\r\n\r\n' + after),
  script('line: 0.9 with fields', `GET /simple\r\n${H}\r\nX: y\r\n\r\n${after}`),
  script('line: 0.9 with post', `POST /simple\r\n${H}\r\nContent-Length: 2\r\n\r\nab${after}`),

  // Host
  script('host: none', request('GET / HTTP/1.1') + after),
  script('host: none, 1.0', request('GET / HTTP/1.0', ['Connection: keep-alive']) + after),
  script('host: none, a body', request('POST / HTTP/1.1', ['Content-Length: 3'], 'abc') + after),
  ...['', ' ', 'a, b', 'a b', 'a:80', 'a:', ':80', '[::1]', 'user@a', 'http://a', '*', '\xe9', 'a/b', 'a\tb'].map(v =>
    script(`host: ${JSON.stringify(v)}`, request('GET / HTTP/1.1', [`Host: ${v}`]) + after)),
  field('host twice, the same', 'Host: a'),
  field('host twice, another', 'Host: b'),
  field('host twice, another case', 'hOST: b'),

  // Names
  ...['X', 'x', 'X-Y-Z', 'X_Y', 'X.Y', '1', '!#$%&\'*+-.^_`|~', '-', 'a'.repeat(300), 'X-\xe9', 'X(Y)', 'X,Y', 'X/Y', 'X;Y', 'X<Y>', 'X=Y',
    'X?Y', 'X@Y', 'X[Y]', 'X\\Y', 'X{Y}', 'X"Y"', 'X Y', 'X\tY', 'X\0Y', 'X\x7fY', '', ' X', '\tX', 'X ', 'X\t', ':X', 'X:', 'X\rY',
    'X\nY', '__proto__', 'constructor', 'toString'].map(name => field(`name ${JSON.stringify(name).slice(0, 40)}`, `${name}: v`)),
  field('name without a colon', 'NoColon'),
  field('name without a colon, last', 'X: y', 'NoColon'),

  // Values
  ...['', ' ', '\t', ' \t \t ', 'v', ' v', 'v ', ' v ', '\tv\t', 'v  w', 'v\tw', '\xe9\xff\x80', '\xc3\xa9', 'a:b', ':', '::', '"q"', '"q',
    'a\\b', '\\', 'a\0b', 'a\x01b', 'a\x0bb', 'a\x0cb', 'a\x1fb', 'a\x7fb', 'a\rb', 'a\nb', 'a\r', '\r', '\x7f', '\0', 'v'.repeat(2000)].map(
    value => field(`value ${JSON.stringify(value).slice(0, 40)}`, `X:${value}`)),
  field('spaces, a thousand', `X:${' '.repeat(1000)}v${' '.repeat(1000)}`),
  field('values, equal names', 'X: 1', 'x: 2', 'X: 3', 'Y: 4', 'X:'),

  // Folding, line ends
  field('folded with a space', 'X: a', ' b'),
  field('folded with a tab', 'X: a', '\tb'),
  field('folded with much', 'X: a', ' \t  b', '  c'),
  field('folded into nothing', 'X:', ' a'),
  field('folded blank', 'X: a', ' '),
  field('folded blank, more', 'X: a', ' ', 'Y: b'),
  field('folded name', 'X', ' : a'),
  field('folded content-length', 'Content-Length:', ' 0'),
  field('folded transfer-encoding', 'Transfer-Encoding:', ' chunked'),
  head('folded first line', ` X: a\r\n${H}\r\n\r\n`),
  head('folded first line, tab', `\tX: a\r\n${H}\r\n\r\n`),
  head('a folded empty first line', ` \r\n${H}\r\n\r\n`),
  head('bare line feed behind a field', `${H}\nX: y\r\n\r\n`),
  head('bare line feed behind an empty field', `${H}\r\nX:\nY: z\r\n\r\n`),
  head('bare line feeds only', `${H}\nX: y\n\n`),
  head('bare carriage return behind a field', `${H}\rX: y\r\n\r\n`),
  head('bare carriage return behind an empty field', `${H}\r\nX:\rY: z\r\n\r\n`),
  head('cr cr lf', `${H}\r\r\nX: y\r\n\r\n`),
  head('lf cr', `${H}\n\rX: y\r\n\r\n`),
  head('ends with crlf lf', `${H}\r\n\n`),
  head('ends with crlf cr', `${H}\r\n\r`),
  head('ends with crlf cr and something', `${H}\r\n\rX`),
  head('ends with lf lf', `${H}\n\n`),
  head('ends with lf crlf', `${H}\n\r\n`),
  head('empty, no fields', '\r\n'),
  head('only a line feed', '\n'),
  head('only a colon', ':\r\n\r\n'),
  head('a space, then nothing', ' \r\n\r\n'),
  head('never ends', `${H}\r\nX: y\r\n`),
  head('crlf in the middle of a name', `${H}\r\nX\r\n: y\r\n\r\n`),

  // Fields with values that the parser interprets
  ...['Connection', 'Proxy-Connection', 'Upgrade', 'Content-Length', 'Transfer-Encoding', 'Keep-Alive', 'TE', 'Trailer', 'Expect'].flatMap(
    name => [field(`empty ${name}`, `${name}:`), field(`blank ${name}`, `${name}:  \t`), field(`${name}, comma`, `${name}: ,`)]),
  ...['Content-Lengt', 'Content-Lengthx', 'Content_Length', 'Transfer-Encodin', 'Transfer-Encodingx', 'Connectio', 'Connectionx', 'Upgrad',
    'Upgradex', 'Proxy-Connectionx'].map(name => field(`nearly: ${name}`, `${name}: close`)),

  // Raw headers do not show which fields Node joins or drops, but they show the order.
  field('many kinds', 'Cookie: a=1', 'cookie: b=2', 'Set-Cookie: c', 'Set-Cookie: d', 'ETag: 1', 'Etag: 2', 'Age: 1', 'age: 2', 'Accept: x',
    'Accept: y', 'User-Agent: a', 'user-agent: b', 'Content-Type: t', 'content-type: u'),
  ...[31, 32, 33, 62, 63, 64, 100].map(n =>
    script(`fields: ${n}`, get('/n', ...Array.from({length: n - 1}, (_, i) => `X-${i}: ${i}`)) + after)),
  script('fields: many in a pipeline', Array.from({length: 6}, (_, i) =>
    get(`/${i}`, ...Array.from({length: i * 12}, (_, j) => `X: ${j}`))).join('')),
  script('fields: many, then a bad one', after + get('/n', ...Array.from({length: 40}, (_, i) => `X-${i}: ${i}`), 'bad bad: x') + after),
  ...[30, 31, 32, 33].map(n => script(`fields: ${n}, then a bad one`,
    after + get('/n', ...Array.from({length: n - 1}, (_, i) => `X-${i}: ${i}`), 'bad bad: x') + after)),
  script('fields: many, closing, then more', get('/n', ...Array.from({length: 60}, (_, i) => `X-${i}: ${i}`), 'Connection: close') + after),
  script('fields: many in a 0.9, then more', ['POST /n', ...Array.from({length: 60}, (_, i) => `X-${i}: ${i}`), '', after].join('\r\n')),
  script('fields: many with a body', post([...Array.from({length: 70}, (_, i) => `X-${i}: ${i}`), 'Content-Length: 3'], 'abc') + after),
];
