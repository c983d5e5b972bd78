// A server with the program's own classes for requests and responses, and with the option that shortens requests
// without a body.
const {http, scene, play, say, watch, get} = require('./server_scenes.js');
class Request extends http.IncomingMessage {
  constructor(socket) {
    super(socket);
    this.number = 5;
  }
  path() { return this.url.split('?')[0]; }
}
class Response extends http.ServerResponse {
  json(text) {
    this.setHeader('Content-Type', 'application/json');
    this.end('{"text":"' + text + '"}');
  }
}
scene('both', () => http.createServer({IncomingMessage: Request, ServerResponse: Response}, (request, response) => {
  say(request.number, request.path(), response.constructor.name, request.constructor.name);
  response.json(request.path());
}), ['GET /a?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n']);
scene('upgrade', () => {
  const server = http.createServer({IncomingMessage: Request});
  server.on('upgrade', (request, socket) => { say(request.number); socket.end('bye'); });
  return server;
}, ['GET /a?b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: y\r\n\r\n']);
const short = () => http.createServer({optimizeEmptyRequests: true}, (request, response) => {
  watch(request, response);
  request.on('data', (chunk) => { say('data', chunk.toString()); });
  request.on('end', () => { say('end'); });
  say(request.destroyed, request.readableEnded, request.closed, request.complete, request.readable);
  setTimeout(() => {
    say(request.destroyed, request.complete);
    response.end('answer');
  }, 10);
});
scene('short without a body', short, [get]);
scene('short with a body', short, ['POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc']);
scene('short with no length of a body', short, ['POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n']);
scene('short and kept', short, ['GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n', 40]);
scene('highWaterMark', () => http.createServer({highWaterMark: 3}, (request, response) => {
  say(request.readableHighWaterMark, response.writableHighWaterMark, request.socket.writableHighWaterMark);
  request.on('readable', () => { say(request.readableLength); for (let c; (c = request.read()) !== null;) say(c.toString()); });
  request.on('end', () => { say(response.write('abc'), response.write('d')); response.on('drain', () => { say('drain'); response.end(); }); });
}), ['POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabcdef']);
play();
