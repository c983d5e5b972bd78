// Requests through a tunnel that a proxy makes: what the proxy is asked, and what becomes of its wrong answers.
const https = require('https');
const net = require('net');
const tls = require('tls');
const {scene, say, hold, release, play, serve, pem, certificate} = require('./scenes.js');

// A proxy that prints what it gets. `answer` gets the connection and the port that is asked for.
function proxy(answer, ready, options) {
  hold();
  const listener = socket => {
    socket.on('error', () => {});
    let text = '';
    socket.on('data', function take(data) {
      text += data;
      if (!text.includes('\r\n\r\n')) return;
      socket.removeListener('data', take);
      say('proxy', JSON.stringify(text));
      answer(socket, Number(text.split(' ')[1].split(':').pop()));
    });
  };
  const server = options ? tls.createServer(options, listener) : net.createServer(listener);
  server.on('close', release);
  server.listen(0, '127.0.0.1', () => ready((options ? 'https' : 'http') + '://127.0.0.1:' + server.address().port, () => server.close()));
}
// Makes the tunnel.
function open(socket, port) {
  const other = net.connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\nX: 1\r\n\r\n');
    socket.pipe(other).pipe(socket);
  });
  other.on('error', () => {});
  other.on('close', () => socket.destroy());
  socket.on('close', () => other.destroy());
}
function tell(request, done, side = 'client') {
  hold();
  request.on('response', response => {
    say(side, response.statusCode, request.path, request.reusedSocket, response.socket.authorized, response.socket.encrypted);
    response.setEncoding('utf8').on('data', text => say(side, text));
  });
  request.on('timeout', () => say(side, 'timeout'));
  request.on('error', error => say(side, error.code, error.message.split(';')[0], error.statusCode, error.proxyTunnelTimeout));
  request.on('close', () => { say(side, 'close'); setTimeout(() => { done(); release(); }, 5); });
  return request;
}
const echo = (request, response) => response.end(request.url + ' ' + request.headers.host.replace(/:\d+$/, '') + ' ' + request.headers['proxy-authorization'] + ' ' +
  (request.socket.servername || 'none'));
// Makes the requests one after the other through one agent.
function asked(name, env, agentOptions, requests) {
  scene(name, () => serve({}, echo, (to, closeServer) => proxy(open, (url, close) => {
    const agent = new https.Agent({...agentOptions, proxyEnv: env(url)});
    const next = () => {
      const options = requests.shift();
      if (options) return tell(https.get({...to, ...options, agent}), next);
      say('client', agent.totalSocketCount, Object.keys(agent.freeSockets).length);
      agent.destroy();
      setTimeout(() => { close(); closeServer(); }, 5);
    };
    next();
  })));
}
const plain = url => ({HTTPS_PROXY: url, HTTP_PROXY: 'http://unused.example'});
asked('a tunnel', plain, {}, [{path: '/a'}, {path: '/b?c'}]);
asked('kept tunnels', plain, {keepAlive: true}, [{path: '/1'}, {path: '/2'}, {path: '/3', servername: 'localhost'}]);
asked('one at a time', plain, {maxSockets: 1}, [{path: '/1'}, {path: '/2'}]);
asked('credentials', url => ({https_proxy: url.replace('//', '//me:p%40w@')}), {}, [{path: '/c'}]);
asked('a name', plain, {}, [{host: 'localhost', path: '/n'}, {host: 'localhost', headers: {host: 'localhost'}}]);
asked('a name that the certificate lacks', plain, {}, [{host: 'other.example'}, {host: 'other.example', rejectUnauthorized: false}]);
asked('without the proxy', url => ({HTTPS_PROXY: url, NO_PROXY: '127.0.0.1'}), {}, [{path: '/direct'}]);
asked('a time-out that is not reached', plain, {timeout: 2000}, [{path: '/t', timeout: 3000}]);
scene('a certificate that is not trusted', () => serve({}, echo, (to, closeServer) => proxy(open, (url, close) => {
  tell(https.get({...to, ca: certificate('other', 'DNS:other'), agent: new https.Agent({proxyEnv: plain(url)})}), () => { close(); closeServer(); });
})));
scene('a queue', () => serve({}, echo, (to, closeServer) => proxy(open, (url, close) => {
  const agent = new https.Agent({proxyEnv: plain(url), maxSockets: 1, keepAlive: true});
  let left = 3;
  for (const path of ['/1', '/2', '/3'])
    tell(https.get({...to, agent, path}), () => {
      if (--left > 0) return;
      agent.destroy();
      close();
      closeServer();
    }, 'client ' + path);
})));
scene('a proxy behind TLS', () => serve({}, echo, (to, closeServer) => proxy(open, (url, close) => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  process.removeAllListeners('warning');
  const agent = new https.Agent({proxyEnv: {HTTPS_PROXY: url}});
  tell(https.get({...to, agent, path: '/tls'}), () => { process.env.NODE_TLS_REJECT_UNAUTHORIZED = '1'; close(); closeServer(); });
}, {key: pem, cert: pem})));
scene('a proxy whose certificate is not trusted', () => proxy(open, (url, close) => {
  tell(https.get({host: 'name.example', agent: new https.Agent({proxyEnv: {HTTPS_PROXY: url}})}), close);
}, {key: pem, cert: pem}));

