// replay: children
// The workers of a cluster bind sockets for datagrams to one address, and each datagram comes to one of them.
const cluster = require('cluster');
const dgram = require('dgram');

if (cluster.isPrimary) {
  const probe = dgram.createSocket('udp4');
  probe.bind(0, '127.0.0.1', () => {
    const port = probe.address().port;
    probe.close(() => begin(port));
  });
} else {
  const port = Number(process.env.PORT);
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message) => process.send(message.toString()));
  socket.on('error', (error) => {
    console.log('worker', cluster.worker.id, error.code, error.syscall, error.message.replace(port, 'PORT'));
    cluster.worker.disconnect();
  });
  socket.bind({port: port, address: '127.0.0.1', exclusive: process.env.EXCLUSIVE === 'yes'});
}

function begin(port) {
  const came = [];
  let listening = 0;
  const message = (text) => {
    came.push(text);
    if (came.length < 40) return;
    console.log(came.sort().join(' '));
    const alone = cluster.fork({PORT: port, EXCLUSIVE: 'yes'});
    alone.on('exit', (code) => {
      console.log('alone', code, alone.exitedAfterDisconnect);
      cluster.disconnect(() => console.log('all gone'));
    });
  };
  cluster.on('listening', (worker, address) => {
    console.log('listening', worker.state, address.addressType, address.address, address.port === port, address.fd);
    if (++listening < 2) return;
    for (let i = 0; i < 40; i++) {
      const client = dgram.createSocket('udp4');
      client.send(String(i), port, '127.0.0.1', () => client.close());
    }
  });
  for (let i = 0; i < 2; i++) {
    const worker = cluster.fork({PORT: port, EXCLUSIVE: 'no'});
    worker.on('message', message);
    worker.on('exit', (code) => console.log('exit', code, worker.exitedAfterDisconnect));
  }
}
