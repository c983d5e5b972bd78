// Informational responses (1xx) of a server, and the effect of a request's Expect field.
const {http, scene, play, attempt, say, get} = require('./server_scenes.js');
const respond = (name, f, input = get) => {
  scene(name, () => http.createServer((request, response) => { f(response, request); }), [input]);
};
const expect = (value) => 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: keep-alive\r\nExpect: ' + value + '\r\n\r\n';
respond('continue', (response) => {
  say(response.writeContinue(() => { say('written'); }));
  response.writeContinue();
  response.end();
});
respond('processing', (response) => { response.writeProcessing(() => { say('written'); }); response.writeProcessing(); response.end(); });
respond('early hints', (response) => {
  response.writeEarlyHints({link: '</styles.css>; rel=preload; as=style'}, () => { say('written'); });
  response.writeEarlyHints({link: ['</a.css>; rel=preload; as=style', '</b.js>; rel="preload";as=script']});
  response.writeEarlyHints({'link': '<>', 'x-trace-id': 'id', 'X-Many': ['a', 'b'], 'X-Number': 5});
  response.end();
});
respond('early hints of nothing', (response) => {
  response.writeEarlyHints({});
  response.writeEarlyHints({'Link': '</a>', 'x': '1'});
  response.writeEarlyHints({link: []});
  response.end();
});
respond('early hints, wrong', (response) => {
  for (const link of ['', 'x', '<a', '<a>;', '<a>; ', '<a> x', '<a>; =', '<a>; a="b', '<a>; a="b c"', '<a>; a=b"', '<a>x', '<a\r\n>',
    '<a>;b;c=d;e="f"', '<a> ; b ; c', '<a>; a=b=c', '<a>; ="b"', '<é>', '<☃>', '<a>\t;\tb', '<a>;b="";c', '<a>;b ', '<a>;;b'])
    attempt(link, () => response.writeEarlyHints({link}));
  attempt('second', () => response.writeEarlyHints({link: ['<a>', 'b']}));
  attempt('name', () => response.writeEarlyHints({link: '<a>', 'bad name': 'x'}));
  attempt('value', () => response.writeEarlyHints({link: '<a>', 'x': 'a\r\nb'}));
  response.end();
});
respond('information', (response) => {
  response.writeInformation(104, {'Upload-Resumption-Supported': '1', 'X-Latin': 'é'}, () => { say('written'); });
  response.writeInformation(103);
  response.writeInformation(199, ['X-A', '1', 'X-A', '2']);
  attempt('99', () => response.writeInformation(99));
  attempt('101', () => response.writeInformation(101));
  attempt('200', () => response.writeInformation(200));
  attempt('name', () => response.writeInformation(103, {'a b': '1'}));
  attempt('value', () => response.writeInformation(103, {'a': '\n'}));
  response.end();
});
respond('too late', (response) => {
  response.writeHead(200);
  attempt('continue', () => response.writeContinue());
  attempt('processing', () => response.writeProcessing());
  attempt('hints', () => response.writeEarlyHints({link: '<a>'}));
  attempt('information', () => response.writeInformation(103));
  response.end();
});
respond('1.0', (response) => { response.writeContinue(); response.writeProcessing(); response.end('body'); }, 'GET / HTTP/1.0\r\n\r\n');
respond('head of 1xx', (response) => { response.writeHead(102); response.end('no'); }, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
respond('expect', (response, request) => {
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => { response.end('got'); });
}, expect('100-continue') + 'body');
respond('expect with others', (response) => { response.end('got'); }, expect('x, 100-Continue') + 'body');
respond('expect something else', (response) => { response.end('got'); }, expect('200-ok') + 'body');
respond('expect 1.0', (response) => { response.end('got'); }, 'POST / HTTP/1.0\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody');
scene('checkContinue', () => {
  const server = http.createServer(() => { say('request'); });
  server.on('checkContinue', (request, response) => {
    say('checkContinue', request.method);
    response.writeContinue();
    request.on('data', (chunk) => { say('data', chunk.toString()); });
    request.on('end', () => { response.end('got'); });
  });
  return server;
}, [expect('100-continue'), 20, 'body']);
scene('checkContinue refused', () => {
  const server = http.createServer(() => { say('request'); });
  server.on('checkContinue', (request, response) => {
    response.writeHead(413, {'X': '1'});
    response.end();
  });
  return server;
}, [expect('100-continue')]);
scene('checkContinue answered at once', () => {
  const server = http.createServer(() => { say('request'); });
  server.on('checkContinue', (request, response) => { response.end('no'); });
  return server;
}, [expect('100-continue') + 'body']);
scene('checkExpectation', () => {
  const server = http.createServer(() => { say('request'); });
  server.on('checkExpectation', (request, response) => {
    say('checkExpectation', request.headers.expect);
    response.end('fine');
  });
  return server;
}, [expect('200-ok') + 'body']);
scene('checkContinue passes on', () => {
  const server = http.createServer((request, response) => { response.end('passed'); });
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    server.emit('request', request, response);
  });
  return server;
}, [expect('100-continue') + 'body']);
play();
