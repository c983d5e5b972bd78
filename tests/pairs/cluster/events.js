// replay: children
const cluster = require('cluster');
const http = require('http');
const net = require('net');

if (cluster.isPrimary) {
  console.log(cluster.isMaster, cluster.isWorker, cluster.worker, Object.keys(cluster.workers).length);
  cluster.on('setup', settings => console.log('setup', settings.args.join(), settings.silent));
  cluster.on('fork', worker => console.log('fork', worker.id, worker.isConnected(), worker.isDead(), worker.state));
  cluster.on('online', worker => console.log('online', worker.id, worker.state));
  cluster.on('listening', (worker, address) => {
    console.log('listening', worker.id, worker.state, address.address, address.addressType, address.port > 0, address.fd);
    if (worker.id !== 1) return;
    const ask = (path, done) => http.get({host: '127.0.0.1', port: address.port, path}, response => {
      response.setEncoding('utf8').on('data', text => console.log(path, response.headers.connection, text));
      response.on('end', done);
    });
    ask('/one', () => ask('/two', () => worker.send({cmd: 'how', many: [1, 2]})));
  });
  cluster.on('message', (worker, message, handle) => {
    console.log('message', worker.id, JSON.stringify(message), handle);
    if (message.many) worker.disconnect();
  });
  cluster.on('disconnect', worker => console.log('cluster disconnect', worker.id, worker.exitedAfterDisconnect));
  cluster.setupPrimary({args: ['a', 'b']});
  const worker = cluster.fork({EXTRA: 'from the primary'});
  console.log(worker.exitedAfterDisconnect, Object.keys(cluster.workers).join(), cluster.workers[worker.id] === worker);
  worker.on('online', () => console.log('worker online'));
  worker.on('disconnect', () => console.log('worker disconnect', worker.state));
  worker.on('exit', (code, signal) => {
    console.log('worker exit', code, signal, worker.exitedAfterDisconnect, Object.keys(cluster.workers).length);
    const second = cluster.fork({DIES: 1});
    second.on('exit', (code, signal) => {
      console.log('second', code, signal, second.exitedAfterDisconnect, second.isDead(), second.id);
      const third = cluster.fork({LEAVES: 1});
      third.on('exit', (code, signal) => {
        console.log('third', code, signal, third.exitedAfterDisconnect);
        const fourth = cluster.fork({TAKEN: 1});
        fourth.on('message', message => console.log('fourth', message));
        fourth.on('exit', (code, signal) => {
          console.log('fourth', code, signal, fourth.exitedAfterDisconnect);
          cluster.disconnect(() => console.log('all gone'));
        });
      });
    });
    second.on('online', () => second.kill());
  });
} else if (process.env.DIES) {
  setInterval(() => {}, 1000);
} else if (process.env.LEAVES) {
  net.createServer().listen(0, () => {
    console.log('leaves', cluster.worker.exitedAfterDisconnect);
    cluster.worker.on('disconnect', () => { process.exitCode = cluster.worker.exitedAfterDisconnect ? 7 : 8; });
    cluster.worker.disconnect();
  });
} else if (process.env.TAKEN) {
  const taken = net.createServer().listen(0, '127.0.0.1', () => {
    const {port} = taken.address();
    net.createServer().on('error', error => {
      process.send(error.code);
      cluster.worker.kill();
    }).listen({port, host: '127.0.0.1', exclusive: true});
  });
} else {
  process.send([cluster.isPrimary, cluster.isWorker, cluster.worker.id, cluster.worker.isConnected()]);
  process.send([process.env.EXTRA, process.env.NODE_UNIQUE_ID, process.argv.slice(2)]);
  cluster.worker.on('message', message => process.send(message));
  http.createServer((request, response) => response.end('served')).listen(0, '127.0.0.1');
}
