// stderr
const net = require('net');
const server = net.createServer(socket => socket.write('last words')).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('data', data => { console.log('' + data); process.exit(3); });
  process.on('exit', code => console.log('exit', code, client.bytesRead));
});
