// Answers /N with N bytes, and prints its port.
const http = require('http');
const bodies = new Map();
const server = http.createServer((request, response) => {
  const length = Number(request.url.slice(1));
  if (!bodies.has(length)) bodies.set(length, Buffer.alloc(length, 'x'));
  response.writeHead(200, {'Content-Length': length});
  response.end(bodies.get(length));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
