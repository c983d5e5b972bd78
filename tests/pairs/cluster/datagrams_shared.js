// replay: children
// A port 0 is the same port in all workers, since they share one socket; the second port 0 of each is another one. A worker
// that closes its socket leaves it to the others.
const cluster = require('cluster');
const dgram = require('dgram');

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  const ports = [];
  let listening = 0;
  cluster.on('listening', (worker, address) => {
    console.log('listening', address.addressType, address.address, address.fd, address.port > 0);
    if (++listening === 4) workers.forEach((each) => each.send('ports'));
  });
  cluster.on('message', (worker, message) => {
    if (message.ports) {
      ports.push(message.ports);
      if (ports.length < 2) return;
      console.log(ports[0].join() === ports[1].join(), ports[0][0] !== ports[0][1]);
      workers[0].send('close');
    } else if (message === 'closed') {
      // The first worker has closed its socket: everything comes to the second.
      const client = dgram.createSocket('udp4', (bytes) => {
        console.log('answer:', bytes.toString());
        client.close();
        cluster.disconnect(() => console.log('all gone'));
      });
      client.send('hello', ports[0][0], '127.0.0.1');
    } else {
      console.log(message);
    }
  });
} else {
  const open = (host, then) => {
    const socket = dgram.createSocket({type: host === '::1' ? 'udp6' : 'udp4', reuseAddr: true});
    socket.on('message', (bytes, remote) => {
      socket.send(bytes + ' from ' + (cluster.worker.id === 2 ? 'the second' : 'the first'), remote.port, remote.address);
    });
    socket.bind(0, host, () => then(socket));
    return socket;
  };
  open('127.0.0.1', (first) => {
    open('127.0.0.1', (second) => {
      process.on('message', (message) => {
        if (message === 'ports') process.send({ports: [first.address().port, second.address().port]});
        if (message !== 'close') return;
        first.close(() => {
          second.close(() => {
            const bad = dgram.createSocket('udp4');
            bad.on('error', (error) => {
              process.send(error.message);
              process.send('closed');
            });
            bad.bind(80, '203.0.113.9');
          });
        });
      });
    });
  });
}
