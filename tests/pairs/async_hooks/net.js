// The contexts of a server, of its connections and of a client.
const {AsyncLocalStorage} = require('async_hooks');
const net = require('net');
const als = new AsyncLocalStorage();
const lines = {server: [], client: [], quiet: []};
const server = name => lines.server.push(name + ' ' + als.getStore());
const client = name => lines.client.push(name + ' ' + als.getStore());
const listening = als.run('create', () => net.createServer(socket => {
  server('connection');
  als.run('in connection', () => socket.on('data', () => {
    server('data');
    socket.write('x', () => server('written'));
    socket.end(() => server('ended'));
  }));
  socket.on('end', () => server('end'));
  socket.on('close', () => server('close'));
}));
listening.on('listening', () => server('listening'));
als.run('listen', () => listening.listen(0, '127.0.0.1', () => {
  server('listen callback');
  const socket = als.run('connect', () => net.connect(listening.address().port, '127.0.0.1'));
  als.run('setTimeout', () => socket.setTimeout(10000, () => client('timeout')));
  socket.on('connect', () => {
    client('connect');
    als.run('write', () => socket.write('hello', () => client('write callback')));
  });
  socket.on('ready', () => client('ready'));
  socket.on('data', () => client('data'));
  socket.on('end', () => client('end'));
  socket.on('close', () => {
    client('close');
    als.run('close', () => listening.close(() => server('server closed')));
  });
}));
// A time-out belongs to who has set it.
const quiet = net.createServer(socket => {
  als.run('idle', () => socket.setTimeout(20));
  socket.on('timeout', () => { lines.quiet.push('timeout ' + als.getStore()); socket.destroy(); quiet.close(); });
}).listen(0, '127.0.0.1', () => net.connect(quiet.address().port, '127.0.0.1').on('error', () => {}));
process.on('exit', () => { console.log(lines.server.join('\n')); console.log(lines.client.join('\n')); console.log(lines.quiet.join('\n')); });
