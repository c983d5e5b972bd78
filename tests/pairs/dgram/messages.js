const dgram = require('dgram');

// Sends each form of a datagram in its turn; the next one is sent when the last one has come.
const server = dgram.createSocket('udp4');
const client = dgram.createSocket({type: 'udp4', reuseAddr: true}, (bytes, sender) => {
  console.log('client has', bytes.toString(), sender.size);
  next();
});
let step = 0;
let port = 0;
const sent = (error, bytes) => console.log('sent', error, bytes);
const steps = [
  () => client.send('text', port, sent),
  () => client.send(Buffer.from('buffer'), port, '127.0.0.1', sent),
  () => client.send(new Uint8Array([65, 66]), port, 'localhost'),
  () => client.send(['one, ', Buffer.from('two, '), 'three'], port, sent),
  () => client.send([], port, sent),
  () => client.send('a part of it', 2, 4, port, sent),
  () => client.send('a part of it', 2, 4, port, '127.0.0.1'),
  () => client.connect(port, '127.0.0.1', () => {
    console.log('connected', client.remoteAddress().address, client.remoteAddress().port === port);
    for (const f of [() => client.send('x', port), () => client.connect(port), () => client.connectSync(port)]) {
      try {
        f();
      } catch (error) {
        console.log(error.code, error.message);
      }
    }
    client.send('to the one', sent);
  }),
  () => client.send('a part of it', 7, 5, sent),
  () => {
    client.disconnect();
    client.send('not connected', port, sent);
  },
  () => {
    client.close();
    server.close();
  },
];
function next() {
  steps[step++]();
}

server.on('message', (bytes, sender) => {
  console.log('server has', JSON.stringify(bytes.toString()), sender.address, sender.family, sender.size, Object.keys(sender).join());
  server.send(bytes.toString().toUpperCase(), sender.port, sender.address);
});
server.on('listening', () => console.log('listening', server.address().address));
server.on('close', () => console.log('server closed'));
client.on('close', () => console.log('client closed'));
server.bind({port: 0, address: '127.0.0.1'}, () => {
  port = server.address().port;
  next();
});
