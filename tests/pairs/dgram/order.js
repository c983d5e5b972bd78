const dgram = require('dgram');
const {AsyncLocalStorage} = require('async_hooks');

// Each datagram leaves in a tick of its own, in the order of the calls and between the other ticks, with the context of
// its call; what a socket has not sent before it is closed is lost.
const als = new AsyncLocalStorage();
const order = [];
const server = dgram.createSocket('udp4');
const one = dgram.createSocket('udp4');
const two = dgram.createSocket('udp4');
const gone = dgram.createSocket('udp4');
const told = (name) => (error, bytes) => order.push('sent ' + name + ' ' + bytes + ' ' + als.getStore());

server.on('message', (bytes, sender) => {
  order.push('server has ' + bytes);
  // Answers go to the sender, to the same address in another form, and to another address.
  if (bytes.toString() === 'a') {
    server.send('to one', sender.port, sender.address);
    server.send('to one again', sender.port);
    server.send('to nobody', sender.port, '127.0.0.3');
    server.send('to one by name', sender.port, 'localhost');
  }
});
one.on('message', (bytes, sender) => {
  order.push('one has ' + bytes + ' of ' + sender.address);
  if (bytes.toString() !== 'to one by name') return;
  for (const line of order) console.log(line);
  for (const socket of [server, one, two]) socket.close();
});
server.bind(0, '127.0.0.1', () => {
  one.bind(0, '127.0.0.1', () => two.bind(0, () => gone.bind(0, go)));
});

function go() {
  const port = server.address().port;
  als.run('first', () => one.send('a', port, '127.0.0.1', told('a')));
  process.nextTick(() => order.push('tick'));
  two.send(['b', 'b'], port, told('b'));
  als.run('second', () => one.send('c', port, '127.0.0.1', (error, bytes) => {
    told('c')(error, bytes);
    two.send('d', port, told('d'));
    process.nextTick(() => order.push('tick after d'));
  }));
  gone.send('never', port, '127.0.0.1', told('never'));
  gone.close(() => order.push('gone closed'));
  one.send('x'.repeat(70000), port, '127.0.0.1', (error) => order.push(error.code + ' ' + error.syscall));
  order.push('all called');
}
