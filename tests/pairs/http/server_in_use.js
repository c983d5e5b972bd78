// stderr
// A server of http whose port is in use: the error event, and the end of the program when the event has no listener.
const http = require('http');
const net = require('net');
const server = http.createServer();
server.listen(0, '127.0.0.1', () => {
  const second = http.createServer();
  second.on('error', (error) => {
    console.log(error.code, error.syscall, error.address, error.port === server.address().port, second.listening);
    server.close(() => { console.log('closed'); http.createServer().listen(-1); });
  });
  second.listen(server.address().port, '127.0.0.1');
});
