// stderr
// A body with another length than its Content-Length.
const http = require('http');
const net = require('net');
const server = http.createServer((request, response) => {
  response.strictContentLength = true;
  response.writeHead(200, {'Content-Length': 3});
  response.end('four');
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => { client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'); });
  client.on('data', (chunk) => { console.log(chunk.toString().replace(/Date: .*GMT/, 'Date')); });
  client.on('close', () => { server.close(); });
});
