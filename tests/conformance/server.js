'use strict';
// A server for other people's clients and suites: it answers GET /?bytes=N with N bytes, and sends any body back. With
// KEY and CERT it speaks TLS, without them plain HTTP. Fields of the response say how the request has come.
const fs = require('fs');
const http = require('http');
const https = require('https');

function answer(request, response) {
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const found = /[?&]bytes=(\d+)/.exec(request.url);
    const body = found ? Buffer.alloc(Math.min(+found[1], 10e6), 'x') : Buffer.concat(chunks);
    const {socket} = request;
    response.setHeader('X-Protocol', socket.encrypted ? socket.getProtocol() : 'none');
    response.setHeader('X-Session', socket.encrypted && socket.isSessionReused() ? 'resumed' : 'new');
    response.setHeader('X-Port', String(socket.remotePort));
    response.writeHead(200, {'Content-Type': 'text/plain', 'Content-Length': body.length});
    response.end(body);
  });
}

const server = process.env.KEY
  ? https.createServer({key: fs.readFileSync(process.env.KEY), cert: fs.readFileSync(process.env.CERT)}, answer)
  : http.createServer(answer);
server.listen(process.env.PORT, '127.0.0.1');
