const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
scene('a proxy', () => {
  const origin = net.createServer(s => { s.on('data', chunk => s.write('<' + chunk + '>')); s.on('end', () => origin.close()); }).listen(0, '127.0.0.1', () => {
    const proxy = net.createServer(inner => {
      proxy.close();
      watch(inner, 'inner');
      const outer = watch(net.connect(origin.address().port, '127.0.0.1'), 'outer');
      inner.pipe(outer);
      outer.pipe(inner);
    }).listen(0, '127.0.0.1', () => {
      const client = collect(watch(net.connect(proxy.address().port, '127.0.0.1'), 'client'), 'client');
      client.write('one');
      setTimeout(() => { client.write('two'); setTimeout(() => client.end(), 20); }, 20);
    });
  });
});
play();
