const net = require('net');
const {scene, play, watch, collect, say, message} = require('./scenes');
const pair = (name, accepted, connected) => scene(name, () => {
  const server = net.createServer(socket => { server.close(); accepted(watch(socket, 'accepted')); }).listen(0, '127.0.0.1', () => {
    connected(watch(net.connect(server.address().port, '127.0.0.1'), 'client'));
  });
});
const big = Buffer.alloc(8 << 20, 'x');
pair('write returns false, then drain', socket => { socket.pause(); setTimeout(() => collect(socket, 'accepted').resume(), 20); }, client => client.on('connect', () => {
  client.on('drain', () => { say('client', 'drain', client.writableLength, client.bytesWritten, client.writableNeedDrain); client.end(); });
  say('client', client.write(big, error => say('client', 'written', message(error))));
  say('client', client.writableLength, client.bytesWritten, client.writableNeedDrain);
  say('client', client.write('after', error => say('client', 'written after', message(error))));
  say('client', client.writableLength, client.bytesWritten);
}));
pair('end with much', socket => { socket.pause(); setTimeout(() => collect(socket, 'accepted').resume(), 20); }, client => client.on('connect', () => {
  client.end(big, () => say('client', 'ended'));
  say('client', client.writableFinished, client.writableEnded, client.readyState);
}));
pair('destroyed in the middle', socket => { socket.pause(); setTimeout(() => socket.destroy(), 40); }, client => client.on('connect', () => {
  client.write(big, error => say('client', 'first', message(error)));
  client.write('x', error => say('client', 'second', message(error)));
  client.end(error => say('client', 'end', message(error)));
  setTimeout(() => { client.destroy(); setTimeout(() => say('client', client.bytesWritten), 5); }, 10);
}));
pair('destroyed in the middle with an error', socket => { socket.pause(); setTimeout(() => socket.destroy(), 40); }, client => client.on('connect', () => {
  client.write(big, error => say('client', 'first', message(error)));
  client.write('x', error => say('client', 'second', message(error)));
  setTimeout(() => client.destroy(new Error('enough')), 10);
}));
pair('much by the stream', socket => { socket.on('data', () => {}); socket.on('end', () => say('accepted', socket.bytesRead)); }, client => {
  let left = 64;
  (function more() {
    while (left-- > 0) if (!client.write(Buffer.alloc(100000))) return client.once('drain', more);
    client.end();
  })();
  client.on('close', () => say('client', client.bytesWritten));
});
pair('a pipe', socket => socket.pipe(socket), client => {
  let n = 0;
  client.on('data', chunk => { n += chunk.length; });
  client.on('end', () => say('client', n, client.bytesRead, client.bytesWritten));
  client.end(big);
});
pair('pause and resume', socket => { let n = 0; const timer = setInterval(() => { if (n++ < 50) socket.write('x'); else { clearInterval(timer); socket.end(); } }, 1); }, client => {
  let got = 0;
  client.on('data', chunk => {
    got += chunk.length;
    client.pause();
    say('client', client.isPaused());
    client.removeAllListeners('data');
    setTimeout(() => { client.on('data', chunk => { got += chunk.length; }); client.resume(); }, 20);
  });
  client.on('end', () => say('client', 'all', got));
});
setTimeout(play, 0);
