// Requests through a proxy that the agent's proxyEnv names, and which hosts are reached without it. env: HTTP_PROXY=http://unused.example:1
const http = require('http');
const net = require('net');
const {scene, say, hold, release, play, hide} = require('../net/scenes.js');

// Starts a proxy that prints what it gets and gives the answer.
function proxy(answer, ready) {
  hold();
  const server = net.createServer(socket => {
    socket.on('error', () => {});
    let text = '';
    socket.on('data', data => {
      text += data;
      if (!text.includes('\r\n\r\n')) return;
      say('proxy', JSON.stringify(text));
      text = '';
      socket.write(answer);
    });
  });
  server.on('close', release);
  server.listen(0, '127.0.0.1', () => ready('http://127.0.0.1:' + server.address().port, () => server.close()));
}
const hello = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
function tell(request, done) {
  hold();
  request.on('response', response => {
    say('client', response.statusCode, request.path, request.reusedSocket);
    response.setEncoding('utf8').on('data', text => say('client', text));
  });
  request.on('timeout', () => say('client', 'timeout'));
  request.on('error', error => say('client', error.code, error.message));
  request.on('close', () => { say('client', 'close'); setTimeout(() => { done(); release(); }, 5); });
  return request;
}
// Makes the requests one after the other through one agent.
function asked(name, env, agentOptions, requests) {
  scene(name, () => proxy(hello, (url, close) => {
    const agent = new http.Agent({...agentOptions, proxyEnv: env(url)});
    const next = () => {
      const options = requests.shift();
      if (options) {
        try {
          tell(http.request({host: 'name.example', ...options, agent}), next).end(options.method === 'POST' ? 'body' : '');
        } catch (error) {
          say('client', error.name, error.code, error.message);
          next();
        }
        return;
      }
      agent.destroy();
      close();
    };
    next();
  }));
}
const plain = url => ({HTTP_PROXY: url, HTTPS_PROXY: 'http://unused.example'});
asked('absolute targets', plain, {}, [{}, {path: '/a?b=c'}, {port: 8080, path: '/x'}, {method: 'POST', path: '/p'}, {headers: {'X-Name': 'value'}}]);
asked('kept connections', plain, {keepAlive: true}, [{path: '/1'}, {path: '/2'}, {path: '/3', port: 81}, {path: '/4'}]);
asked('credentials', url => ({http_proxy: url.replace('//', '//us%40er:p%3aw@'), HTTP_PROXY: 'http://unused.example'}), {}, [{}, {auth: 'me:secret'}]);
asked('only a user', url => ({http_proxy: url.replace('//', '//user@')}), {}, [{}]);
asked('other targets', plain, {}, [{method: 'OPTIONS', path: '*'}, {path: 'http://name.example/full?x#y'}, {path: 'http://name.example:80/'}, {path: '/#hash'},
  {path: '//other.example/'}, {path: '/a/../b'}]);
asked('wrong targets', plain, {}, [{path: 'name'}, {path: 'http://other.example/'}, {path: 'https://name.example/'}, {path: 'http://a:b@name.example/'}, {path: '*'},
  {port: 70000}]);
asked('Host fields', plain, {}, [{headers: {Host: 'name.example'}}, {headers: {host: 'NAME.example:80'}}, {headers: {host: 'other.example'}}, {headers: {host: 'name.example/x'}},
  {headers: {host: 'name.example:81'}, port: 81}, {headers: {host: 'u@name.example'}}, {setHost: false}]);
asked('flat headers', plain, {}, [{headers: ['Host', 'name.example', 'X', '1']}, {headers: ['host', 'NAME.example']}, {headers: ['Host', 'name.example', 'host', 'b']},
  {headers: ['X', '1']}]);
asked('IPv6', plain, {}, [{host: '::1', path: '/six'}, {host: '::1', port: 81}]);
asked('an empty value', url => ({http_proxy: '', HTTP_PROXY: url, no_proxy: ''}), {}, [{path: '/empty'}]);
asked('expected', plain, {}, [{headers: {Expect: '100-continue'}, path: '/e'}]);

