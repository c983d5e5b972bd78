const net = require('net');
const show = name => error =>
  console.log(name, error.name, error.message.replace(/\d{4,}/, 'PORT'), error.code, error.errno, error.syscall, error.address);
const first = net.createServer();
first.listen(0, '127.0.0.1', () => {
  const {port} = first.address();
  const second = net.createServer();
  second.on('error', error => {
    show('in use')(error);
    console.log(error.port === port, second.listening);
    first.close(() => {
      net.createConnection(port, '127.0.0.1').on('error', show('refused')).on('close', hadError => {
        console.log('close', hadError);
        const third = net.createServer();
        third.on('error', error => {
          show('no folder')(error);
          net.createConnection('/nonexistent/x.sock').on('error', show('no socket'));
        });
        third.listen('/nonexistent/x.sock');
      });
    });
  });
  second.listen(port, '127.0.0.1');
});
for (const port of [-1, 65536, 1.5, 'x', '', '70000']) {
  try {
    net.createServer().listen({host: '127.0.0.1', port: port});
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
for (const port of [-1, 65536, 1.5]) {
  try {
    net.createConnection({host: '127.0.0.1', port: port});
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
