const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
const pair = (name, accepted, connected, options = {}) => scene(name, () => {
  const server = net.createServer(options, socket => { server.close(); accepted(watch(socket, 'accepted')); }).listen(0, '127.0.0.1', () => {
    connected(watch(net.connect(server.address().port, '127.0.0.1'), 'client'));
  });
});
const quiet = s => s.resume();
pair('it fires, and the socket stays open', quiet, c => {
  say('client', c.timeout, c.setTimeout(20) === c, c.timeout);
  c.on('timeout', () => { say('client', c.readyState, c.destroyed); c.end(); });
});
pair('callback form', quiet, c => c.setTimeout(20, () => { say('client', 'callback'); c.end(); }));
pair('the callback comes once', quiet, c => {
  let n = 0;
  c.setTimeout(20, () => say('client', 'callback'));
  c.on('timeout', () => { if (++n === 1) c.write('traffic starts it again'); else c.end(); });
});
pair('cleared', quiet, c => { c.setTimeout(10); c.setTimeout(0); say('client', c.timeout); setTimeout(() => c.end(), 30); });
pair('cleared with its callback', quiet, c => {
  const f = () => say('client', 'never');
  c.setTimeout(10, f);
  c.setTimeout(0, f);
  say('client', c.listenerCount('timeout'));
  setTimeout(() => c.end(), 30);
});
pair('put off by traffic', s => { s.resume(); const timer = setInterval(() => s.write('x'), 20); s.on('close', () => clearInterval(timer)); }, c => {
  let bytes = 0;
  c.setTimeout(120, () => say('client', 'too early'));
  c.on('data', chunk => { bytes += chunk.length; });
  setTimeout(() => { c.setTimeout(0); say('client', bytes > 3); c.end(); }, 200);
});
pair('longer after shorter', quiet, c => { const began = Date.now(); c.setTimeout(10); c.setTimeout(60, () => { say('client', Date.now() - began >= 55); c.end(); }); });
pair('shorter after longer', quiet, c => { const began = Date.now(); c.setTimeout(10000); c.setTimeout(20, () => { say('client', Date.now() - began < 5000); c.end(); }); });
pair('on the accepted one', s => s.setTimeout(20, () => s.end('idle')), c => collect(c, 'client'));
pair('after it has fired, cleared', quiet, c => {
  c.setTimeout(10);
  c.once('timeout', () => { c.setTimeout(0); c.write('x'); setTimeout(() => c.end(), 30); });
});
scene('never connected', () => {
  const c = watch(new net.Socket(), 'client');
  c.setTimeout(10, () => { say('client', 'callback'); c.destroy(); });
});
scene('destroyed before', () => {
  const c = watch(new net.Socket(), 'client');
  c.setTimeout(10, () => say('client', 'never'));
  c.destroy();
  say('client', c.setTimeout(10) === c, c.timeout);
  setTimeout(() => {}, 30);
});
scene('bad numbers', () => {
  const c = new net.Socket();
  for (const ms of [-1, Infinity, NaN]) try { c.setTimeout(ms); } catch (error) { console.log(message(error)); }
});
scene('the option of connect', () => {
  const server = net.createServer(s => { server.close(); s.resume(); }).listen(0, '127.0.0.1', () => {
    const c = watch(net.connect({port: server.address().port, host: '127.0.0.1', timeout: 15}), 'client');
    say('client', c.timeout);
    c.on('timeout', () => c.end());
  });
});
setTimeout(play, 0);
