'use strict';
// Scripts about the server's options and limits, for programs/limits: each variant is a server with its own
// environment.
const {request, script, send, wait, pause, end} = require('../script.js');
const echoHead = require('./echo_head.js');
const echoBody = require('./echo_body.js');
const echoConnection = require('./echo_connection.js');

const H = 'Host: a';
const get = (target, ...headers) => request(`GET ${target} HTTP/1.1`, [H, ...headers]);
const post = (target, bytes, ...headers) => request(`POST ${target} HTTP/1.1`, [H, `Content-Length: ${bytes.length}`, ...headers], bytes);
const CHUNKED = 'Transfer-Encoding: chunked';
const chunked = (target, bytes, ...headers) => request(`POST ${target} HTTP/1.1`, [H, CHUNKED, ...headers], bytes);
const after = get('/after');
const fields = n => Array.from({length: n}, (_, i) => `X-${i}: ${i}`);
const trailers = n => `1\r\na\r\n0\r\n${fields(n).map(line => line + '\r\n').join('')}\r\n`;
const UP = ['Connection: upgrade', 'Upgrade: x'];
// The connection must have ended within `over`, and must still be open after `still`.
const over = pause(3000);
const still = pause(1200);

const sized = sum => get('/', 'X: ' + 'v'.repeat(sum - '/HostaX'.length));
const upgrades = [
  script('taken', [send(get('/u', ...UP, 'X-Take: yes') + 'tail'), wait, send('more'), end]),
  script('not taken', get('/u', ...UP) + 'tail' + after),
  script('not taken, then more', [send(get('/u', ...UP)), wait, send(after), wait, send(after)]),
  script('not taken, a body', post('/u', 'abc', ...UP) + after),
  script('not taken, a chunked body', chunked('/u', '1\r\na\r\n0\r\n\r\n', ...UP) + after),
  script('not taken, a bad body, then more', [send(chunked('/u', 'x', ...UP)), wait, send(after)]),
  script('taken, a body', [send(post('/u', 'abc', ...UP, 'X-Take: yes') + 'tail'), wait, end]),
  script('taken behind another', [send(after + get('/u', ...UP, 'X-Take: yes') + 't'), wait, end]),
  script('not an upgrade', get('/u', 'Upgrade: x', 'X-Take: yes') + after),
  script('connect', request('CONNECT a:80 HTTP/1.1', [H]) + 'tail'),
  script('connect, behind a request', after + request('CONNECT a:80 HTTP/1.1', [H]) + 'tail'),
];
const expectations = ['/', '/take', '/refuse', '/early', '/hang'].flatMap(url => [
  script(`${url}, body at once`, post(url, 'abc', 'Expect: 100-continue') + after),
  script(`${url}, body later`, [send(request(`POST ${url} HTTP/1.1`, [H, 'Content-Length: 3', 'Expect: 100-continue'])), wait, send('abc' + after)]),
  script(`${url}, no body`, get(url, 'Expect: 100-continue') + after),
  script(`${url}, another expectation`, post(url, 'abc', 'Expect: x') + after),
  script(`${url}, 1.0`, request(`POST ${url} HTTP/1.0`, ['Content-Length: 3', 'Expect: 100-continue', 'Connection: keep-alive'], 'abc') + after)]);
const duplicates = ['Accept', 'Age', 'Authorization', 'Connection', 'Content-Encoding', 'Content-Type', 'Cookie', 'Date', 'ETag', 'Expires', 'From',
  'If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Unmodified-Since', 'Last-Modified', 'Location', 'Max-Forwards', 'Origin',
  'Proxy-Authorization', 'Referer', 'Retry-After', 'Server', 'Set-Cookie', 'User-Agent', 'Via', 'X-Any', 'x-Lower', '1', '__proto__',
  'constructor', 'Upgrade', 'Keep-Alive', 'TE', 'Trailer', 'Vary', 'WWW-Authenticate'].map(name =>
  script(`twice: ${name}`, get('/', `${name}: a`, `${name.toUpperCase()}: b`, `${name.toLowerCase()}:`, 'Z: z') + after));

exports.js = 'tests/parity/programs/limits.js';
exports.programs = ['limits'];
exports.cuts = 4;

