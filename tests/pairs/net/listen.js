const net = require('net');
const {scene, play, watchServer, say, message} = require('./scenes');
const closing = server => server.on('listening', () => {
  const {address, family, port} = server.address();
  say('server', address, family, port > 0, server.listening);
  server.close();
});
const forms = [
  ['listen(0)', s => s.listen(0)],
  ['listen("0")', s => s.listen('0')],
  ['listen()', s => s.listen()],
  ['listen(cb)', s => s.listen(() => say('server', 'callback'))],
  ['listen(0, cb)', s => s.listen(0, () => say('server', 'callback'))],
  ['listen(0, host)', s => s.listen(0, '127.0.0.1')],
  ['listen(0, host, cb)', s => s.listen(0, '127.0.0.1', () => say('server', 'callback'))],
  ['listen(0, host, backlog, cb)', s => s.listen(0, '127.0.0.1', 10, () => say('server', 'callback'))],
  ['listen(0, backlog, cb)', s => s.listen(0, 10, () => say('server', 'callback'))],
  ['listen(0, backlog)', s => s.listen(0, 10)],
  ['listen(0, "localhost")', s => s.listen(0, 'localhost')],
  ['listen(0, "::1")', s => s.listen(0, '::1')],
  ['listen({port})', s => s.listen({port: 0})],
  ['listen({port: string})', s => s.listen({port: '0'})],
  ['listen({backlog, host, port}, cb)', s => s.listen({backlog: 5, host: '127.0.0.1', port: 0}, () => say('server', 'callback'))],
  ['listen({host: "::", ipv6Only})', s => s.listen({host: '::', ipv6Only: true, port: 0})],
  ['listen({ipv6Only})', s => s.listen({ipv6Only: true, port: 0})],
  ['listen({reusePort})', s => s.listen({host: '127.0.0.1', reusePort: true, port: 0})],
  ['listen({exclusive})', s => s.listen({exclusive: true, host: '127.0.0.1', port: 0})],
];
for (const [name, listen] of forms) {
  scene(name, () => {
    const server = closing(watchServer(net.createServer(), 'server'));
    say('server', listen(server) === server, server.listening, server.address() !== null);
  });
}
for (const port of [-1, 65536, 1e9, 1.5, NaN]) {
  scene('a bad port: ' + port, () => {
    try { net.createServer().listen(port); } catch (error) { console.log(message(error)); }
    try { net.createServer().listen({port}); } catch (error) { console.log(message(error)); }
  });
}
for (const port of ['65536', '70000']) {
  scene('a bad port: ' + port, () => {
    try { net.createServer().listen(port); } catch (error) { console.log(message(error)); }
    try { net.createServer().listen({port}); } catch (error) { console.log(message(error)); }
  });
}
scene('nothing to listen on', () => {
  try { net.createServer().listen({}); } catch (error) { console.log(message(error)); }
});
scene('listen twice', () => {
  const server = closing(watchServer(net.createServer(), 'server'));
  server.listen(0);
  try { server.listen(0); } catch (error) { say('server', message(error)); }
});
scene('listen again after close', () => {
  const server = net.createServer();
  server.listen(0, () => {
    server.close(error => {
      console.log('closed', message(error), server.listening, server.address());
      server.listen(0, '127.0.0.1', () => {
        console.log(server.address().address);
        server.close(() => console.log('closed again'));
      });
    });
  });
});
setTimeout(play, 0);
