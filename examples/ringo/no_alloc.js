const http = require('http');

// Responds to each request with the same Buffer.

const buffer = Buffer.alloc(1024, 100);

http.createServer((request, response) => {
  response.writeHead(200, {'Content-Type': 'text/plain'});
  response.end(buffer);
}).listen(process.env.PORT || 8001, '127.0.0.1');