exports.variants = {
  plain: {scripts: [...duplicates, ...upgrades, ...expectations,
    script('numbers as names', get('/', '10: a', '9: b', 'b: c', '1: d', '01: e', '-1: f', '4294967295: g', '4294967294: h') + after),
    script('twice: Host', get('/', 'Host: b') + after),
    script('twice: trailers', chunked('/', '0\r\nX: a\r\nX: b\r\nContent-Type: c\r\ncontent-type: d\r\nSet-Cookie: e\r\nset-cookie: f\r\n\r\n') + after),
    script('lists in the answer', get('/list') + after),
    script('none', get('/none') + after),
    script('head', request('HEAD / HTTP/1.1', [H]) + after),
    script('high bytes', get('/', 'X: \xe9\xff', 'X: \x80') + after)]},

  joined: {env: {JOIN: '1'}, scripts: [...duplicates,
    script('twice: Host', get('/', 'Host: b') + after),
    script('twice: trailers', chunked('/', '0\r\nX: a\r\nX: b\r\nContent-Type: c\r\ncontent-type: d\r\nSet-Cookie: e\r\n\r\n') + after)]},

  // The time limits for heads and bodies and for idle connections. All times are different, because otherwise it would
  // be random which of two ends a connection first. The time of a request is checked only every 50 ms.
  times: {cuts: 0, env: {CHECKING: '50', HEADERS: '500', REQUEST: '900', KEEP: '300', KEEP_BUFFER: '100'}, half: false, scripts: [
    script('nothing said', [over]),
    script('an empty line', [send('\r\n'), over]),
    script('half a line', [send('GET /'), over]),
    script('half a head', [send('GET / HTTP/1.1\r\nHost: a\r\n'), over]),
    script('a head in pieces, in time', [send('GET / HT'), pause(100), send('TP/1.1\r\n'), pause(100), send('Host: a\r\n\r\n')]),
    script('a head in pieces, too late', [send('GET / HT'), pause(250), send('TP/1.1\r\n'), pause(250), send('Host: a\r\n'), over]),
    script('half a body', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), over]),
    script('half a body, in time', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), pause(150), send('def')]),
    script('chunks without end', [send(chunked('/', '1\r\na\r\n')), pause(300), send('1\r\nb\r\n'), pause(300), send('1\r\nc\r\n'), over]),
    script('trailers without end', [send(chunked('/', '1\r\na\r\n0\r\nX: y\r\n')), over]),
    script('half a body, answered', [send(request('POST /early HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), over]),
    script('half a body, half an answer', [send(request('POST /begun HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), over]),
    script('expects, and says nothing', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 6', 'Expect: 100-continue'])), over]),
    script('idle behind an answer', [send(after), over]),
    script('idle behind an answer, then another', [send(after), pause(200), send(after), over]),
    script('idle behind an answer, empty lines', [send(after), wait, send('\r\n'), over]),
    script('half a head behind an answer', [send(after + 'GET / HTTP/1.1\r\n'), over]),
    script('half a head later behind an answer', [send(after), wait, send('GET / HTTP/1.1\r\n'), over]),
    script('never answered', [send(get('/hang')), still]),
    script('never answered, with a body', [send(post('/hang', 'abc')), still]),
    script('never answered, more behind', [send(get('/hang') + after), still]),
    script('never answered, half a head behind', [send(get('/hang') + 'GET / HTTP/1.1\r\n'), over]),
    script('1.0, kept', [send(request('GET / HTTP/1.0', ['Connection: keep-alive'])), over]),
    script('an upgrade that is not taken', [send(get('/u', ...UP)), over]),
    script('an error, then nothing', [send('BAD\r\n\r\n'), over]),
    script('the end of half a head', [send('GET / HTTP/1.1\r\n'), pause(100), end, over]),
    script('the end of a body that is hung', [send(get('/hang')), pause(100), end, still])]},

  timesOff: {cuts: 0, env: {CHECKING: '50', HEADERS: '0', REQUEST: '0', KEEP: '0'}, half: false, scripts: [
    script('nothing said', [still]),
    script('half a head', [send('GET / HTTP/1.1\r\n'), still]),
    script('half a body', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), still]),
    script('idle behind an answer', [send(after), still])]},

  timesRequest: {cuts: 0, env: {CHECKING: '50', HEADERS: '0', REQUEST: '500', KEEP: '1500'}, half: false, scripts: [
    script('nothing said', [over]),
    script('half a head', [send('GET / HTTP/1.1\r\n'), over]),
    script('half a body', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), over]),
    script('idle behind an answer', [send(after), still])]},

  socketTimes: {cuts: 0, env: {TIMEOUT: '400', KEEP: '900', KEEP_BUFFER: '0'}, half: false, scripts: [
    script('nothing said', [over]),
    script('half a head', [send('GET / HTTP/1.1\r\n'), over]),
    script('half a body', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), over]),
    script('never answered', [send(get('/hang')), over]),
    script('idle behind an answer', [send(after), pause(600), send(after), over])]},

  socketTimesHeard: {cuts: 0, env: {TIMEOUT: '400', TIMED: '1', KEEP: '900', KEEP_BUFFER: '0'}, half: false, scripts: [
    script('nothing said', [over]),
    script('half a head', [send('GET / HTTP/1.1\r\n'), over]),
    script('half a body', [send(request('POST / HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), over]),
    script('never answered', [send(get('/hang')), over]),
    script('idle behind an answer', [send(after), over])]},

  size: {env: {SIZE: '200'}, scripts: [
    ...[198, 199, 200, 201, 300].flatMap(n => [script(`head of ${n}`, sized(n) + after), script(`url of ${n}`, get('/'.padEnd(n - 5, 'u')) + after),
      script(`trailers of ${n}`, chunked('/', `0\r\nX: ${'v'.repeat(n - 1)}\r\n\r\n`) + after)]),
    script('a second head', sized(199) + sized(199) + sized(200)),
    script('white space', get('/', `X: ${' '.repeat(400)}v`) + after),
    script('many fields', get('/', ...fields(20)) + after),
    script('extensions of 1000', chunked('/', `1;${'a'.repeat(1000)}\r\na\r\n0\r\n\r\n`) + after)]},

  sizeLarge: {env: {SIZE: '100000'}, scripts: [script('head of 99999', sized(99999) + after), script('head of 100000', sized(100000) + after),
    script('head of 20000', sized(20000) + after)]},

  count: {env: {COUNT: '4'}, scripts: [
    ...[0, 1, 2, 3, 4, 5, 29, 30, 31, 32, 60, 61, 62, 63, 100].map(n => script(`${n + 1} fields`, get('/', ...fields(n)) + after)),
    ...[1, 3, 4, 5, 30, 31, 32, 33, 62, 63, 100].map(n => script(`${n} trailers`, chunked('/', trailers(n)) + after)),
    script('the length beyond', request('POST / HTTP/1.1', [H, ...fields(10), 'Content-Length: 3'], 'abc') + after),
    script('the host beyond', request('GET / HTTP/1.1', [...fields(10), H]) + after),
    script('the expectation beyond', request('POST / HTTP/1.1', [H, ...fields(10), 'Content-Length: 3', 'Expect: 100-continue'], 'abc') + after),
    script('fields and trailers', request('POST / HTTP/1.1', [H, CHUNKED, ...fields(5)], trailers(6)) + after)]},

  countOff: {env: {COUNT: '0'}, scripts: [
    ...[998, 999, 1000, 1001, 2000].map(n => script(`${n + 1} fields`, request('GET / HTTP/1.1', [H, ...Array.from({length: n}, () => 'X:')]) + after)),
    script('the host beyond', request('GET / HTTP/1.1', [...Array.from({length: 2000}, () => 'X:'), H]) + after)]},

  requests: {env: {REQUESTS: '3'}, scripts: [
    ...[1, 2, 3, 4, 5, 8].map(n => script(`${n} requests`, after.repeat(n))),
    script('four, one by one', [send(after), wait, send(after), wait, send(after), wait, send(after)]),
    script('with bodies', post('/', 'abc').repeat(4)),
    script('chunked', chunked('/', '1\r\na\r\n0\r\n\r\n').repeat(4)),
    script('1.0', request('GET / HTTP/1.0', ['Connection: keep-alive']).repeat(4) + after),
    script('no host', after.repeat(2) + request('GET / HTTP/1.1')),
    script('expectations', post('/', 'abc', 'Expect: 100-continue').repeat(4)),
    script('a hung one', get('/hang') + after.repeat(4)),
    script('early ones', post('/early', 'abc').repeat(4)),
    script('begun ones', post('/begun', 'abc').repeat(4)),
    script('an upgrade behind', after.repeat(3) + get('/u', ...UP))]},

  requestsDropped: {env: {REQUESTS: '1', DROP: '1'}, scripts: [1, 2, 3].map(n => script(`${n} requests`, after.repeat(n)))},

  noHost: {env: {HOST: '0'}, scripts: [
    script('none', request('GET / HTTP/1.1') + after),
    script('none, with a body', request('POST / HTTP/1.1', ['Content-Length: 3'], 'abc') + after),
    script('none, in a pipeline', request('GET / HTTP/1.1').repeat(3)),
    script('twice', get('/', 'Host: b') + after),
    script('none, expects', request('POST / HTTP/1.1', ['Content-Length: 3', 'Expect: 100-continue'], 'abc') + after)]},

  reject: {env: {REJECT: '1'}, scripts: [
    script('head', request('HEAD / HTTP/1.1', [H]) + after),
    script('ends the server: head, begun', request('HEAD /begun HTTP/1.1', [H]), {ends: true}),
    script('204', get('/none') + after),
    script('get', after)]},

  takes: {env: {TAKE: '1'}, scripts: upgrades},
  continues: {env: {CONTINUE: '1'}, scripts: expectations},

  // How a parse error looks to a listener. Its numbers depend on how the bytes were divided, so these scripts are sent
  // whole.
  errors: {cuts: 0, golden: false, env: {CLIENT_ERROR: '1'}, scripts: [...echoHead.scripts, ...echoBody.scripts, ...echoConnection.scripts]},
};
