// The order of the events of a request and of its response in a server, for a request with a body in two pieces.
const http = require('http');
const net = require('net');
const server = http.createServer((request, response) => {
  console.log('request', request.method, request.url, request.httpVersion, request.complete);
  request.on('data', (chunk) => { console.log('data', chunk.toString()); });
  request.on('end', () => {
    console.log('end', request.complete, request.trailers['x-after']);
    console.log(response.headersSent, response.writableEnded, response.writableFinished);
    response.writeHead(201, 'Made', {'X-One': 1});
    console.log(response.headersSent, response.statusCode, response.statusMessage);
    console.log('write', response.write('a'));
    response.end('b', () => { console.log('end callback', response.writableFinished); });
    console.log(response.writableEnded, response.writableFinished);
    process.nextTick(() => { console.log('tick'); });
    Promise.resolve().then(() => { console.log('microtask'); });
    setImmediate(() => { console.log('immediate', response.destroyed); });
  });
  request.on('close', () => { console.log('request close'); });
  response.on('prefinish', () => { console.log('prefinish'); });
  response.on('finish', () => { console.log('finish'); });
  response.on('close', () => { console.log('response close'); });
});
server.on('connection', () => { console.log('connection'); });
server.on('close', () => { console.log('server close'); });
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.write('POST /x?y HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
  setTimeout(() => { client.write('2\r\nde\r\n0\r\nX-After: yes\r\n\r\n'); }, 20);
  client.on('data', (chunk) => {
    console.log(chunk.toString().replace(/Date: .*GMT/, 'Date'));
    client.end();
  });
  client.on('close', () => { server.close(); });
});
