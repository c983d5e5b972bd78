const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
const pair = (name, accepted, connected, options = {}) => scene(name, () => {
  const server = net.createServer(options, socket => { server.close(); accepted(watch(socket, 'accepted')); }).listen(0, '127.0.0.1', () => {
    connected(watch(net.connect(server.address().port, '127.0.0.1'), 'client'));
  });
});
const sink = socket => socket.resume();
const state = c => [c.readyState, c.destroyed, c.closed, c.readable, c.writable, c.connecting, c.pending].join(' ');
for (const error of [undefined, new Error('enough')]) {
  const kind = error ? ' with an error' : '';
  scene('before connecting' + kind, () => {
    const c = watch(new net.Socket(), 'client');
    c.destroy(error);
    say('client', state(c));
  });
  pair('while connecting' + kind, sink, c => { say('client', state(c)); say('client', c.destroy(error) === c, state(c)); hold(); setTimeout(release, 20); });
  pair('in connect' + kind, sink, c => c.on('connect', () => { c.destroy(error); say('client', state(c)); }));
  pair('in ready' + kind, sink, c => c.on('ready', () => { c.destroy(error); say('client', state(c)); }));
  pair('in data' + kind, s => s.end('data'), c => c.on('data', () => { c.destroy(error); say('client', state(c)); }));
  pair('in end' + kind, s => s.end('data'), c => c.resume().on('end', () => { c.destroy(error); say('client', state(c)); }));
  pair('after end()' + kind, sink, c => c.on('connect', () => { c.end('x'); c.destroy(error); say('client', state(c)); }));
  pair('in finish' + kind, sink, c => { c.end('x'); c.on('finish', () => { c.destroy(error); say('client', state(c)); }); });
  pair('in close' + kind, sink, c => { c.end('x'); c.on('close', () => { c.destroy(error); say('client', state(c)); }); });
  pair('twice' + kind, sink, c => c.on('connect', () => { c.destroy(); c.destroy(error); say('client', state(c)); }));
  pair('the accepted one' + kind, s => { s.destroy(error); say('accepted', state(s)); }, sink);
  pair('the accepted one after a write' + kind, s => { s.write('last words', e => say('accepted', message(e))); s.destroy(error); }, c => collect(c, 'client'));
}
pair('destroySoon', sink, c => { c.write('x', e => say('client', message(e))); c.destroySoon(); say('client', state(c)); });
pair('destroySoon when connected', sink, c => c.on('connect', () => { c.write('x'); c.destroySoon(); say('client', state(c)); }));
pair('destroySoon after end()', sink, c => c.on('connect', () => { c.end('x'); c.destroySoon(); say('client', state(c)); }));
pair('destroySoon in finish', sink, c => { c.end('x'); c.on('finish', () => { c.destroySoon(); say('client', state(c)); }); });
setTimeout(play, 0);
