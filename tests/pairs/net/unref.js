// stderr
const net = require('net');
const server = net.createServer(socket => { socket.unref(); socket.resume(); }).listen(0, '127.0.0.1', () => {
  console.log(server.unref() === server, server.listening);
  const client = net.connect(server.address().port, '127.0.0.1', () => { console.log('connected', client.unref() === client); });
  client.on('close', () => console.log('never'));
});
const idle = net.createServer();
idle.unref();
idle.listen(0, () => console.log('listening'));
const paused = net.createServer();
paused.unref();
paused.ref();
paused.listen(0, () => paused.close(() => console.log('closed')));
new net.Socket().ref().unref().setTimeout(60000);
process.on('exit', () => console.log('exit'));
