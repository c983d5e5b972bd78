// The server of bench/events.js, in Node.js; server.cpp is the same in Node.cpp, whose heart-beat is 15 seconds.
const http = require('http');

const clients = new Set();
const server = http.createServer((request, response) => {
  if (request.url !== '/events') {
    response.end('hello');
    return;
  }
  response.writeHead(200, {'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache'});
  response.write('data: hello\n\n');
  clients.add(response);
  response.on('close', () => clients.delete(response));
});
setInterval(() => { for (const client of clients) client.write(':\n\n'); }, 15000);
server.keepAliveTimeout = 600000;
server.listen(process.env.PORT, '127.0.0.1');
