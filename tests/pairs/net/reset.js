const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
const pair = (name, accepted, connected, options = {}) => scene(name, () => {
  const server = net.createServer(options, socket => { server.close(); accepted(watch(socket, 'accepted')); }).listen(0, '127.0.0.1', () => {
    connected(watch(net.connect(server.address().port, '127.0.0.1'), 'client'));
  });
});
pair('reset by the client', s => collect(s, 'accepted'), c => c.on('connect', () => say('client', c.resetAndDestroy() === c, c.destroyed)));
pair('reset while connecting', s => collect(s, 'accepted'), c => say('client', c.resetAndDestroy() === c, c.destroyed));
pair('reset by the server', s => s.resetAndDestroy(), c => collect(c, 'client'));
pair('reset after data', s => s.on('data', () => s.resetAndDestroy()), c => { collect(c, 'client').write('x'); });
pair('reset with data unread', s => { s.pause(); setTimeout(() => s.destroy(), 20); }, c => { collect(c, 'client').write('unread'); });
pair('a write to one that was reset', s => s.on('data', () => s.resetAndDestroy()), c => {
  c.pause();
  c.write('x');
  setTimeout(() => c.write('y'), 20);
});
scene('reset when closed', () => {
  const c = watch(new net.Socket(), 'client');
  say('client', c.resetAndDestroy() === c, c.destroyed);
});
pair('reset twice', s => collect(s, 'accepted'), c => c.on('connect', () => { c.resetAndDestroy(); c.resetAndDestroy(); }));
setTimeout(play, 0);
