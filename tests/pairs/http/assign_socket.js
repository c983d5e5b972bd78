// A response that writes to a socket which no server has accepted for it.
const http = require('http');
const net = require('net');

const server = net.createServer((socket) => {
  socket.once('data', () => {
    const request = new http.IncomingMessage(socket);
    request.method = 'GET';
    request.httpVersionMajor = 1;
    request.httpVersionMinor = 1;
    const response = new http.ServerResponse(request);
    response.sendDate = false;
    response.on('socket', (assigned) => console.log('socket', assigned === socket));
    response.setHeader('X-One', '1');
    response.write('before ');
    response.assignSocket(socket);
    try {
      response.assignSocket(socket);
    } catch (error) {
      console.log(error.code, error.message);
    }
    response.on('finish', () => {
      console.log('finish');
      response.detachSocket(socket);
      console.log(!response.socket);
      socket.end();
    });
    response.end('after');
  });
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.write('GET / HTTP/1.1\r\n\r\n');
  client.on('data', (data) => { text += data; });
  client.on('end', () => {
    console.log(text);
    server.close();
  });
});
