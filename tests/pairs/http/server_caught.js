// stderr
// An exception of a handler that the program catches leaves the connection unchanged.
const http = require('http');
const net = require('net');
process.on('uncaughtException', (error) => { console.log('caught', error.code, error.message); });
const server = http.createServer((request, response) => {
  setTimeout(() => { response.end('later'); }, 10);
  response.writeHead(5);
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => { client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'); });
  client.on('data', (chunk) => { console.log(chunk.toString().replace(/Date: .*GMT/, 'Date')); });
  client.on('close', () => { server.close(); });
});