// Answers to CONNECT that make no tunnel.
function refused(name, answer, options = {}, agentOptions = {}) {
  scene(name, () => proxy(answer, (url, close) => {
    const agent = new https.Agent({...agentOptions, proxyEnv: {HTTPS_PROXY: url}});
    tell(https.get({host: 'name.example', path: '/x', ...options, agent}), close);
  }));
}
refused('another status', socket => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nbody'));
refused('credentials are missing', socket => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n'));
refused('201', socket => socket.end('HTTP/1.1 201 Created\r\n\r\n'));
refused('no HTTP', socket => socket.end('SSH-2.0-server\r\n\r\n'));
refused('old HTTP', socket => socket.end('HTTP/1.0 403 No\r\n\r\n'));
refused('the end at once', socket => socket.end());
refused('the end in a head', socket => socket.end('HTTP/1.1 200 OK\r\nX: '));
refused('an end after the head', socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
refused('a reset', socket => socket.resetAndDestroy());
refused('in pieces', socket => { socket.write('HTTP/1.1 5'); setTimeout(() => socket.write('00 No\r'), 10); setTimeout(() => socket.write('\n\r'), 20); setTimeout(() => socket.end('\n'), 30); });
refused('silence, the agent', () => {}, {}, {timeout: 40});
refused('silence, the request', () => {}, {timeout: 40});
refused('half a head for ever', socket => socket.write('HTTP/1.1 200 OK\r\n'), {timeout: 40});
refused('an IPv6 address', socket => socket.end('HTTP/1.1 404 No\r\n\r\n'), {host: '::1', port: 8443});
scene('waiting requests after a refusal', () => {
  let count = 0;
  proxy(socket => socket.end(`HTTP/1.1 50${++count} No\r\n\r\n`), (url, close) => {
    const agent = new https.Agent({proxyEnv: {HTTPS_PROXY: url}});
    tell(https.get({host: 'name.example', agent}), () => tell(https.get({host: 'name.example', agent}), close));
  });
});
scene('for the whole program', () => serve({}, echo, (to, closeServer) => proxy(open, (url, close) => {
  const before = https.globalAgent;
  const restore = require('http').setGlobalProxyFromEnv({HTTPS_PROXY: url});
  say('client', https.globalAgent === before, https.globalAgent.keepAlive);
  tell(https.get({...to, path: '/global'}), () => {
    https.globalAgent.destroy();
    restore();
    say('client', https.globalAgent === before);
    close();
    closeServer();
  });
})));
play();
