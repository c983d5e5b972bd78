'use strict';
// Sends the body of each request back.
const http = require('http');

http.createServer((request, response) => {
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.writeHead(200, {'Content-Type': 'text/plain', 'Content-Length': body.length});
    response.end(body);
  });
}).listen(process.env.PORT, '127.0.0.1');
