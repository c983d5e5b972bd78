// Sockets for datagrams that are sent to a child with a message: both have the socket until one of them closes it.
const {fork} = require('child_process');
const dgram = require('dgram');

if (process.argv[2] === 'child') {
  process.on('message', (message, socket) => {
    if (message === 'end') return process.exit();
    if (socket === undefined) return process.send({message, has: false});
    const address = socket.address();
    process.send({message, has: socket instanceof dgram.Socket, type: socket.type, address: address.address});
    let count = 0;
    socket.on('message', (bytes, remote) => {
      socket.send('child: ' + bytes, remote.port, remote.address);
      if (++count === 3) socket.close(() => process.send({message: 'closed', has: true}));
    });
  });
} else {
  const child = fork(__filename, ['child']);
  const begin = (type, host, then) => {
    const socket = dgram.createSocket(type);
    socket.on('message', () => console.log('the parent gets no message'));
    socket.bind(0, host, () => {
      const port = socket.address().port;
      child.send('socket', socket, (error) => {
        console.log('sent', error);
        // The parent's own socket is open still.
        console.log(socket.address().port === port);
        socket.close(() => console.log('parent closes'));
      });
      child.once('message', (message) => {
        console.log(JSON.stringify(message));
        const client = dgram.createSocket(type);
        let count = 0;
        client.on('message', (bytes, remote) => {
          console.log(bytes.toString(), remote.port === port);
          if (++count < 3) client.send(String(count), port, host);
        });
        client.send('0', port, host);
        child.once('message', (last) => {
          console.log(JSON.stringify(last));
          client.close();
          then();
        });
      });
    });
  };
  begin('udp4', '127.0.0.1', () => begin('udp6', '::1', () => {
    const closed = dgram.createSocket('udp4');
    closed.bindSync();
    closed.close();
    child.send('a closed socket', closed, (error) => console.log('closed:', error));
    child.once('message', (message) => {
      console.log(JSON.stringify(message));
      child.send('end');
    });
  }));
  child.on('exit', (code) => console.log('exit', code));
}
