// How a server of http ends: close, closeIdleConnections, closeAllConnections; and the time-outs of sockets, requests
// and responses.
const {http, scene, play, say, watch, end} = require('./server_scenes.js');
const kept = 'GET /a HTTP/1.1\r\nHost: x\r\n\r\n';
const told = (server) => {
  server.on('listening', () => { say('listening'); });
  server.on('connection', () => { say('connection'); });
  server.on('close', () => { say('close', server.listening); });
  server.on('error', (error) => { say('error', error.code); });
  return server;
};
scene('close when idle', () => {
  const server = told(http.createServer((request, response) => {
    response.end('body');
    setTimeout(() => {
      say(server.close((error) => { say('closed', error); }) === server, server.listening);
    }, 20);
  }));
  return server;
}, [kept]);
scene('close under way', () => {
  const server = told(http.createServer((request, response) => {
    server.close((error) => { say('closed', error); });
    say(server.listening);
    setTimeout(() => { response.end('body'); }, 20);
  }));
  return server;
}, [kept]);
scene('close twice', () => {
  const server = told(http.createServer((request, response) => {
    server.close((error) => { say('closed', error); });
    server.close((error) => { say('closed again', error ? error.code : 'none'); });
    response.end('body');
  }));
  return server;
}, [kept]);
scene('close in the middle of a head', () => {
  const server = told(http.createServer());
  server.on('connection', () => { setTimeout(() => { server.close(); }, 20); });
  return server;
}, ['GET / HTTP/1.1\r\n', 40]);
scene('close idle, then another request', () => {
  const server = told(http.createServer((request, response) => {
    response.end('body');
    setTimeout(() => { server.closeIdleConnections(); }, 20);
  }));
  return server;
}, [kept]);
scene('close idle with an answer under way', () => {
  const server = told(http.createServer((request, response) => {
    setTimeout(() => { server.closeIdleConnections(); }, 10);
    setTimeout(() => { response.end('late'); }, 30);
  }));
  return server;
}, [kept]);
scene('close all', () => {
  const server = told(http.createServer((request, response) => {
    watch(request, response);
    setTimeout(() => { server.closeAllConnections(); say('all'); }, 10);
  }));
  return server;
}, [kept]);
scene('close all with a body under way', () => {
  const server = told(http.createServer((request, response) => {
    watch(request, response);
    request.resume();
    setTimeout(() => { server.closeAllConnections(); say('all'); }, 10);
  }));
  return server;
}, ['POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab']);
scene('server timeout', () => {
  const server = told(http.createServer((request, response) => { watch(request, response); }));
  server.timeout = 30;
  return server;
}, [kept]);
scene('server timeout heard', () => {
  const server = told(http.createServer((request, response) => { watch(request, response); }));
  server.setTimeout(30, (socket) => { say('timeout', socket.destroyed); socket.end('bye'); });
  return server;
}, [kept]);
scene('request timeout heard', () => http.createServer((request, response) => {
  watch(request, response);
  say(request.setTimeout(30, (socket) => { say('request timeout', socket === request.socket); response.end('slow'); }) === request);
}), ['POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nab']);
scene('request timeout of a whole request', () => http.createServer((request, response) => {
  watch(request, response);
  request.setTimeout(30, () => { say('request timeout'); });
}), [kept]);
scene('response timeout heard', () => http.createServer((request, response) => {
  watch(request, response);
  response.setTimeout(30, (socket) => { say('response timeout', socket === request.socket); response.end('slow'); });
}), ['GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n']);
scene('time-outs of all three', () => {
  const server = http.createServer((request, response) => {
    request.on('timeout', () => { say('request'); });
    response.on('timeout', () => { say('response'); response.end(); });
  });
  server.setTimeout(30, () => { say('server'); });
  return server;
}, ['POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nab']);
scene('second response timeout', () => http.createServer((request, response) => {
  if (request.url === '/b') response.setTimeout(20, () => { say('timeout'); response.end('second'); });
  else setTimeout(() => { response.end('first'); }, 40);
}), [kept + 'GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n']);
scene('keep-alive timeout', () => http.createServer({keepAliveTimeout: 20, keepAliveTimeoutBuffer: 10}, (request, response) => {
  say(request.socket.timeout);
  response.end('body');
  setTimeout(() => { say(request.socket.timeout); }, 5);
}), [kept, 100]);
scene('keep-alive timeout of nothing', () => http.createServer({keepAliveTimeout: 0}, (request, response) => {
  response.end('body');
  setTimeout(() => { say(request.socket.timeout); }, 5);
}), [kept, 50]);
scene('keep-alive, then a request', () => http.createServer({keepAliveTimeout: 40, keepAliveTimeoutBuffer: 0}, (request, response) => {
  setTimeout(() => { response.end('body'); }, 60);
}), [kept, 80, kept, 80, end]);
scene('headers timeout', () => told(http.createServer({headersTimeout: 30, requestTimeout: 100, connectionsCheckingInterval: 10})),
  ['GET / HTTP/1.1\r\n', 200]);
scene('headers timeout heard', () => {
  const server = told(http.createServer({headersTimeout: 30, requestTimeout: 100, connectionsCheckingInterval: 10}));
  server.on('clientError', (error, socket) => { say(error.name, error.code, error.message, error.rawPacket); socket.destroy(); });
  return server;
}, ['GET / HTTP/1.1\r\n', 200]);
scene('request timeout', () => told(http.createServer({headersTimeout: 30, requestTimeout: 50, connectionsCheckingInterval: 10}, watch)),
  ['POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab', 200]);
scene('request timeout, answered before', () => http.createServer({headersTimeout: 30, requestTimeout: 50, connectionsCheckingInterval: 10},
  (request, response) => { response.end('early'); }), ['POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab', 200]);
scene('nothing is said', () => told(http.createServer({headersTimeout: 30, requestTimeout: 50, connectionsCheckingInterval: 10})), [200]);
play();
