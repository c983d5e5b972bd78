const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
const told = (name, options, then) => scene(name, () => {
  const controller = new AbortController();
  const server = net.createServer(s => { s.on('error', () => {}); s.resume(); server.close(); }).listen(0, '127.0.0.1', () => {
    const c = watch(net.connect({port: server.address().port, host: '127.0.0.1', signal: controller.signal}), 'client');
    c.on('error', error => { say('client', error.cause && error.cause.name + ': ' + error.cause.message); server.close(); });
    then(c, controller);
  });
});
told('in the same turn', {}, (c, a) => { a.abort(); say('client', c.destroyed); });
told('when connected', {}, (c, a) => c.on('connect', () => { a.abort(); say('client', c.destroyed); }));
told('with a reason', {}, (c, a) => c.on('connect', () => a.abort(new Error('my reason'))));
told('after the end', {}, (c, a) => { c.end(); c.on('close', () => a.abort()); });
scene('a socket', () => {
  const a = new AbortController();
  const c = watch(new net.Socket({signal: a.signal}), 'client');
  a.abort();
  say('client', c.destroyed);
});
scene('a server', () => {
  const a = new AbortController();
  const server = watchServer(net.createServer(), 'server');
  server.listen({port: 0, signal: a.signal}, () => { a.abort(); say('server', server.listening); });
});
scene('a server, before listening', () => {
  const a = new AbortController();
  const server = watchServer(net.createServer(), 'server');
  server.listen({port: 0, signal: a.signal});
  a.abort();
});
scene('a server, aborted before', () => {
  const server = watchServer(net.createServer(), 'server');
  server.listen({port: 0, signal: AbortSignal.abort()});
  say('server', server.listening);
});
scene('a server, after its close', () => {
  const a = new AbortController();
  const server = net.createServer();
  server.on('close', () => say('server', 'close'));
  server.listen({port: 0, signal: a.signal}, () => server.close(() => a.abort()));
});
setTimeout(play, 0);
