const http = require('http');

// Makes fifty Buffers a request and sends the last.

http.createServer((request, response) => {
  let buffer;
  for (let i = 0; i < 50; i++) buffer = Buffer.alloc(1024, 100);
  response.writeHead(200, {'Content-Type': 'text/plain'});
  response.end(buffer);
}).listen(process.env.PORT || 8001, '127.0.0.1');
