const dgram = require('dgram');
const net = require('net');

// What waits for the socket goes on in its order.
const order = [];
const socket = dgram.createSocket('udp4');
socket.on('message', (bytes) => {
  order.push('message ' + bytes);
  if (bytes.toString() === 'last') socket.close();
});
socket.on('listening', () => order.push('listening'));
socket.on('connect', () => order.push('connect'));
socket.on('close', () => {
  console.log(order.join(', '));
  more();
});
socket.bind(0, '127.0.0.1', () => order.push('bound'));
order.push('after bind');
socket.once('listening', () => {
  const port = socket.address().port;
  socket.send('first', port, () => {
    order.push('sent');
    socket.send('last', port);
  });
});

function more() {
  // A socket that nobody keeps alive does not keep the program alive.
  dgram.createSocket('udp4').bind(0).unref();
  dgram.createSocket('udp4').unref().ref().unref().bind(0);

  // It is bound by what it does first.
  const sender = dgram.createSocket('udp4');
  sender.send('x', 9, () => {
    console.log('bound to', sender.address().address, sender.address().port > 0);
    sender.close();
  });
  console.log(sender.getSendQueueCount());

  // At once.
  const sync = dgram.createSocket('udp4');
  const address = sync.bindSync({address: '127.0.0.1'});
  console.log(address.address, address.family, address.port === sync.address().port);
  sync.on('listening', () => {
    console.log('told');
    sync.connectSync(9);
    console.log(sync.remoteAddress().address, sync.remoteAddress().port);
    sync.on('connect', () => {
      console.log('connected');
      sync.close();
    });
  });

  // A signal closes it.
  const abort = new AbortController();
  const signalled = dgram.createSocket({type: 'udp4', signal: abort.signal});
  signalled.bind(0, () => abort.abort());
  signalled.on('close', () => console.log('aborted'));
  dgram.createSocket({type: 'udp4', signal: AbortSignal.abort()}).on('close', () => console.log('aborted before'));

  // Addresses that are blocked.
  const list = new net.BlockList();
  list.addAddress('127.0.0.1');
  const blocked = dgram.createSocket({type: 'udp4', sendBlockList: list});
  blocked.send('x', 9, (error) => {
    console.log(error.code, error.message);
    blocked.connect(9, '127.0.0.1', (error) => {
      console.log(error.code);
      blocked.close();
    });
  });

  // A lookup of its own.
  const named = dgram.createSocket({type: 'udp4', lookup: (host, family, callback) => {
    console.log('asked for', host);
    if (host === 'nowhere') callback(new Error('unknown'));
    else callback(null, '127.0.0.1', 4);
  }});
  named.on('error', (error) => {
    console.log('error', error.message);
    named.bind(0, 'somewhere', () => {
      console.log(named.address().address);
      named.close();
    });
  });
  named.bind(0, 'nowhere');

  // IPv6.
  const six = dgram.createSocket('udp6', (bytes, sender) => {
    console.log(bytes.toString(), sender.address, sender.family);
    six.close();
  });
  six.bind(0, '::1', () => six.send('six', six.address().port, '::1'));
}
