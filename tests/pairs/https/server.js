// Servers of https: their events, certificates and protocols, clients that are refused, and how servers close.
const https = require('https');
const net = require('net');
const tls = require('tls');
const {scene, say, play, serve, tell, pem, certificate, hold, release} = require('./scenes.js');
const other = certificate('other', 'DNS:other.example');
const hello = (request, response) => response.end('hello');
function told(server) {
  server.on('connection', socket => say('server', 'connection', socket instanceof tls.TLSSocket));
  server.on('secureConnection', socket => say('server', 'secureConnection', socket instanceof tls.TLSSocket, socket.authorized, socket.alpnProtocol || 'none'));
  server.on('request', request => say('server', 'request', request.socket === request.connection, request.socket.server === server));
  server.on('tlsClientError', error => say('server', 'tlsClientError', error.code));
  server.on('close', () => say('server', 'close', server.listening));
  return server;
}
scene('events', () => told(serve({}, hello, (to, close) => tell(https.get({...to, agent: false}), close))));
scene('clientError', () => {
  const server = told(serve({}, hello, (to, close) => {
    hold();
    const socket = net.connect(to.port, to.host, () => socket.write('GET / HTTP/1.1\r\n\r\n'));
    socket.on('error', () => {}).resume();
    socket.on('close', () => { close(); release(); });
  }));
  server.on('clientError', (error, socket) => { say('server', 'clientError', error.code); socket.destroy(); });
});
scene('a request that is wrong', () => {
  const server = told(serve({}, hello, (to, close) => {
    hold();
    const socket = tls.connect({...to, ALPNProtocols: ['http/1.1']}, () => socket.write('wrong\r\n\r\n'));
    socket.on('data', chunk => say('client', JSON.stringify('' + chunk)));
    socket.on('close', () => { close(); release(); });
  }));
  server.on('clientError', (error, socket) => { say('server', 'clientError', error.code); socket.end('HTTP/1.1 400 Wrong\r\n\r\n'); });
});
scene('two requests in one write', () => told(serve({}, (request, response) => response.end(request.url), (to, close) => {
  hold();
  let all = '';
  const socket = tls.connect(to);
  socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  socket.on('data', chunk => { all += chunk; });
  socket.on('close', () => { say('client', JSON.stringify(all.replace(/Date: [^\r]*/g, 'Date'))); close(); release(); });
})));
scene('a long answer', () => serve({}, (request, response) => {
  response.write('x'.repeat(300000));
  request.on('data', () => {}).on('end', () => response.end('y'.repeat(300000)));
}, (to, close) => {
  const request = https.request({...to, method: 'PUT'}, response => {
    let length = 0;
    response.on('data', chunk => { length += chunk.length; });
    response.on('end', () => { say('client', length); close(); });
  });
  request.end('z'.repeat(300000));
}));
scene('a client with a certificate', () => told(serve({requestCert: true, ca: pem}, (request, response) => {
  response.end(request.socket.getPeerCertificate().subject.CN);
}, (to, close) => tell(https.get({...to, key: pem, cert: pem}), close))));
scene('a client with another certificate that is served', () => told(serve({requestCert: true, rejectUnauthorized: false, ca: pem}, (request, response) => {
  response.end(request.socket.authorizationError);
}, (to, close) => tell(https.get({...to, key: other, cert: other}), close))));
scene('no client has a certificate', () => told(serve({requestCert: true, rejectUnauthorized: false}, (request, response) => {
  response.end(Object.keys(request.socket.getPeerCertificate()).length + '');
}, (to, close) => tell(https.get(to), close))));
scene('a certificate by name', () => {
  const server = serve({}, hello, (to, close) => {
    tell(https.get({...to, servername: 'www.other.example', ca: other, checkServerIdentity(host, cert) { say('client', host, cert.subject.CN); }}), close);
  });
  server.addContext('*.other.example', {key: other, cert: other});
});
scene('another context', () => {
  const server = serve({}, hello, (to, close) => tell(https.get({...to, agent: false}), () => {
    server.setSecureContext({key: other, cert: other});
    tell(https.get({...to, agent: false}), close);
  }));
});
scene('protocols', () => told(serve({ALPNProtocols: ['a', 'http/1.1']}, hello, (to, close) => tell(https.get({...to, ALPNProtocols: ['http/1.1', 'a']}), close))));
scene('a protocol that is chosen', () => told(serve({ALPNCallback: ({servername, protocols}) => { say('server', servername || 'none', protocols); return protocols[1]; }}, hello,
  (to, close) => tell(https.get({...to, ALPNProtocols: ['x', 'y']}), close))));
scene('idle connections are closed', () => {
  const agent = new https.Agent({keepAlive: true});
  const server = told(serve({}, hello, (to, close) => tell(https.get({...to, agent}), () => {
    say('agent', Object.keys(agent.freeSockets).length);
    server.closeIdleConnections();
    setTimeout(() => {
      say('agent', Object.keys(agent.freeSockets).length);
      close();
    }, 20);
  })));
});
scene('all connections are closed', () => {
  const server = told(serve({}, () => setTimeout(() => { server.close(); server.closeAllConnections(); }, 10), (to) => tell(https.get(to), () => {})));
});
scene('a time-out', () => {
  const server = told(serve({}, () => {}, (to, close) => tell(https.get(to), close)));
  say('server', server.setTimeout(30, socket => { say('server', 'timeout', socket instanceof tls.TLSSocket); socket.destroy(); }) === server);
});
scene('keep-alive', () => serve({keepAliveTimeout: 20, keepAliveTimeoutBuffer: 0}, (request, response) => {
  say('server', request.socket.timeout || 0);
  request.socket.on('close', () => say('server', 'closed'));
  response.end();
}, (to, close) => {
  hold();
  const socket = tls.connect(to, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  socket.resume();
  socket.on('close', () => { close(); release(); });
}));
scene('an upgrade', () => {
  const server = serve({}, hello, (to, close) => {
    hold();
    const request = https.get({...to, headers: {Connection: 'Upgrade', Upgrade: 'thing'}});
    request.on('upgrade', (response, socket, head) => {
      say('client', response.statusCode, socket instanceof tls.TLSSocket, head.length);
      socket.on('data', chunk => say('client', '' + chunk));
      socket.on('end', () => socket.end());
      socket.on('close', () => { close(); release(); });
      socket.write('ping');
    });
  });
  server.on('upgrade', (request, socket) => {
    say('server', request.headers.upgrade, socket instanceof tls.TLSSocket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: thing\r\n\r\n');
    socket.once('data', chunk => { say('server', '' + chunk); socket.end('pong'); });
  });
});
scene('wrong arguments', () => {
  const wrong = f => {
    try {
      f();
      say('server', 'no error');
    } catch (error) {
      say('server', error.code);
    }
  };
  wrong(() => https.createServer({key: 'no key', cert: pem}));
  wrong(() => https.createServer({ALPNProtocols: ['a'], ALPNCallback() {}}));
  wrong(() => https.createServer({minVersion: 'TLSv9'}));
  wrong(() => https.createServer().addContext('', {}));
  wrong(() => https.createServer({requestTimeout: 10, headersTimeout: 20}));
  const server = https.createServer();
  say('server', server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.timeout, server.allowHalfOpen, server.noDelay);
});
play();