// Which hosts are reached without the proxy, whose answer tells that it was asked.
function bypassed(list, hosts) {
  scene('NO_PROXY ' + list, () => proxy(hello, (url, close) => {
    const agent = new http.Agent({proxyEnv: {http_proxy: url, NO_PROXY: list},
      lookup: (name, options, callback) => callback(new Error('not by the proxy: ' + name))});
    const next = () => {
      const host = hosts.shift();
      if (!host) return close();
      const [name, port] = host.split(' ');
      tell(http.get({host: name, port, agent}), next);
    };
    next();
  }));
}
bypassed('*', ['a.example']);
bypassed('a.example, B.example ,c.example:8080', ['a.example', 'A.EXAMPLE', 'x.a.example', 'b.example', 'c.example', 'c.example 8080', 'example']);
bypassed('.a.example,*.b.example', ['a.example', 'x.a.example', 'xa.example', 'b.example', 'x.b.example', 'y.x.b.example']);

scene('addresses without the proxy', () => proxy(hello, (url, close) => {
  const server = http.createServer((request, response) => response.end('from the server ' + request.url));
  hold();
  server.on('close', release);
  server.listen(0, '127.0.0.1', () => {
    const {port} = server.address();
    const lists = ['127.0.0.1', '127.0.0.1:' + port, '127.0.0.0-127.0.0.9', '127.0.0.0 - 127.0.0.1', '127.0.0.2-127.0.0.9', '127.0.0.1:1', '127.0.0.0-x', '127.0.0.0/8', ''];
    const next = () => {
      const list = lists.shift();
      if (list === undefined) {
        server.close();
        return close();
      }
      const agent = new http.Agent({proxyEnv: {HTTP_PROXY: url, NO_PROXY: list}});
      tell(http.get({host: '127.0.0.1', port, path: '/x', agent}), next);
    };
    next();
  });
}));

scene('wrong proxies', () => {
  for (const text of ['http://', 'http://a b', 'socks5://127.0.0.1:1', 'name:1', 'http://a\r\nb', 'http://a:99999']) {
    try {
      new http.Agent({proxyEnv: {HTTP_PROXY: text}});
      say('client', 'taken');
    } catch (error) {
      say('client', error.name, error.code, error.message);
    }
    try {
      http.setGlobalProxyFromEnv({HTTP_PROXY: text})();
      say('client', 'set');
    } catch (error) {
      say('client', error.name, error.code, error.message);
    }
  }
});

scene('a proxy that does not listen', () => {
  const server = net.createServer();
  server.listen(0, '127.0.0.1', () => {
    const {port} = server.address();
    server.close(() => tell(http.get({host: 'name.example', agent: new http.Agent({proxyEnv: {HTTP_PROXY: 'http://127.0.0.1:' + port}})}), () => {}));
  });
  hold();
  server.on('close', release);
});
scene('a proxy that says nothing', () => proxy('', (url, close) => {
  const request = tell(http.get({host: 'name.example', timeout: 30, agent: new http.Agent({proxyEnv: {HTTP_PROXY: url}})}), close);
  request.on('timeout', () => request.destroy());
}));
scene('a proxy that hangs up', () => proxy('HTTP/1.1 200', (url, close) => {
  const request = tell(http.get({host: 'name.example', agent: new http.Agent({proxyEnv: {HTTP_PROXY: url}})}), close);
  request.on('socket', socket => setTimeout(() => socket.end(), 20));
}));
scene('for the whole program', () => proxy(hello, (url, close) => {
  const before = http.globalAgent;
  const restore = http.setGlobalProxyFromEnv({HTTP_PROXY: url, NO_PROXY: 'x.example'});
  say('client', http.globalAgent === before, http.globalAgent.keepAlive, http.globalAgent.options.timeout, http.globalAgent.scheduling);
  tell(http.get('http://name.example/a'), () => tell(http.get('http://name.example/b?c#d'), () => {
    http.globalAgent.destroy();
    restore();
    say('client', http.globalAgent === before);
    say('client', typeof http.setGlobalProxyFromEnv({}), http.globalAgent === before);
    close();
  }));
}));
play();
