const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
const serve = (name, options, accepted, connect) => scene(name, () => {
  const server = net.createServer(options, socket => { server.close(); accepted(watch(socket, 'accepted')); }).listen(0, '127.0.0.1', () => connect(server.address().port));
});
const sink = s => collect(s, 'accepted');
serve('no delay, keep alive', {noDelay: true, keepAlive: true, keepAliveInitialDelay: 5000}, sink, port => {
  const c = watch(net.connect({port, host: '127.0.0.1', noDelay: true, keepAlive: true, keepAliveInitialDelay: 1000}), 'client');
  say('client', c.setNoDelay() === c, c.setNoDelay(false) === c, c.setKeepAlive(true) === c, c.setKeepAlive(true, 1000) === c, c.setKeepAlive() === c);
  c.on('connect', () => {
    say('client', c.setNoDelay() === c, c.setNoDelay(false) === c, c.setKeepAlive(true) === c, c.setKeepAlive(true, 1000) === c, c.setKeepAlive() === c);
    c.end('x');
  });
});
serve('the options of a server', {allowHalfOpen: true, pauseOnConnect: true, highWaterMark: 100}, s => { say('accepted', s.allowHalfOpen, s.isPaused(), s.readableFlowing, s.readableHighWaterMark, s.writableHighWaterMark); s.end(); s.resume(); }, port => {
  watch(net.connect(port, '127.0.0.1'), 'client').resume();
});
serve('pauseOnConnect', {pauseOnConnect: true}, s => {
  s.on('data', chunk => say('accepted', 'data', '' + chunk));
  setTimeout(() => { say('accepted', 'resumes', s.bytesRead); s.resume(); }, 20);
}, port => watch(net.connect(port, '127.0.0.1'), 'client').end('waits'));
serve('setEncoding', {}, s => { s.write(Buffer.from([0xe2, 0x82])); setTimeout(() => s.end(Buffer.from([0xac, 0x21])), 20); }, port => {
  const c = watch(net.connect(port, '127.0.0.1'), 'client');
  say('client', c.setEncoding('utf8') === c);
  c.on('data', text => say('client', 'data', text));
});
serve('setEncoding hex', {}, s => s.end('hello'), port => watch(net.connect(port, '127.0.0.1'), 'client').setEncoding('hex').on('data', text => say('client', 'data', text)));
serve('localAddress and localPort', {}, s => { say('accepted', s.remoteAddress); s.end(); }, port => {
  const c = watch(net.connect({port, host: '127.0.0.1', localAddress: '127.0.0.2'}), 'client');
  c.resume();
  c.on('connect', () => say('client', c.localAddress, c.remoteAddress));
});
serve('a local port that is used', {}, s => s.end(), port => {
  const c = watch(net.connect({port, host: '127.0.0.1', localAddress: '127.0.0.1', localPort: port}), 'client');
  net.connect(port, '127.0.0.1').resume();
});
serve('onread', {}, s => s.end('0123456789'), port => {
  const c = watch(net.connect({port, host: '127.0.0.1', onread: {buffer: Buffer.alloc(4), callback(bytes, buffer) { say('client', bytes, buffer.toString('latin1', 0, bytes), c.bytesRead); }}}), 'client');
  c.on('data', () => say('client', 'never'));
});
serve('onread that pauses', {}, s => s.end('0123456789'), port => {
  const c = watch(net.connect({port, host: '127.0.0.1', onread: {buffer: Buffer.alloc(4), callback(bytes, buffer) {
    say('client', bytes, buffer.toString('latin1', 0, bytes));
    setTimeout(() => { say('client', 'resumes'); c.resume(); }, 10);
    return false;
  }}}), 'client');
});
serve('a block list of the server', {blockList: (() => { const list = new net.BlockList(); list.addAddress('127.0.0.1'); return list; })()}, s => { say("accepted", s.remoteAddress); s.end(); }, port => {
  const c = watch(net.connect(port, '127.0.0.1'), 'client');
  c.resume();
  c.on('close', () => net.connect({port, host: '127.0.0.1', localAddress: '127.0.0.2'}).resume());
});
scene('a block list of the client', () => {
  const blockList = new net.BlockList();
  blockList.addSubnet('127.0.0.0', 8);
  const c = watch(net.connect({port: 1, host: '127.0.0.1', blockList}), 'client');
  c.on('connectionAttempt', () => say('client', 'attempt'));
});
setTimeout(play, 0);
