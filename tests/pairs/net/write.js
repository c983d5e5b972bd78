const net = require('net');
const {scene, play, watch, collect, say, message} = require('./scenes');
const pair = (name, accepted, connected) => scene(name, () => {
  const server = net.createServer(socket => { server.close(); accepted(watch(socket, 'accepted')); }).listen(0, '127.0.0.1', () => {
    connected(watch(net.connect(server.address().port, '127.0.0.1'), 'client'));
  });
});
const sink = socket => collect(socket, 'accepted');
const told = (side, name) => error => say(side, name, message(error));
pair('callbacks in order, before connecting', sink, client => {
  client.write('a', told('client', 'a'));
  client.write('b', told('client', 'b'));
  client.write('c', told('client', 'c'));
  say('client', client.writableLength, client.bytesWritten, client.bufferSize);
  client.end('d', told('client', 'end'));
});
pair('callbacks in order, when connected', sink, client => client.on('connect', () => {
  say('client', client.write('a', told('client', 'a')), client.writableLength, client.bytesWritten);
  say('client', client.write('b', told('client', 'b')), client.writableLength, client.bytesWritten);
  process.nextTick(() => say('client', 'tick'));
  client.end(told('client', 'end'));
}));
pair('corked', sink, client => client.on('connect', () => {
  client.cork();
  client.write('a', told('client', 'a'));
  client.write('b', told('client', 'b'));
  say('client', client.writableLength, client.bytesWritten, client.writableCorked);
  client.uncork();
  say('client', client.writableLength, client.bytesWritten);
  client.end();
}));
pair('encodings', sink, client => {
  client.write('68656c6c6f', 'hex');
  client.write('IA==', 'base64');
  client.write('wörld', 'latin1');
  client.write(Buffer.from('!'));
  client.setDefaultEncoding('hex');
  client.write('2e');
  client.end('2e', 'hex', told('client', 'end'));
});
pair('an empty string', sink, client => client.on('connect', () => {
  say('client', client.write('', told('client', 'empty')), client.bytesWritten);
  client.end();
}));
pair('end twice', sink, client => {
  client.end('x', told('client', 'first'));
  client.end(told('client', 'second'));
});
pair('write after end', sink, client => {
  client.end('x');
  say('client', client.write('y', told('client', 'write')));
});
pair('write after end, when connected', sink, client => client.on('connect', () => {
  client.end('x');
  say('client', client.write('y', told('client', 'write')));
}));
pair('write after destroy', sink, client => client.on('connect', () => {
  client.destroy();
  say('client', client.write('y', told('client', 'write')));
}));
pair('write when closed', sink, client => {
  client.end();
  client.on('close', () => say('client', client.write('y', told('client', 'write'))));
});
pair('write after the other side has ended', socket => socket.resume().end('bye'), client => {
  client.resume();
  client.on('end', () => {
    say('client', 'in end', client.write('y', told('client', 'in end')));
    process.nextTick(() => process.nextTick(() => say('client', 'after end', client.write('z', told('client', 'after end')))));
  });
});
pair('write of what is no data', sink, client => {
  try { client.write(null); } catch (error) { say('client', message(error)); }
  client.end();
});
setTimeout(play, 0);
