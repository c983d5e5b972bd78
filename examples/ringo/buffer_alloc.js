const http = require('http');

// Allocates fifty Buffers for each request and sends the last one.

http.createServer((request, response) => {
  let buffer;
  for (let i = 0; i < 50; i++) buffer = Buffer.alloc(1024, 100);
  response.writeHead(200, {'Content-Type': 'text/plain'});
  response.end(buffer);
}).listen(process.env.PORT || 8001, '127.0.0.1');
