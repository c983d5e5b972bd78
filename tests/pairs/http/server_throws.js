// stderr
// An error that a request handler throws ends the program.
const http = require('http');
const net = require('net');
const server = http.createServer((request, response) => {
  response.write('part');
  process.on('exit', (code) => { console.log('exit', code, response.headersSent); });
  throw new TypeError('thrown by the handler');
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => { client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'); });
  client.on('data', (chunk) => { console.log(chunk.toString().replace(/Date: .*GMT/, 'Date')); });
  client.on('close', () => { server.close(); });
});
