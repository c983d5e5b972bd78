'use strict';
// A server with two routes. /blocking is plain code that blocks its thread. /async waits without blocking anything. In
// Node.js a handler that blocks stops the whole server. In Node.cpp it has a thread of its own.
const http = require('http');
const url = require('url');

const wait = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function blocking(request, response) {
  const ms = Number(url.parse(request.url, true).query['ms'] || 100);
  if (!(ms >= 0 && ms <= 10000)) {
    response.writeHead(400, {'Content-Type': 'text/plain'});
    response.end('ms is a number from 0 to 10000\n');
    return;
  }
  response.writeHead(200, {'Content-Type': 'text/plain'});
  for (let part = 1; part <= 3; ++part) {
    wait(ms / 3);
    response.write(`part ${part} of 3\n`);
  }
  response.end('done\n');
}

http.createServer((request, response) => {
  if (request.url.startsWith('/blocking')) return blocking(request, response);
  if (request.url === '/async') {
    setTimeout(() => {
      response.writeHead(200, {'Content-Type': 'text/plain'});
      response.end('served by the loop\n');
    }, 10);
    return;
  }
  response.writeHead(404, {'Content-Type': 'text/plain'});
  response.end('there is /blocking and /async\n');
}).listen(process.env.PORT || 8002, '127.0.0.1');
