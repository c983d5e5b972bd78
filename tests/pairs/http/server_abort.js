// A client that closes or half-closes its connection at each stage: the events of requests and responses in order.
const {http, scene, play, say, watch, end, reset} = require('./server_scenes.js');
const kept = 'GET /a HTTP/1.1\r\nHost: x\r\n\r\n';
const post = 'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';
const chunked = 'POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const watched = (server) => {
  server.on('clientError', (error, socket) => {
    say('clientError', error.name, error.code, error.message, socket.writable);
    socket.destroy();
  });
  server.on('close', () => { say('server close'); });
  return server;
};
const silent = () => watched(http.createServer((request, response) => { watch(request, response); }));
const reading = () => watched(http.createServer((request, response) => {
  watch(request, response);
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => { say('end'); });
}));
const unheard = (f) => () => watched(http.createServer((request, response) => {
  const name = request.url;
  request.on('close', () => { say(name, 'close', request.aborted, request.destroyed, request.errored && request.errored.message); });
  response.on('close', () => { say(name, 'response close', response.destroyed, response.errored && response.errored.message); });
  if (f) f(request, response);
}));
scene('nothing, end', silent, [20, end]);
scene('nothing, reset', silent, [20, reset]);
scene('half a line, end', silent, ['GET /', 20, end]);
scene('half a head, end', silent, ['GET / HTTP/1.1\r\nHo', 20, end]);
scene('half a head, reset', silent, ['GET / HTTP/1.1\r\nHo', 20, reset]);
scene('head, end', silent, [kept, 20, end]);
scene('head, reset', silent, [kept, 20, reset]);
scene('half a body, end', silent, [post + 'abc', 20, end]);
scene('half a body, reset', silent, [post + 'abc', 20, reset]);
scene('half a body read, end', reading, [post + 'abc', 20, end]);
scene('half a body read, reset', reading, [post + 'abc', 20, reset]);
scene('a whole body read, end', reading, [post + '0123456789', 20, end]);
scene('a whole body read, reset', reading, [post + '0123456789', 20, reset]);
scene('a whole body unread, reset', silent, [post + '0123456789', 20, reset]);
scene('half a chunk, end', reading, [chunked + '5\r\nabc', 20, end]);
scene('half a chunk, reset', reading, [chunked + '5\r\nabc', 20, reset]);
scene('two requests, reset', silent, [kept, 'GET /b HTTP/1.1\r\nHost: x\r\n\r\n', 20, reset]);
scene('two requests, end', silent, [kept, 'GET /b HTTP/1.1\r\nHost: x\r\n\r\n', 20, end]);
scene('nobody hears, reset', unheard(), [post + 'abc', 20, reset]);
scene('nobody hears, end', unheard(), [post + 'abc', 20, end]);
scene('written to, reset', unheard((request, response) => { response.write('a'); }), [kept, 20, reset]);
scene('written to later', unheard((request, response) => {
  setTimeout(() => {
    say(response.write('late', (error) => { say('write', error && error.code); }), response.destroyed);
    response.end('later', (error) => { say('end', error && error.code); });
    response.end((error) => { say('end again', error && error.code); });
    say(response.writableEnded, response.writableFinished, response.headersSent);
  }, 60);
}), [kept, 20, reset]);
scene('ended later', unheard((request, response) => {
  setTimeout(() => {
    response.end((error) => { say('end', error && error.code); });
    say(response.writableEnded, response.writableFinished, response.headersSent);
  }, 60);
}), [kept, 20, end]);
scene('answered, then reset', () => watched(http.createServer((request, response) => {
  watch(request, response);
  response.end('body');
})), [kept, 30, reset]);
scene('answered with half a body, reset', () => watched(http.createServer((request, response) => {
  watch(request, response);
  response.end('body');
})), [post + 'abc', 30, reset]);
scene('answered with half a body read, end', () => watched(http.createServer((request, response) => {
  watch(request, response);
  request.on('data', () => {});
  response.end('body');
})), [post + 'abc', 30, end]);
scene('request destroyed', () => watched(http.createServer((request, response) => {
  watch(request, response);
  say(request.destroy() === request, request.destroyed, request.socket.destroyed);
})), [post + 'abc']);
scene('request destroyed with an error', () => watched(http.createServer((request, response) => {
  watch(request, response);
  request.destroy(new Error('mine'));
})), [post + 'abc']);
scene('response destroyed', () => watched(http.createServer((request, response) => {
  watch(request, response);
  say(response.destroy() === response, response.destroyed, response.closed);
  response.destroy();
})), [kept]);
scene('response destroyed with an error', () => watched(http.createServer((request, response) => {
  watch(request, response);
  response.write('part');
  response.destroy(new Error('mine'));
  say(response.errored.message);
  response.end('more', (error) => { say('end', error && error.code); });
})), [kept]);
scene('second response destroyed', () => watched(http.createServer((request, response) => {
  watch(request, response);
  if (request.url === '/b') response.destroy(new Error('mine'));
  else setTimeout(() => { response.end('first'); }, 20);
})), [kept + 'GET /b HTTP/1.1\r\nHost: x\r\n\r\n']);
scene('socket destroyed', () => watched(http.createServer((request, response) => {
  watch(request, response);
  request.socket.destroy();
})), [post + 'abc']);
scene('socket ended', () => watched(http.createServer((request, response) => {
  watch(request, response);
  response.socket.end('raw');
})), [post + 'abc', 20, end]);
scene('signal, reset', unheard((request) => {
  const signal = request.signal;
  say(signal === request.signal, signal.aborted);
  signal.addEventListener('abort', () => { say('abort', signal.aborted, signal.reason.name, signal.reason.message); });
}), [post + 'abc', 20, reset]);
scene('signal of a whole request, reset', unheard((request) => {
  request.resume();
  request.on('end', () => { request.signal.addEventListener('abort', () => { say('abort'); }); });
}), [post + '0123456789', 20, reset]);
scene('signal, answered', unheard((request, response) => {
  const signal = request.signal;
  signal.addEventListener('abort', () => { say('abort'); });
  request.resume();
  response.end('body');
  setTimeout(() => { say(signal.aborted, request.signal.aborted); }, 40);
}), [kept, 20, end]);
scene('signal after destroy', unheard((request) => {
  request.destroy();
  say(request.signal.aborted);
}), [post]);
play();
