// Arguments that a response refuses, and the error messages.
const http = require('http');
const net = require('net');
function attempt(name, f) {
  try {
    f();
    console.log(name, 'fine');
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const server = http.createServer((request, response) => {
  attempt('name', () => response.setHeader('bad name', 'x'));
  attempt('empty name', () => response.setHeader('', 'x'));
  attempt('value', () => response.setHeader('x', 'a\nb'));
  attempt('wide value', () => response.setHeader('x', 'snow ☃'));
  attempt('latin1 value', () => response.setHeader('x', 'é'));
  attempt('code', () => response.writeHead(1000));
  attempt('small code', () => response.writeHead(99));
  attempt('negative code', () => response.writeHead(-1));
  attempt('message', () => response.writeHead(200, 'a\r\nb'));
  response.statusMessage = 'OK';
  attempt('trailer', () => response.addTrailers({'x': 'a\0b'}));
  attempt('trailer name', () => response.addTrailers({'x y': 'a'}));
  attempt('101', () => response.writeInformation(101));
  attempt('200', () => response.writeInformation(200));
  response.removeHeader('X');
  console.log(response.hasHeader('x'), response.getHeader('x'));
  response.setHeader('X-Many', ['a', 'b']);
  response.appendHeader('x-many', 'c');
  console.log(response.getHeaderNames(), response.getRawHeaderNames(), response.getHeader('X-MANY'));
  response.flushHeaders();
  attempt('late set', () => response.setHeader('y', 1));
  attempt('late append', () => response.appendHeader('y', 1));
  attempt('late remove', () => response.removeHeader('y'));
  attempt('late head', () => response.writeHead(200));
  attempt('late information', () => response.writeContinue());
  response.on('error', (error) => { console.log('error event', error.code, error.message); });
  response.end('x');
  attempt('end again', () => response.end());
  console.log('write after end', response.write('y', (error) => { console.log('callback', error.code); }));
  attempt('end with more', () => response.end('z', (error) => { console.log('end callback', error.code); }));
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  });
  let all = '';
  client.on('data', (chunk) => { all += chunk; });
  client.on('close', () => {
    console.log(all.replace(/Date: .*GMT/, 'Date'));
    server.close();
  });
});
