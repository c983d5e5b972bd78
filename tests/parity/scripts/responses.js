'use strict';
// Scripts that call each method of ServerResponse, in right and wrong order, for programs/responses: the url is the
// list of calls.
const {request, script, send, wait, end} = require('../script.js');

const H = 'Host: a';
const after = request('GET / HTTP/1.1', [H]);
const call = (method, version, url, ...headers) => request(`${method} ${url} HTTP/${version}`, headers);
// The client's FIN competes with the turns of the program, so a response that takes two turns is not tested
// half-closed.
const half = url => (url.split('/later').length > 2 ? {half: false} : {});
// One list of calls, requested with HTTP/1.1 and followed by another request.
const get = (url, more) => script(url, call('GET', '1.1', url, H) + after, {...half(url), ...more});
// The same list of calls requested in all ways: HEAD, 1.0, 1.0 kept alive, 1.1 that closes.
const all = url => [get(url),
  script(`HEAD ${url}`, call('HEAD', '1.1', url, H) + after, half(url)),
  script(`1.0 ${url}`, call('GET', '1.0', url) + after, half(url)),
  script(`1.0 kept ${url}`, call('GET', '1.0', url, 'Connection: keep-alive') + after, half(url)),
  script(`closing ${url}`, call('GET', '1.1', url, H, 'Connection: close') + after, half(url))];
const post = (url, bytes, ...headers) => script(`POST ${bytes.length} ${url} ${headers.join(' ')}`,
  request(`POST ${url} HTTP/1.1`, [H, `Content-Length: ${bytes.length}`, ...headers], bytes) + after);

exports.js = 'tests/parity/programs/responses.js';
exports.programs = ['responses'];
exports.cuts = 2;

