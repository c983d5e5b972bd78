// stderr
// captureRejections: a handler that rejects is answered for.
const http = require('http');
const net = require('net');
require('events').captureRejections = true;
let count = 0;
const server = http.createServer(async (request, response) => {
  response.setHeader('X-Secret', 'x');
  if (count++) response.write('part');
  throw new Error('lost');
});
server.listen(0, '127.0.0.1', () => {
  const ask = (then) => {
    const client = net.connect(server.address().port, '127.0.0.1', () => { client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'); });
    let all = '';
    client.on('data', (chunk) => { all += chunk; });
    client.on('close', () => { console.log(all.replace(/Date: .*GMT/, 'Date')); then(); });
  };
  ask(() => { ask(() => { server.close(); }); });
});
