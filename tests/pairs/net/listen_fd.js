const net = require('net');
const server = net.createServer();
server.on('error', error => console.log(error.code, error.message, error.syscall, error.errno, server.listening));
server.listen({fd: 999});
const used = net.createServer().listen(0, '127.0.0.1', () => {
  const second = net.createServer();
  second.on('error', error => {
    console.log(error.code, error.message.replace(/\d+$/, 'PORT'), error.syscall, error.address, error.port === used.address().port, error.errno);
    used.close();
  });
  second.listen(used.address().port, '127.0.0.1', () => console.log('never'));
  console.log(second.listening);
});
const everywhere = net.createServer().listen(0, () => {
  const second = net.createServer();
  second.on('error', error => {
    console.log(error.code, error.message.replace(/\d+$/, 'PORT'), error.address);
    everywhere.close(() => second.listen(0, '127.0.0.1', () => { console.log('another port'); second.close(); }));
  });
  second.listen(everywhere.address().port);
});
net.createServer().on('error', error => console.log(error.code, error.message)).listen(0, 'no-such-host.invalid');
net.createServer().on('error', error => console.log(error.code, error.message)).listen(0, '192.0.2.1');
