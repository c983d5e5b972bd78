// A program that listens to the data of a server's socket: it gets the same bytes as the parser.
const {http, scene, play, say, end} = require('./server_scenes.js');
const post = 'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';
const get = 'GET /b HTTP/1.1\r\nHost: x\r\n\r\n';
const answer = (request, response) => {
  say('request', request.url);
  request.on('data', (chunk) => { say('body', chunk.toString()); });
  request.on('end', () => { say('body ends'); response.end('answer'); });
};
const spied = (listen) => {
  const server = http.createServer((request, response) => {
    if (request.url === '/a') listen(request.socket);
    answer(request, response);
  });
  return server;
};
const log = (chunk) => { say('socket', chunk.toString()); };
scene('in a request', () => spied((socket) => { socket.on('data', log); }), [post, 20, 'hello', 20, 'world', 20, get, 20, end]);
scene('once', () => spied((socket) => { socket.once('data', log); }), [post, 20, 'hello', 20, 'world', 20, get, 20, end]);
scene('taken off', () => spied((socket) => { socket.on('data', log); socket.off('data', log); }), [post, 20, 'hello', 20, 'world', 20, get, 20, end]);
scene('in front', () => spied((socket) => { socket.prependListener('data', log); }), [post, 20, 'helloworld', 20, get, 20, end]);
scene('at the connection', () => {
  const server = http.createServer(answer);
  server.on('connection', (socket) => { socket.on('data', log); });
  return server;
}, [post, 20, 'helloworld', 20, get + get, 20, end]);
scene('several requests', () => spied((socket) => { socket.on('data', log); }), [post + 'helloworld' + get, 20, get, 20, end]);
scene('then an upgrade', () => {
  const server = spied((socket) => { socket.on('data', log); });
  server.on('upgrade', (request, socket, head) => {
    say('upgrade', request.url, head.toString(), socket.listenerCount('data'));
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    socket.on('data', (chunk) => { socket.write('<' + chunk + '>'); });
    socket.on('end', () => { socket.end(); });
  });
  return server;
}, [post + 'helloworld', 20, 'GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n', 20, 'more', 20, end]);
scene('malformed', () => spied((socket) => { socket.on('data', log); }), [post + 'helloworld', 20, 'nonsense\r\n\r\n', 20, end]);
play();
