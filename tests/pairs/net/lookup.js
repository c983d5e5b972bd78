const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
const to = (name, options, lookup, family = '127.0.0.1') => scene(name, () => {
  const server = net.createServer(s => { s.resume(); s.on('close', () => server.close()); }).listen(0, family, () => {
    const c = watch(net.connect({port: server.address().port, host: 'example.test', lookup, ...options}), 'client');
    c.on('connectionAttempt', (address, port, family) => say('client', 'attempt', address, family));
    c.on('connectionAttemptFailed', (address, port, family, error) => say('client', 'failed', address, family, message(error)));
    c.on('connectionAttemptTimeout', (address, port, family) => say('client', 'timed out', address, family));
    c.on('connect', () => { say('client', c.remoteAddress, (c.autoSelectFamilyAttemptedAddresses || []).length); c.end(); });
    c.on('error', error => { for (const each of error.errors || []) say('client', 'one of', message(each)); server.close(); });
  });
});
const told = (host, options) => say('client', 'asked', host, options.family || 0, options.hints, !!options.all);
to('all: an address', {}, (host, options, callback) => { told(host, options); callback(null, [{address: '127.0.0.1', family: 4}]); });
to('all: later', {}, (host, options, callback) => setImmediate(() => callback(null, [{address: '127.0.0.1', family: 4}])));
to('all: two families, the first is refused', {}, (host, options, callback) => callback(null, [{address: '::1', family: 6}, {address: '127.0.0.1', family: 4}]));
to('all: the same address twice', {}, (host, options, callback) => callback(null, [{address: '127.0.0.1', family: 4}, {address: '127.0.0.1', family: 4}]));
to('all: families take turns', {}, (host, options, callback) => callback(null, [{address: '::1', family: 6}, {address: '::2', family: 6}, {address: '127.0.0.1', family: 4}]));
to('all: an error', {}, (host, options, callback) => callback(new Error('no such host')));
to('all: an error later', {}, (host, options, callback) => process.nextTick(callback, new Error('no such host')));
to('all: what is no address', {}, (host, options, callback) => callback(null, [{address: 'nowhere', family: 4}]));
to('all: what is no family', {}, (host, options, callback) => callback(null, [{address: '127.0.0.1', family: 5}]));
to('all: some are no addresses', {}, (host, options, callback) => callback(null, [{address: 'nowhere', family: 4}, {address: '127.0.0.1', family: 4}]));
to('one: family 4', {family: 4}, (host, options, callback) => { told(host, options); callback(null, '127.0.0.1', 4); });
to('one: autoSelectFamily off', {autoSelectFamily: false}, (host, options, callback) => { told(host, options); callback(null, '127.0.0.1', 4); });
to('one: with hints', {autoSelectFamily: false, hints: 1}, (host, options, callback) => { told(host, options); callback(null, '127.0.0.1', 4); });
to('one: an error', {family: 4}, (host, options, callback) => callback(new Error('no such host')));
to('one: what is no address', {family: 4}, (host, options, callback) => callback(null, 'nowhere', 4));
to('one: what is no family', {family: 4}, (host, options, callback) => callback(null, '127.0.0.1', 5));
to('with a local address', {localAddress: '127.0.0.1'}, (host, options, callback) => { told(host, options); callback(null, '127.0.0.1', 4); });
scene('all are refused', () => {
  const c = watch(net.connect({port: 1, host: 'example.test', lookup: (host, options, callback) => callback(null, [{address: '::1', family: 6}, {address: '127.0.0.1', family: 4}])}), 'client');
  c.on('connectionAttempt', (address, port, family) => say('client', 'attempt', address, port, family));
  c.on('connectionAttemptFailed', (address, port, family, error) => say('client', 'failed', address, port, family, message(error)));
  c.on('error', error => { for (const each of error.errors) say('client', 'one of', message(each)); say('client', c.autoSelectFamilyAttemptedAddresses.join()); });
});
scene('destroyed in lookup', () => {
  const c = watch(net.connect({port: 1, host: 'example.test', lookup: (host, options, callback) => callback(null, [{address: '::1', family: 6}, {address: '127.0.0.1', family: 4}])}), 'client');
  c.on('lookup', () => c.destroy());
});
scene('destroyed before the answer', () => {
  const c = watch(net.connect({port: 1, host: 'example.test', lookup: (host, options, callback) => setTimeout(callback, 10, null, [{address: '127.0.0.1', family: 4}])}), 'client');
  c.destroy();
  hold();
  setTimeout(release, 20);
});
scene('the defaults', () => {
  console.log(net.getDefaultAutoSelectFamily(), net.getDefaultAutoSelectFamilyAttemptTimeout());
  net.setDefaultAutoSelectFamilyAttemptTimeout(5);
  console.log(net.getDefaultAutoSelectFamilyAttemptTimeout());
  for (const bad of [0, -1, 1.5]) try { net.setDefaultAutoSelectFamilyAttemptTimeout(bad); } catch (error) { console.log(message(error)); }
  net.setDefaultAutoSelectFamily(false);
  console.log(net.getDefaultAutoSelectFamily());
});
to('autoSelectFamily off by default', {}, (host, options, callback) => { told(host, options); callback(null, '127.0.0.1', 4); });
setTimeout(play, 0);
