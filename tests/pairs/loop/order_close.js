// The order of close callbacks, of the callbacks that run together with them, and of the callbacks that a socket's
// callbacks schedule.
const net = require('net');
const scenes = [];
const log = text => () => console.log(text);

// Calls back with three pairs of connected sockets, when all are connected.
function connected(count, f) {
  const clients = [];
  const servers = [];
  const server = net.createServer(socket => {
    servers[socket.remotePort] = socket;
    socket.on('error', () => {});
    if (++there === 2 * count) ready();
  });
  let there = 0;
  const ready = () => setTimeout(() => f(clients, clients.map(client => servers[client.localPort]), server), 5);
  server.listen(0, '127.0.0.1', () => {
    for (let i = 0; i < count; i++) {
      clients[i] = net.connect(server.address().port, '127.0.0.1', () => {
        if (++there === 2 * count) ready();
      });
    }
  });
}

scenes.push(() => {
  console.log('- sockets destroyed in order');
  connected(3, (clients, servers, server) => {
    clients.forEach((client, i) => client.on('close', () => console.log('close', i)));
    server.close(log('server closed'));
    clients.forEach(client => client.destroy());
    console.log('destroyed');
  });
});
scenes.push(() => {
  console.log('- ticks, microtasks and immediates around a destroy');
  connected(1, ([client], servers, server) => {
    client.on('close', () => {
      console.log('close');
      process.nextTick(log('tick in close'));
      setImmediate(log('immediate in close'));
      setTimeout(log('timer in close'), 0);
    });
    setImmediate(log('immediate'));
    process.nextTick(log('tick'));
    queueMicrotask(log('microtask'));
    client.destroy();
    server.close();
  });
});
scenes.push(() => {
  console.log('- destroyed with an error');
  connected(1, ([client], servers, server) => {
    client.on('error', error => {
      console.log('error', error.message);
      process.nextTick(log('tick in error'));
    });
    client.on('close', failed => console.log('close', failed));
    client.destroy(new Error('on purpose'));
    process.nextTick(log('tick'));
    setImmediate(log('immediate'));
    server.close();
  });
});
scenes.push(() => {
  console.log('- a server closed with nobody connected');
  const server = net.createServer();
  server.on('close', log('close event'));
  server.listen(0, '127.0.0.1', () => {
    server.close(error => console.log('close callback', error));
    process.nextTick(log('tick'));
    setImmediate(log('immediate'));
    console.log('asked to close');
  });
  server.on('listening', log('listening'));
  console.log('asked to listen');
});
scenes.push(() => {
  console.log('- closed twice, and never opened');
  const server = net.createServer();
  server.close(error => console.log('never opened:', error.code));
  server.listen(0, '127.0.0.1', () => {
    server.close(error => console.log('first', error));
    server.close(error => console.log('second', error.code));
  });
});
scenes.push(() => {
  console.log('- the end, and what each side makes of it');
  connected(1, ([client], [accepted], server) => {
    accepted.on('end', () => {
      console.log('end of the accepted one');
      process.nextTick(log('tick in end'));
    });
    accepted.on('finish', log('finish of the accepted one'));
    accepted.on('close', () => {
      console.log('close of the accepted one');
      server.close();
    });
    accepted.on('data', data => console.log('data', data.toString()));
    client.on('finish', log('finish of the client'));
    client.on('end', log('end of the client'));
    client.resume();
    client.end('last', log('end callback'));
    console.log('asked to end');
  });
});
scenes.push(() => {
  console.log('- write callbacks');
  connected(1, ([client], [accepted], server) => {
    accepted.resume();
    client.write('a', log('a written'));
    client.write('b', () => {
      console.log('b written');
      process.nextTick(log('tick in b'));
      queueMicrotask(log('microtask in b'));
      client.destroy();
      server.close();
    });
    process.nextTick(log('tick'));
    queueMicrotask(log('microtask'));
    setImmediate(log('immediate'));
    console.log('asked to write');
  });
});
scenes.push(() => {
  console.log('- an error in a close listener');
  process.once('uncaughtException', error => console.log('uncaught', error.message));
  connected(2, (clients, servers, server) => {
    clients[0].on('close', log('close 0'));
    clients[1].on('close', () => {
      process.nextTick(log('tick of close 1'));
      throw new Error('close 1');
    });
    clients.forEach(client => client.destroy());
    server.close();
  });
});

let next = 0;
(function step() {
  if (next === scenes.length) return;
  scenes[next++]();
  setTimeout(step, 100);
})();
