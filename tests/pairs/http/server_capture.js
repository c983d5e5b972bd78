// The response to a request whose handler returns a rejected promise, when rejections are captured.
const {EventEmitter} = require('events');
const http = require('http');
const net = require('net');
EventEmitter.captureRejections = true;
const server = http.createServer(async (request, response) => {
  response.setHeader('X-Secret', 'not to be seen');
  if (request.url === '/late') {
    response.write('begun');
  }
  await null;
  throw new Error('rejected');
});
server.on('error', (error) => console.log('server error', error.message));
const plain = net.createServer(async (socket) => {
  socket.on('error', (error) => console.log('socket error', error.message));
  await null;
  throw new Error('refused');
});
function ask(text, then) {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.write(text));
  let all = '';
  client.on('data', (chunk) => { all += chunk; });
  client.on('error', (error) => console.log('client', error.code));
  client.on('close', () => {
    console.log(all.replace(/Date: .*GMT/, 'Date'));
    then();
  });
}
server.listen(0, '127.0.0.1', () => {
  ask('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', () => {
    ask('GET /late HTTP/1.1\r\nHost: x\r\n\r\n', () => {
      server.close();
      plain.listen(0, '127.0.0.1', () => {
        const client = net.connect(plain.address().port, '127.0.0.1');
        client.on('close', () => plain.close());
      });
    });
  });
});
