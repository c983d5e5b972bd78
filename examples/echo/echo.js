const http = require('http');

// Responds to each request with its contents: {"method", "url", "httpVersion", "rawHeaders", "body", "rawTrailers"}.

// Returns a byte as it is written in a JSON string.
function show(byte) {
  if (byte === 34 || byte === 92) return '\\' + String.fromCharCode(byte);
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  return '\\u00' + byte.toString(16).padStart(2, '0');
}

function showAll(bytes) {
  let text = '';
  for (const byte of bytes) text += show(byte);
  return text;
}

function quote(text) {
  return '"' + showAll(Buffer.from(text, 'latin1')) + '"';
}

function list(texts) {
  let text = '';
  for (let i = 0; i < texts.length; i++) text += (i ? ',' : '') + quote(texts[i]);
  return '[' + text + ']';
}

function head(request) {
  return '{"method":' + quote(request.method)
    + ',"url":' + quote(request.url)
    + ',"httpVersion":' + quote(request.httpVersion)
    + ',"rawHeaders":' + list(request.rawHeaders)
    + ',"body":"';
}

function echo(request, response) {
  response.writeHead(200, {'Content-Type': 'application/json'});
  response.write(head(request));
  // Each byte is written separately, so that the chunks of the response do not show how TCP divided the request.
  request.on('data', (chunk) => {
    for (const byte of chunk) response.write(show(byte));
  });
  request.on('end', () => {
    response.end('","rawTrailers":' + list(request.rawTrailers) + '}\n');
  });
}

// Serves CONNECT and Upgrade: all bytes after the head are the body, until the client ends.
function tunnel(status, request, socket, start) {
  socket.write('HTTP/1.1 ' + status + '\r\n\r\n' + head(request) + showAll(start));
  socket.on('data', (chunk) => {
    socket.write(showAll(chunk));
  });
  socket.on('end', () => {
    socket.end('"}\n');
  });
  socket.on('error', () => {});
}

const server = http.createServer(echo);
server.on('checkExpectation', echo);
server.on('connect', (request, socket, start) => {
  tunnel('200 Connection Established', request, socket, start);
});
server.on('upgrade', (request, socket, start) => {
  tunnel('101 Switching Protocols', request, socket, start);
});
server.listen(process.env.PORT || 2001, '127.0.0.1');
