const http = require('http');

// Makes fifty strings of a Buffer for each request and sends the Buffer.

const buffer = Buffer.alloc(1024, 100);

http.createServer((request, response) => {
  let string;
  for (let i = 0; i < 50; i++) string = buffer.toString('ascii');
  response.writeHead(200, {'Content-Type': 'text/plain'});
  response.end(buffer);
}).listen(process.env.PORT || 8001, '127.0.0.1');
