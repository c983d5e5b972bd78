const dgram = require('dgram');

function told(name, f) {
  try {
    f();
    console.log(name, 'fine');
  } catch (error) {
    console.log(name, error.name, error.code, error.message.replace(/:\d+/, ':PORT'));
  }
}

told('type', () => dgram.createSocket('x'));
told('size', () => dgram.createSocket({type: 'udp4', recvBufferSize: -1}));
told('fraction', () => dgram.createSocket({type: 'udp4', sendBufferSize: 0.5}));
const socket = dgram.createSocket('udp4');
told('address', () => socket.address());
told('remote', () => socket.remoteAddress());
told('broadcast', () => socket.setBroadcast(true));
told('ttl', () => socket.setTTL(5));
told('multicast', () => socket.setMulticastTTL(3));
told('loopback', () => socket.setMulticastLoopback(true));
told('interface', () => socket.setMulticastInterface('127.0.0.1'));
told('get', () => socket.getRecvBufferSize());
told('set', () => socket.setRecvBufferSize(1000));
told('bad', () => socket.setSendBufferSize(0.5));
told('negative', () => socket.setSendBufferSize(-1));
told('disconnect', () => socket.disconnect());
told('group', () => socket.addMembership(''));
told('port', () => socket.send('x', 70000));
told('port 0', () => socket.send('x', 0));
told('no port', () => socket.send('x'));
told('text port', () => socket.connect('x'));
told('connect 0', () => socket.connect(0));
told('offset', () => socket.send('abc', 4, 1, 9));
told('length', () => socket.send('abc', 1, 5, 9));
told('below', () => socket.send(Buffer.from('abc'), -1, 1, 9));
told('sync', () => socket.bindSync({address: 'localhost'}));
told('sync port', () => socket.bindSync({port: 70000}));
told('sync connect', () => socket.connectSync(5, 'localhost'));
console.log(socket.getSendQueueSize(), socket.getSendQueueCount(), socket.type);
socket.close(() => console.log('closed'));
told('closed', () => socket.close());
told('send', () => socket.send('a', 5));
told('bind', () => socket.bind());
told('name', () => socket.address());
told('membership', () => socket.addMembership('224.0.0.114'));

const bound = dgram.createSocket('udp4');
bound.bind(0, '127.0.0.1', () => {
  const address = bound.address();
  console.log(address.address, address.family, address.port > 0);
  told('again', () => bound.bind(0));
  told('sync again', () => bound.bindSync());
  told('ttl 0', () => bound.setTTL(0));
  told('ttl 256', () => bound.setTTL(256));
  console.log(bound.setTTL(5), bound.setMulticastTTL(7), bound.setMulticastLoopback(false));
  told('multicast ttl', () => bound.setMulticastTTL(300));
  told('no interface', () => bound.setMulticastInterface('x'));
  told('other interface', () => bound.setMulticastInterface('10.9.9.9'));
  told('interface', () => bound.setMulticastInterface('127.0.0.1'));
  told('join', () => bound.addMembership('224.0.0.114', '127.0.0.1'));
  told('join again', () => bound.addMembership('224.0.0.114', '127.0.0.1'));
  told('no group', () => bound.addMembership('1.2.3.4'));
  told('no address', () => bound.addMembership('zz'));
  told('leave', () => bound.dropMembership('224.0.0.114', '127.0.0.1'));
  told('leave again', () => bound.dropMembership('224.0.0.114', '127.0.0.1'));
  told('source', () => bound.addSourceSpecificMembership('127.0.0.1', '232.1.1.1', '127.0.0.1'));
  told('source leaves', () => bound.dropSourceSpecificMembership('127.0.0.1', '232.1.1.1', '127.0.0.1'));
  told('other family', () => bound.addMembership('224.0.0.114', '::1'));
  told('other source', () => bound.addSourceSpecificMembership('::1', '232.1.1.1'));
  told('group of IPv6', () => bound.addMembership('ff02::114'));
  told('interface of IPv6', () => bound.setMulticastInterface('::1'));
  const six = dgram.createSocket('udp6');
  six.bindSync();
  told('six in a group', () => six.addMembership('ff02::114', '::%lo'));
  told('six in a group of IPv4', () => six.addMembership('224.0.0.114', '127.0.0.1'));
  told('six leaves', () => six.dropMembership('224.0.0.114', '127.0.0.1'));
  told('six with a source', () => six.addSourceSpecificMembership('127.0.0.1', '232.1.1.1', '127.0.0.1'));
  told('six with families mixed', () => six.addMembership('ff02::115', '127.0.0.1'));
  told('six by IPv4', () => six.setMulticastInterface('127.0.0.1'));
  told('six by IPv6', () => six.setMulticastInterface('::%lo'));
  six.close();
  bound.setRecvBufferSize(10000);
  bound.setSendBufferSize(8192);
  console.log(bound.getRecvBufferSize(), bound.getSendBufferSize());
  told('large', () => bound.setSendBufferSize(2 ** 31));
  bound.send(Buffer.alloc(70000), address.port, (error) => {
    console.log(error.code, error.syscall, error.message.replace(address.port, 'PORT'));
    bound.send('x', address.port, '255.255.255.255', (error) => {
      console.log(error.code, error.address);
      bound.send('x', 9, 'name.invalid', (error) => {
        console.log(error.code, error.hostname);
        taken(address.port);
      });
    });
  });
});

function taken(port) {
  const second = dgram.createSocket('udp4');
  second.on('error', (error) => {
    console.log(error.code, error.syscall, error.address, error.port === port);
    told('third', () => dgram.createSocket('udp4').bindSync({port, address: '127.0.0.1'}).port);
    second.close();
    bound.close();
  });
  second.bind(port, '127.0.0.1', () => console.log('never'));
}
