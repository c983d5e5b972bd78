// replay: children
// A port 0 is the same port in all workers, also for a worker that has closed its server there and listens again. The
// second port 0 of a worker is another one.
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  const ports = [];
  cluster.on('message', (worker, port) => {
    ports.push(port);
    if (ports.length < 2) return;
    if (ports.length === 2) {
      console.log(ports[0] === ports[1]);
      workers[0].send('close');
    } else if (ports.length === 3) {
      console.log(ports[2] === ports[1]);
      workers[0].send('listen');
    } else {
      console.log(ports[3] === ports[1]);
      cluster.disconnect(() => console.log('all gone'));
    }
  });
} else {
  const listen = () => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => process.send(server.address().port));
    return server;
  };
  const first = listen();
  process.on('message', (message) => {
    if (message === 'close') first.close(() => listen());
    else listen();
  });
}
