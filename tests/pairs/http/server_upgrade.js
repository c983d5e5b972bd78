// Upgrade and CONNECT: the listeners that handle them, the bytes after the head, and the requests before and after.
const {http, scene, play, say, watch, end} = require('./server_scenes.js');
const upgrade = (more = '', method = 'GET') => method + ' /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n' + more + '\r\n';
const connect = 'CONNECT there:443 HTTP/1.1\r\nHost: there\r\n\r\n';
const plain = 'GET /plain HTTP/1.1\r\nHost: x\r\n\r\n';
const tell = (server) => {
  server.on('upgrade', (request, socket, head) => {
    say('upgrade', request.method, request.url, request.upgrade, request.headers.upgrade, head.toString(), socket === request.socket);
    say(request.complete, socket.listenerCount('data'), socket.listenerCount('error'), socket.readableFlowing, server.listenerCount('upgrade'));
    request.on('data', (chunk) => { say('body', chunk.toString()); });
    request.on('end', () => { say('body ends'); });
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n[' + head + ']');
    socket.on('data', (chunk) => { socket.write('<' + chunk + '>'); });
    socket.on('end', () => { socket.end('bye'); });
    socket.on('close', () => { say('closed'); });
  });
  server.on('connect', (request, socket, head) => {
    say('connect', request.method, request.url, request.upgrade, head.toString());
    socket.write('HTTP/1.1 200 Fine\r\n\r\n[' + head + ']');
    socket.on('data', (chunk) => { socket.write('<' + chunk + '>'); });
    socket.on('end', () => { socket.end(); });
  });
  return server;
};
const answer = (request, response) => { say('request', request.url, request.upgrade); response.end('answer'); };
const server = () => tell(http.createServer(answer));
scene('upgrade', server, [upgrade(), 20, 'more', 20, end]);
scene('upgrade with a head', server, [upgrade() + 'first', 20, 'more', 20, end]);
scene('connect', server, [connect, 20, 'more', 20, end]);
scene('connect with a head', server, [connect + 'first', 20, end]);
scene('after a request', server, [plain, 20, upgrade() + 'first', 20, end]);
scene('pipelined', server, [plain + upgrade() + 'first', 20, end]);
scene('with a body', server, [upgrade('Content-Length: 4\r\n', 'POST') + 'bodyfirst', 20, end]);
scene('1.0', server, ['GET / HTTP/1.0\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nfirst', 20, end]);
scene('without Connection', server, ['GET / HTTP/1.1\r\nHost: x\r\nUpgrade: echo\r\n\r\n', 20, end]);
scene('nobody', () => http.createServer(answer), [upgrade(), 20, plain, 20, end]);
scene('nobody, with a head', () => http.createServer(answer), [upgrade() + plain, 20, end]);
scene('nobody connects', () => http.createServer(answer), [connect, 20, end]);
scene('nobody at all', () => http.createServer(), [plain, 20, end]);
scene('callback says no', () => tell(http.createServer({shouldUpgradeCallback: (request) => {
  say('asked', request.url, request.upgrade);
  return false;
}}, answer)), [upgrade(), 20, connect, 20, end]);
scene('callback says yes', () => http.createServer({shouldUpgradeCallback: () => true}, answer), [upgrade(), 20, end]);
scene('callback by protocol', () => tell(http.createServer({shouldUpgradeCallback: (request) => request.headers.upgrade === 'echo'}, answer)),
  ['GET /a HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n', 20, upgrade() + 'x', 20, end]);
scene('an answer still to come', () => {
  const made = tell(http.createServer((request, response) => {
    watch(request, response);
    setTimeout(() => { response.end('late'); }, 30);
  }));
  return made;
}, [plain + upgrade(), 60, end]);
scene('destroyed', () => {
  const made = http.createServer();
  made.on('upgrade', (request, socket) => { socket.destroy(); });
  return made;
}, [upgrade()]);
play();
