const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
scene('maxConnections', () => {
  const server = watchServer(net.createServer(s => s.on('data', () => s.end('served'))), 'server');
  server.maxConnections = 1;
  server.on('drop', data => {
    say('server', 'drop', data.localAddress, data.localPort === server.address().port, data.localFamily, data.remoteAddress, data.remotePort > 0, data.remoteFamily);
    server.getConnections((error, count) => say('server', count));
  });
  server.listen(0, '127.0.0.1', () => {
    const one = collect(watch(net.connect(server.address().port, '127.0.0.1'), 'one'), 'one');
    one.on('connect', () => {
      const two = watch(net.connect(server.address().port, '127.0.0.1'), 'two');
      two.resume();
      two.on('close', () => {
        one.on('close', () => {
          const three = collect(watch(net.connect(server.address().port, '127.0.0.1'), 'three'), 'three');
          three.write('x');
          three.on('close', () => server.close());
        });
        one.write('x');
      });
    });
  });
});
scene('maxConnections 0', () => {
  const server = watchServer(net.createServer(() => say('server', 'never')), 'server');
  server.maxConnections = 0;
  server.on('drop', () => { say('server', 'drop'); server.close(); });
  server.listen(0, '127.0.0.1', () => watch(net.connect(server.address().port, '127.0.0.1'), 'client').resume());
});
scene('many at once', () => {
  let served = 0;
  const server = watchServer(net.createServer(s => { s.end('x'); if (++served === 50) server.close(); }), 'server');
  server.listen(0, '127.0.0.1', () => {
    let closed = 0;
    let bytes = 0;
    for (let i = 0; i < 50; i++) {
      const c = net.connect(server.address().port, '127.0.0.1');
      c.on('data', chunk => { bytes += chunk.length; });
      c.on('close', () => { if (++closed === 50) say('clients', bytes, served); });
    }
  });
});
setTimeout(play, 0);
