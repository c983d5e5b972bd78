// Sockets that are bound before they listen or connect, servers that take over from another, the type of service.
const net = require('net');

let port = 0;
const tried = (name, f) => {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message.split('. Received {')[0].replace(port, 'PORT'));
  }
};

const bound = new net.BoundSocket({host: '127.0.0.1', port: 0});
port = bound.address().port;
console.log(bound.address().address, bound.address().family, port > 0, bound.isPipe, bound.fd() > 2);
tried('taken', () => new net.BoundSocket({host: '127.0.0.1', port}).address().address);
tried('name', () => new net.BoundSocket({host: 'localhost'}).address());
tried('port', () => new net.BoundSocket({port: 70000}).address());
tried('elsewhere', () => new net.BoundSocket({host: '203.0.113.9', port: 8000}).address());
tried('no folder', () => new net.BoundSocket({path: '/none/socket'}).address());
const given = new net.BoundSocket();
given.close();
tried('closed', () => given.fd());
tried('closed twice', () => given.close());
tried('closed, listen', () => net.createServer().listen(given));
tried('closed, socket', () => new net.Socket({handle: given}));
tried('not a descriptor', () => new net.Socket({fd: 999}));
try {
  net.createServer().listen(new net.Socket());
} catch (error) {
  console.log('not a server', error.code);
}

const server = net.createServer((socket) => {
  console.log('a client from the bound port:', socket.remotePort === from);
  socket.end('hello');
});
const from = (() => {
  const probe = new net.BoundSocket({host: '127.0.0.1'});
  const free = probe.address().port;
  probe.close();
  return free;
})();
server.listen(bound, () => {
  console.log('listening', server.address().port === port);
  tried('used up', () => bound.address());
  const source = new net.BoundSocket({host: '127.0.0.1', port: from});
  const socket = new net.Socket({handle: source, typeOfService: 16});
  console.log(socket.address().port === from, socket.getTypeOfService(), socket.pending);
  tried('used up', () => source.close());
  socket.connect(port, '127.0.0.1', () => {
    console.log('connected', socket.localPort === from, socket.getTypeOfService());
    console.log(socket.setTypeOfService(8) === socket, socket.getTypeOfService());
    tried('256', () => socket.setTypeOfService(256));
    tried('1.5', () => socket.setTypeOfService(1.5));
    tried('NaN', () => socket.setTypeOfService(NaN));
  });
  socket.on('data', (data) => console.log(data.toString()));
  socket.on('close', () => {
    tried('after', () => socket.getTypeOfService());
    takeOver();
  });
});

// Another server listens on the first one's socket.
function takeOver() {
  const second = net.createServer((socket) => socket.end('from the second'));
  second.listen(server, () => {
    console.log('second', second.address().port === port, server.listening, second.listening);
    net.connect(port, '127.0.0.1').on('data', (data) => console.log(data.toString())).on('close', () => {
      second.close(() => {
        console.log('second is closed');
        net.connect(port, '127.0.0.1').on('error', (error) => {
          console.log(error.code);
          server.close((closed) => {
            console.log('the first is closed', closed === undefined);
            paths();
          });
        });
      });
    });
  });
}

function paths() {
  const path = `/tmp/nodecpp_bound_${process.pid}.sock`;
  const one = new net.BoundSocket({path});
  console.log(one.isPipe, one.address() === path);
  tried('twice', () => new net.BoundSocket({path}));
  const last = net.createServer((socket) => socket.end('by the path'));
  last.listen({handle: one}, () => {
    console.log(last.address() === path);
    net.connect(path).on('data', (data) => console.log(data.toString())).on('close', () => last.close(() => {
      console.log(require('fs').existsSync(path));
    }));
  });
}