exports.scripts = [
  // How the length of a body is announced
  ...['/end', '/endWith=abc', '/write=abc/end', '/write=a/endWith=b', '/write=/end', '/write=/endWith=a', '/endWith=', '/writeHead=200/end',
    '/writeHead=200/endWith=abc', '/writeHead=200/write=abc/endWith=def', '/flush/end', '/flush/endWith=abc', '/flush/write=a/end',
    '/set=Content-Length,3/endWith=abc', '/set=Content-Length,3/write=abc/end', '/writeHeadWith=200,Content-Length,3/write=abc/end',
    '/set=Transfer-Encoding,chunked/endWith=abc', '/set=Transfer-Encoding,chunked/write=abc/end', '/set=Transfer-Encoding,gzip/endWith=abc',
    '/set=Transfer-Encoding,identity/write=abc/end', '/writeHeadWith=200,Transfer-Encoding,chunked/write=abc/end',
    '/set=Content-Length,3/set=Transfer-Encoding,chunked/endWith=abc', '/remove=Transfer-Encoding/write=abc/end',
    '/remove=Content-Length/endWith=abc', '/remove=Content-Length/remove=Transfer-Encoding/endWith=abc', '/noChunks/write=abc/end',
    '/noChunks/endWith=abc', '/write=a/later/write=b/later/endWith=c', '/later/endWith=abc', '/tick/write=abc/tick/end',
    '/write=a/write=b/write=c/end', '/cork/write=a/write=b/uncork/end', '/cork/write=a/write=b/end', '/flush/cork/write=a/write=b/uncork/end',
    '/flush/cork/write=a/later/write=b/uncork/later/end', '/cork/cork/write=a/uncork/write=b/uncork/end'].flatMap(all),
  ...['/writeBytes=00ff80/end', '/endBytes=00ff80', '/endWith=%C3%A9%E2%82%AC', '/write=%C3%A9/endWith=%E2%82%AC', '/writeAs=%C3%A9,latin1/end',
    '/endAs=%C3%A9,latin1', '/endAs=6869,hex', '/endAs=aGk=,base64', '/writeAs=hi,utf16le/end', '/endAs=hi,ucs2',
    '/writeMany=x,20000/end', '/endMany=x,20000', '/endMany=x,200000', '/writeMany=x,200000/end', '/writeMany=ab,9/writeMany=c,300/end',
    '/endMany=%C3%A9,500'].map(url => get(url)),

  // Statuses
  ...[200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 301, 302, 304, 307, 308, 399, 400, 401, 404, 405, 413, 417, 418, 426, 429, 431, 451, 499,
    500, 501, 503, 505, 511, 599, 600, 700, 999].map(code => get(`/status=${code}/endWith=abc`)),
  ...[204, 205, 304, 100, 101, 103, 199].flatMap(code => [...all(`/status=${code}/write=abc/end`), ...all(`/writeHead=${code}/endWith=abc`)]),
  ...[204, 304].flatMap(code => ['set=Content-Length,3', 'set=Transfer-Encoding,chunked', 'flush', 'trailer=X,y', 'set=Connection,close',
    'noChunks'].map(step => get(`/status=${code}/${step}/endWith=abc`))),
  ...['0', '1', '99', '1000', '-1', 'abc', '', '200.5', '200.999', '99.9', '1e2', 'Infinity', 'NaN', '4294967496', '%20200', '0x10'].map(code =>
    get(`/writeHead=${code}/notes`)),
  ...['0', '99', '1000'].flatMap(code => [get(`/status=${code}/showStatus/endWith=a/showStatus/status=200/notes`)]),
  ...['/message=Fine/end', '/message=/end', '/message=a%20b/end', '/message=a%0Ab/notes', '/message=a%0D%0AX:%20y/notes',
    '/message=%E2%82%AC/notes', '/message=a%00/notes', '/message=a%7F/notes', '/message=a%09b/notes', '/status=404/message=Gone/end', '/status=299/end',
    '/writeHeadSays=200,Fine/end', '/writeHeadSays=404,/end', '/writeHeadSays=200,%C3%A9/end', '/writeHeadSays=200,a%0Ab/notes',
    '/writeHeadSays=200,%E2%82%AC/notes', '/writeHeadSays=299,X/end', '/writeHeadAll=200,Fine,X,y/end', '/message=A/writeHeadSays=200,B/end',
    '/message=A/writeHead=200/end', '/status=404/writeHead=200/showStatus/notes', '/writeHeadSays=200,A/showStatus/notes',
    '/endWith=a/showStatus/status=500/showStatus'].map(url => get(url)),

  // Headers
  ...['/set=X,y/end', '/set=X,y/set=X,z/end', '/set=X,y/set=x,z/end', '/set=x-lower,y/end', '/set=X,/end', '/set=X,%20y%20/end', 
    '/set=X,%E2%82%AC/notes', '/set=X,a%0Ab/notes', '/set=X,a%0Db/notes', '/set=X,a%00b/notes', '/set=X,a%7Fb/notes', '/set=X,a%09b/end', '/set=X,a%1Fb/notes',
    '/set=,y/notes', '/set=X%20Y,z/notes', '/set=X:,z/notes', '/set=X%0A,z/notes', '/set=%C3%A9,z/notes', '/set=X(,z/notes', '/set=__proto__,z/end',
    '/set=constructor,z/names/notes', '/setList=X,a,b/end', '/setList=Set-Cookie,a=1,b=2/end', '/setList=Content-Type,a,b/end', '/setList=X,a,b%0A/notes',
    '/setList=Cookie,a,b/end', '/setList=Link,a,b/end', '/setNumber=X,5/end', '/setNumber=X,1.5/end', '/setNumber=X,NaN/end', '/setNumber=X,1e21/end',
    '/setNumber=X,-0/end', '/setNumber=X,0.1/end', '/setNumber=X,123456789012/end', '/setTwo/end', '/append=X,a/end', '/append=X,a/append=X,b/end',
    '/set=X,a/append=x,b/end', '/setList=X,a,b/append=X,c/end', '/appendList=X,a,b/end', '/appendList=X,a,b/appendList=X,c,d/end',
    '/append=Set-Cookie,a/append=Set-Cookie,b/end', '/append=Content-Type,a/append=Content-Type,b/end', '/append=X,a%0A/notes', '/append=X%20,a/notes',
    '/set=X,y/remove=X/end', '/set=X,y/remove=x/end', '/remove=X/end', '/remove=/end', '/set=X,y/get=X/get=x/get=Y/notes', '/set=X,y/has=X/has=x/has=Y/notes',
    '/setList=X,a,b/get=X/notes', '/setNumber=X,5/get=X/notes', '/set=Xa,1/set=yB,2/names/rawNames/notes', '/names/rawNames/notes', '/get=/notes', '/has=/notes',
    '/set=B,1/set=A,2/set=C,3/remove=A/set=A,4/end', '/set=B,1/set=A,2/set=b,3/names/rawNames/notes', '/append=X,a/get=X/append=X,b/get=X/notes',
    '/set=Date,now/end', '/remove=Date/end', '/noDate/end', '/noDate/set=Date,now/end', '/set=Server,x/end', '/set=Trailer,X/endWith=a',
    '/set=Trailer,X/write=a/end', '/set=Content-Length,abc/endWith=abc', '/set=Content-Length,/endWith=abc', '/set=Content-Length,2/endWith=abc',
    '/set=Content-Length,9/endWith=abc', '/set=Content-Length,-1/endWith=abc', '/setList=Content-Length,3,3/endWith=abc',
    '/setList=Transfer-Encoding,gzip,chunked/endWith=abc', '/set=Transfer-Encoding,Chunked/endWith=abc', '/set=Transfer-Encoding,xchunkedx/endWith=abc',
    '/set=transfer-encoding,chunked/endWith=abc', '/set=Upgrade,x/end', '/set=Upgrade,x/set=Connection,upgrade/end', '/set=Expect,x/end', '/set=Host,x/end',
    '/set=Location,/end', '/set=Content-Disposition,a;%20filename=%C3%A9/end',
    '/writeHeadWith=200,Content-Disposition,%C3%A9/endWith=a', '/writeHeadTwo=200,Content-Length,1,Content-Disposition,%C3%A9/endWith=a'].map(url => get(url)),
  // Characters outside of latin1 in a head, with bodies of each kind
  ...['/set=X,%C3%A9', '/message=%C3%A9', '/writeHeadWith=200,X,%C3%A9', '/set=Content-Length,3/set=Content-Disposition,%C3%A9'].flatMap(first =>
    ['/end', '/endWith=abc', '/endWith=%C3%A9a', '/endBytes=616263', '/write=abc/end', '/writeBytes=616263/end', '/endAs=abc,latin1', '/endAs=616263,hex',
      '/flush/endWith=abc'].map(rest => get(first + rest, first.includes('Disposition') && ['/endWith=abc', '/endWith=%C3%A9a', '/write=abc/end',
      '/flush/endWith=abc'].includes(rest) ? {differs: 'U+FFFD of a Content-Disposition is sent as U+00FD, its low byte, in UTF-8 heads too'} : {}))),
  // Headers of setHeader and of writeHead together
  ...['/writeHeadWith=200,X,y/end', '/set=A,1/writeHeadWith=200,X,y/end', '/set=X,1/writeHeadWith=200,X,2/end', '/set=X,1/writeHeadWith=200,x,2/end',
    '/writeHeadWith=200,x,1/get=x/names/notes', '/set=A,1/writeHeadWith=200,B,2/names/rawNames/notes', '/writeHeadTwo=200,A,1,B,2/end',
    '/writeHeadTwo=200,A,1,a,2/end', '/set=B,0/writeHeadTwo=200,A,1,a,2/end', '/writeHeadList=200,X,a,b/end', '/writeHeadList=200,Set-Cookie,a,b/end',
    '/set=A,1/writeHeadList=200,Set-Cookie,a,b/end', '/set=Set-Cookie,x/writeHeadList=200,Set-Cookie,a,b/end', '/writeHeadList=200,Content-Type,a,b/end',
    '/writeHeadWith=200,X%20,y/notes', '/writeHeadWith=200,X,a%0Ab/notes', '/writeHeadWith=200,,y/notes', '/set=A,1/writeHeadWith=200,X,a%0Ab/notes',
    '/set=A,1/writeHeadWith=200,X%20,y/notes', '/set=A,1/writeHeadWith=99,X,y/notes', '/writeHeadWith=200,Date,now/end', '/writeHeadWith=200,Connection,close/end',
    '/writeHeadWith=200,Connection,keep-alive/end', '/writeHeadWith=200,Content-Length,0/end', '/writeHeadWith=200,Content-Length,5/endWith=abc',
    '/writeHeadAll=404,Not%20here,Content-Type,text/plain/endWith=abc', '/chain=200,abc', '/chain=204,abc', '/chain=99,abc/notes'].map(url => get(url)),

  // Connection, Keep-Alive
  ...['close', 'keep-alive', 'Close', 'upgrade', 'x', '', 'keep-alive,%20close', 'close,%20x', 'xclose'].flatMap(v => all(`/set=Connection,${v}/endWith=abc`)),
  ...['/noKeep/endWith=abc', '/noKeep/write=abc/end', '/noKeep/set=Connection,keep-alive/endWith=abc', '/remove=Connection/endWith=abc',
    '/set=Keep-Alive,timeout=9/endWith=abc', '/set=Connection,close/set=Keep-Alive,timeout=9/endWith=abc', '/set=Keep-Alive,/endWith=abc',
    '/remove=Keep-Alive/endWith=abc', '/set=Connection,keep-alive/set=Keep-Alive,max=1/endWith=abc',
    '/noChunks/remove=Content-Length/write=abc/end', '/kept/writeHead=200/kept/notes', '/set=Connection,close/kept/flush/kept/notes'].flatMap(all),
  get('/setList=Connection,keep-alive,close/end'),
  ...['chunked', 'trailers, chunked', 'x', 'CHUNKED'].flatMap(te => ['', 'Connection: keep-alive'].map(line =>
    script(`1.0 TE: ${te} ${line}`, call('GET', '1.0', '/write=abc/end', `TE: ${te}`, ...(line ? [line] : [])) + after))),

  // Trailers
  ...['/trailer=X,y/end', '/trailer=X,y/endWith=abc', '/write=a/trailer=X,y/end', '/write=a/trailer=X,y/trailer=Z,w/end', '/write=a/trailerList=X,y,z/end',
    '/set=Trailer,X/write=a/trailer=X,y/end', '/set=Transfer-Encoding,chunked/trailer=X,y/endWith=abc', '/flush/trailer=X,y/end'].flatMap(all),
  ...['/write=a/trailer=X%20,y/notes', '/write=a/trailer=X,a%0Ab/notes', '/write=a/trailer=,y/notes', '/write=a/trailer=X,%C3%A9/end', '/write=a/trailer=X,/end',
    '/set=Trailer,X/set=Content-Length,3/endWith=abc', '/set=Trailer,X/set=Content-Length,3/writeNotes/notes', '/set=Trailer,X/noChunks/write=a/end',
    '/write=a/end/trailer=X,y', '/set=Trailer,X/status=204/flush/notes', '/write=a/trailer=X,y/later/end'].map(url => get(url)),

  // 1xx
  ...['/continue/endWith=abc', '/processing/endWith=abc', '/continue/continue/endWith=abc', '/hints=%3C%2Fa%3E;%20rel=preload/endWith=abc',
    '/processing/later/endWith=abc'].flatMap(all),
  ...['/hints=/notes', '/hints=x/notes', '/hints=%3Ca%3E/notes', '/hints=%3C%2Fa%3E;%20rel=x%0A/notes', '/hintsWith=%3C%2Fa%3E;%20rel=preload,%3C%2Fb%3E;%20rel=preload,X,y/notes',
    '/hintsWith=%3C%2Fa%3E;%20rel=preload,%3C%2Fb%3E;%20rel=preload,X,a%0Ab/notes', '/hintsWith=%3C%2Fa%3E;%20rel=preload,bad,X,y/notes', '/writeHead=200/continue/notes',
    '/writeHead=200/processing/notes', '/writeHead=200/hints=%3C%2Fa%3E;%20rel=preload/notes', '/set=X,y/continue/sent/notes', '/end/continue', '/end/processing',
    '/end/hints=%3C%2Fa%3E;%20rel=preload'].map(url => get(url)),
  post('/endWith=abc', 'xyz', 'Expect: 100-continue'),
  post('/continue/endWith=abc', 'xyz', 'Expect: 100-continue'),
  post('/body/endWith=abc', 'xyz', 'Expect: 100-continue'),

  // Wrong order
  ...['/end/end', '/end/endWith=abc', '/end/write=abc', '/end/later/write=abc', '/end/later/endWith=abc', '/end/set=X,y/notes', '/end/writeHead=200', '/end/flush',
    '/write=a/set=X,y/notes', '/write=a/append=X,y/notes', '/write=a/remove=X/notes', '/write=a/writeHead=200/notes', '/write=a/status=404/showStatus/notes',
    '/flush/set=X,y/notes', '/flush/writeHead=200/notes', '/flush/flush/end', '/flush/remove=X/notes', '/flush/append=X,y/notes', '/flush/status=404/end',
    '/writeHead=200/set=X,y/notes', '/writeHead=200/append=X,y/notes', '/writeHead=200/remove=X/notes', '/writeHead=200/writeHead=404/notes',
    '/writeHead=200/flush/end', '/writeHead=200/status=404/end', '/writeHead=99/writeHead=200/notes', '/writeHead=200/noDate/end', '/writeHead=200/noKeep/end',
    '/set=X,y/writeHead=200/get=X/notes', '/write=a/get=X/has=X/names/notes', '/sent/write=a/sent/notes', '/sent/flush/sent/notes', '/sent/writeHead=200/sent/notes',
    '/ended/finished/writeNotes/ended/finished/notes', '/length/write=abc/length/notes', '/cork/length/write=abc/length/uncork/length/notes',
    '/endWith=a/ended/finished/later/write=b', '/cork/end/uncork', '/cork/cork/endWith=abc', '/flush/cork/cork/write=a/endWith=b', '/flush/cork/write=a/end', '/uncork/endWith=a',
    '/write=a/cork/write=b/write=c/uncork/write=d/end', '/write=a/later/cork/write=b/writeMany=c,300/uncork/end', '/message=A/end/message=B'].map(url => get(url)),

  // Deliberate differences from Node
  get('/writeAs=hi,nothing/end', {differs: 'Node has sent the chunk\'s size when it throws for the encoding, and never sends the chunk'}),

  // Lengths that are checked
  ...['/strict/set=Content-Length,3/endWith=abc', '/strict/set=Content-Length,3/endWith=ab/notes', '/strict/set=Content-Length,3/endWith=abcd/endWith=abc',
    '/strict/set=Content-Length,3/write=abcd/endWith=abc', '/strict/set=Content-Length,3/write=ab/write=c/end', '/strict/set=Content-Length,3/write=ab/end/endWith=c',
    '/strict/set=Content-Length,3/write=ab/write=cd/endWith=c', '/strict/endWith=abc', '/strict/write=abc/end', '/strict/set=Content-Length,0/end',
    '/strict/set=Content-Length,1/end/endWith=a', '/strict/writeHeadWith=200,Content-Length,3/endWith=ab/endWith=abc', '/strict/status=204/set=Content-Length,3/end',
    '/strict/set=Transfer-Encoding,chunked/set=Content-Length,1/endWith=abc', '/strict/set=Content-Length,2/endWith=%C3%A9'].map(url => get(url)),
  script('HEAD strict', call('HEAD', '1.1', '/strict/set=Content-Length,3/end', H) + after),

  // Requests with bodies, early and late answers
  post('/endWith=a', 'xyz'), post('/body/endWith=a', 'xyz'), post('/write=a/body/endWith=b', 'xyz'), post('/body/write=a/later/end', 'xyz'),
  post('/endWith=a', 'x'.repeat(3000)), post('/body/endWith=a', 'x'.repeat(3000)), post('/later/endWith=a', 'xyz', 'Connection: close'),
  post('/wait/endWith=a', 'xyz'), post('/flush/body/end', 'xyz'), post('/endWith=a', '', 'Connection: close'),
  script('POST, answered before its body', [send(request('POST /endWith=a HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), wait, send('def' + after)]),
  script('POST, body never comes', [send(request('POST /endWith=a HTTP/1.1', [H, 'Content-Length: 6'], 'abc')), wait, end]),
  script('POST, answered before its chunks', [send(request('POST /endWith=a HTTP/1.1', [H, 'Transfer-Encoding: chunked'], '3\r\nabc\r\n')), wait,
    send('0\r\n\r\n' + after)]),
  script('POST, answered, then a bad chunk', [send(request('POST /endWith=a HTTP/1.1', [H, 'Transfer-Encoding: chunked'], '3\r\nabc\r\n')), wait,
    send('x\r\n' + after)]),
  script('POST, half an answer, then a bad chunk', [send(request('POST /write=a/body/end HTTP/1.1', [H, 'Transfer-Encoding: chunked'], '3\r\nabc\r\n')), wait,
    send('x\r\n' + after)]),
  script('POST, no answer yet, then a bad chunk', [send(request('POST /body/end HTTP/1.1', [H, 'Transfer-Encoding: chunked'], '3\r\nabc\r\n')), wait,
    send('x\r\n' + after)]),

  // Pipelines of different speeds
  script('pipeline: slow, fast', call('GET', '1.1', '/wait/endWith=a', H) + call('GET', '1.1', '/endWith=b', H) + after),
  script('pipeline: slow, slow, fast', call('GET', '1.1', '/write=a/wait/end', H) + call('GET', '1.1', '/later/later/endWith=b', H) + after),
  script('pipeline: fast, slow, fast', after + call('GET', '1.1', '/flush/wait/endWith=a', H) + after),
  script('pipeline: slow, head, slow', call('GET', '1.1', '/wait/endWith=a', H) + call('HEAD', '1.1', '/wait/endWith=b', H) + call('GET', '1.1', '/wait/endWith=c', H)),
  script('pipeline: slow, then a bad request', call('GET', '1.1', '/wait/endWith=a', H) + 'BAD\r\n\r\n'),
  script('pipeline: begun, then a bad request', call('GET', '1.1', '/write=a/wait/end', H) + 'BAD\r\n\r\n'),
  script('pipeline: done, then a bad request', call('GET', '1.1', '/endWith=a', H) + 'BAD\r\n\r\n'),
  script('pipeline: closes in the middle', after + call('GET', '1.1', '/set=Connection,close/endWith=a', H) + after),
  script('pipeline: closes late in the middle', after + call('GET', '1.1', '/set=Connection,close/wait/endWith=a', H) + after),
  script('pipeline: a second that is destroyed', after + call('GET', '1.1', '/destroy', H) + after),
  script('pipeline: large answers', call('GET', '1.1', '/endMany=x,30000', H).repeat(6)),
  script('pipeline: large chunked answers', call('GET', '1.1', '/writeMany=x,30000/writeMany=y,30000/end', H).repeat(4)),

  // Other ways to end. Nothing is sent afterwards, because on a closed connection it would be random whether a reset
  // comes.
  ...['/destroy', '/write=a/destroy', '/write=a/later/destroy', '/endWith=a/destroy', '/endWith=a/later/destroy', '/destroy/endWith=a', '/destroy/write=a',
    '/destroyRequest', '/write=a/later/destroyRequest', '/endWith=a/destroyRequest', '/socketEnd', '/write=a/socketEnd', '/write=a/later/socketEnd',
    '/socketEnd/endWith=a', '/endWith=a/socketEnd', '/later/socketDestroy', '/write=a/later/socketDestroy', '/socketDestroy/endWith=a', '/endWith=a/socketDestroy',
    '/socketWrite=raw/socketEnd', '/socketWrite=raw/endWith=a', '/throw/notes', '/write=a/socketWrite=raw/later/end'].map(url => script(url, call('GET', '1.1', url, H), {half: false})),
  script('ends the server: a throw', call('GET', '1.1', '/uncaught', H), {ends: true}),
  script('ends the server: a throw behind a write', call('GET', '1.1', '/write=a/later/uncaught', H), {ends: true}),
  script('ends the server: a write after the end', call('GET', '1.1', '/deaf/end/write=a', H), {ends: true}),
  script('ends the server: a throw behind an end', call('GET', '1.1', '/endWith=a/uncaught', H), {ends: true}),
];
