const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
scene('readable and read()', () => {
  const server = net.createServer(s => { s.write('first'); setTimeout(() => s.end('second'), 20); server.close(); }).listen(0, '127.0.0.1', () => {
    const c = watch(net.connect(server.address().port, '127.0.0.1'), 'client');
    c.on('readable', () => {
      let chunk;
      while ((chunk = c.read(3)) !== null) say('client', '' + chunk, c.readableLength);
    });
  });
});
scene('ready states', () => {
  const server = net.createServer(s => { s.resume(); server.close(); }).listen(0, '127.0.0.1', () => {
    const c = watch(new net.Socket(), 'client');
    const state = at => say('client', at, c.readyState, c.pending, c.connecting);
    state('made');
    c.connect(server.address().port, '127.0.0.1');
    state('connecting');
    c.on('connect', () => { state('connected'); c.end(); state('ended'); });
    c.on('finish', () => state('finish'));
    c.on('end', () => state('end'));
    c.on('close', () => state('close'));
    c.resume();
  });
});
play();
