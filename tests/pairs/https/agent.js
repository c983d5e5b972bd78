// What the requests of an https agent share: connections, TLS sessions, options.
const https = require('https');
const {scene, say, play, serve, tell, pem} = require('./scenes.js');
const echo = (request, response) => response.end(request.url + ' ' + (request.socket.servername || 'none'));
// Makes the requests one after the other, and then closes the server.
function asked(name, agentOptions, changes, after = () => {}) {
  scene(name, () => serve({}, echo, (to, close) => {
    const agent = new https.Agent(agentOptions);
    const next = () => {
      const change = changes.shift();
      if (!change) {
        say('agent', Object.keys(agent.sockets).length, Object.keys(agent.freeSockets).length, agent.totalSocketCount);
        after(agent);
        agent.destroy();
        return close();
      }
      tell(https.get({...to, agent, ...change}), next);
    };
    next();
  }));
}
asked('connections are kept', {keepAlive: true}, [{path: '/a'}, {path: '/b'}, {path: '/c', servername: 'localhost'}, {path: '/d'}]);
asked('other options, another connection', {keepAlive: true}, [{rejectUnauthorized: true}, {rejectUnauthorized: false}, {minVersion: 'TLSv1.2'},
  {rejectUnauthorized: false}, {ALPNProtocols: ['http/1.1']}, {}, {path: '/last'}]);
asked('sessions', {}, [{}, {}, {servername: 'localhost'}, {}]);
asked('sessions of TLS 1.2', {maxVersion: 'TLSv1.2'}, [{}, {}, {servername: 'localhost'}, {}]);
asked('one session', {maxCachedSessions: 1}, [{}, {}, {servername: 'localhost'}, {servername: 'localhost'}, {}, {}]);
asked('no session', {maxCachedSessions: 0}, [{}, {}]);
asked('an error drops the session', {}, [{}, {}, {servername: 'other.example'}, {servername: 'other.example'}, {}]);
asked('a check for one request', {keepAlive: true}, [{checkServerIdentity() { say('client', 'check'); }}, {checkServerIdentity() { say('client', 'check again'); }}, {}, {}]);
asked('a check of the agent', {keepAlive: true, checkServerIdentity() { say('client', 'check'); }}, [{servername: 'other.example'}, {servername: 'other.example'}]);
asked('options of the agent', {servername: 'localhost', ALPNProtocols: ['http/1.1'], keepAlive: true}, [{servername: 'other.example'}, {}]);
asked('properties', {maxCachedSessions: 3}, [], agent => say('agent', agent.maxCachedSessions, agent.defaultPort, agent.protocol, agent.keepAlive, agent.maxFreeSockets));
scene('a queue', () => serve({}, echo, (to, close) => {
  const agent = new https.Agent({maxSockets: 1, keepAlive: true});
  let left = 3;
  const done = () => {
    if (--left === 0) {
      agent.destroy();
      close();
    }
  };
  for (const path of ['/a', '/b', '/c']) tell(https.get({...to, agent, path}), done);
  const count = lists => Object.keys(lists).map(name => lists[name].length).join();
  say('agent', count(agent.sockets), count(agent.requests));
}));
scene('names', () => {
  const agent = new https.Agent();
  say('agent', agent.getName());
  say('agent', agent.getName({host: 'h', port: 1, localAddress: 'l', family: 4, socketPath: 's'}));
  say('agent', agent.getName({host: 'h', servername: 'h', ca: 'ca', cert: 'cert', key: Buffer.from('key'), pfx: 'pfx'}));
  say('agent', agent.getName({ca: ['a', 'b'], servername: 's', rejectUnauthorized: true, ciphers: 'c', sigalgs: 'x'}));
  say('agent', agent.getName({crl: 'c', dhparam: 'd', ecdhCurve: 'e', honorCipherOrder: false, maxVersion: 'TLSv1.3', minVersion: 'TLSv1.2',
    secureOptions: 4, secureProtocol: 'p', sessionIdContext: 'i'}));
  const {maxCachedSessions, defaultPort, protocol, keepAlive, options: {timeout, scheduling}} = https.globalAgent;
  say('agent', maxCachedSessions, defaultPort, protocol, keepAlive, timeout, scheduling);
});
scene('another globalAgent', () => serve({}, echo, ({host, port}, close) => {
  https.globalAgent = new https.Agent({ca: pem, keepAlive: true});
  tell(https.get({host, port}), () => tell(https.get({host, port, path: '/b'}), () => {
    https.globalAgent.destroy();
    close();
  }));
}));
play();
