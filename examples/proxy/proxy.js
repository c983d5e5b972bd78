const fs = require('fs');
const http = require('http');
const https = require('https');

// A reverse proxy: forwards each request to the server at $BACKEND, and streams the response back. It speaks TLS to its
// clients when KEY and CERT name the files of a private key and of its certificate, and to the backend when BACKEND_CA
// names the file of the certificate that the proxy trusts. The backend's certificate is for localhost, whatever host a
// client asks for.

const backend = (process.env.BACKEND || '127.0.0.1:2001').split(':');
const agent = process.env.BACKEND_CA
  ? new https.Agent({keepAlive: true, servername: 'localhost', ca: fs.readFileSync(process.env.BACKEND_CA)})
  : new http.Agent({keepAlive: true});

// Header fields that concern only one connection (RFC 9110 section 7.6.1).
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade', 'expect'];

function endToEnd(message) {
  const named = (message.headers['connection'] || '').toLowerCase().split(',').map((name) => name.trim());
  const headers = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (!hopByHop.includes(name) && !named.includes(name)) headers[name] = value;
  }
  return headers;
}

const server = process.env.KEY
  ? https.createServer({key: fs.readFileSync(process.env.KEY), cert: fs.readFileSync(process.env.CERT)})
  : http.createServer();

server.on('request', (request, response) => {
  const headers = endToEnd(request);
  headers['via'] = '1.1 proxy';
  const forward = http.request({
    agent: agent,
    headers: headers,
    host: backend[0],
    method: request.method,
    path: request.url,
    port: backend[1],
    protocol: agent.protocol,
  }, (answer) => {
    response.writeHead(answer.statusCode, answer.statusMessage, endToEnd(answer));
    answer.on('end', () => {
      response.addTrailers(answer.trailers);
    });
    answer.pipe(response);
    answer.on('aborted', () => {
      // A response that is destroyed before its turn would leave the connection open, so the connection is destroyed.
      request.socket.destroy();
    });
  });
  // A body without a length must be sent in chunks, whatever the method is.
  if (request.headers['transfer-encoding']) forward.useChunkedEncodingByDefault = true;
  forward.on('error', (error) => {
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    response.writeHead(502, {'Content-Type': 'text/plain'});
    response.end('the backend failed: ' + error.code + '\n');
  });
  response.on('close', () => {
    forward.destroy();
  });
  request.on('end', () => {
    forward.addTrailers(request.trailers);
  });
  request.pipe(forward);
});

server.on('upgrade', (request, socket, head) => {
  const headers = endToEnd(request);
  headers['connection'] = 'Upgrade';
  headers['upgrade'] = request.headers['upgrade'];
  const forward = http.request({
    agent: agent,
    headers: headers,
    host: backend[0],
    method: request.method,
    path: request.url,
    port: backend[1],
    protocol: agent.protocol,
  });
  forward.on('upgrade', (answer, other, start) => {
    let lines = 'HTTP/1.1 ' + answer.statusCode + ' ' + answer.statusMessage + '\r\n';
    for (let i = 0; i < answer.rawHeaders.length; i += 2) {
      lines += answer.rawHeaders[i] + ': ' + answer.rawHeaders[i + 1] + '\r\n';
    }
    socket.write(lines + '\r\n');
    socket.write(start);
    other.write(head);
    socket.pipe(other);
    other.pipe(socket);
    other.on('error', () => socket.destroy());
    socket.on('error', () => other.destroy());
  });
  forward.on('response', (answer) => {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
    answer.resume();
  });
  forward.on('error', () => {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
  });
  forward.end();
});

server.listen(process.env.PORT || 2002, '127.0.0.1');
