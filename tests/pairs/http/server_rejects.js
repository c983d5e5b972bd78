// stderr
// An error that an asynchronous request handler throws after its first await ends the program as well.
const http = require('http');
const net = require('net');
const server = http.createServer(async (request, response) => {
  await null;
  response.setHeader('bad name', 'x');
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => { client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'); });
  client.on('data', (chunk) => { console.log(chunk.toString().replace(/Date: .*GMT/, 'Date')); });
  client.on('close', () => { server.close(); });
});
