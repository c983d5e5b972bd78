const http = require('http');

// A server whose options and limits come from the environment. Its response shows how the server has understood the
// request.
function number(name, otherwise) {
  return process.env[name] ? Number(process.env[name]) : otherwise;
}

function property(error, name) {
  return error[name];
}

function show(request) {
  let text = request.method + ' ' + request.url + ' ' + request.httpVersion + '\n';
  for (const [name, value] of Object.entries(request.headers)) text += name + ': ' + value + '\n';
  for (const [name, value] of Object.entries(request.headersDistinct)) text += name + '= ' + value + '\n';
  return text + request.rawHeaders.length + ' strings\n';
}

function answer(request, response) {
  let length = 0;
  request.on('data', (chunk) => { length += chunk.length; });
  if (request.url === '/hang') return;
  if (request.url === '/early') response.end('early\n');
  if (request.url === '/begun') response.write('begun\n');
  if (request.url === '/list') response.setHeader('X-List', ['a', 'b']).setHeader('X-Other', ['c', 'd']);
  if (request.url === '/none') response.statusCode = 204;
  request.on('end', () => {
    let text = show(request) + length + ' bytes\n';
    for (const [name, value] of Object.entries(request.trailers)) text += name + ': ' + value + '\n';
    for (const [name, value] of Object.entries(request.trailersDistinct)) text += name + '= ' + value + '\n';
    text += request.rawTrailers.length + ' strings\n';
    try {
      if (request.url !== '/early') response.end(text);
    } catch (error) {
      request.socket.end('error ' + error.code + '\n');
    }
  });
}

function take(request, socket, head) {
  socket.write('HTTP/1.1 101 Taken\r\n\r\n' + show(request) + head.toString('latin1'));
  socket.on('data', (chunk) => { socket.write(chunk); });
  socket.on('end', () => { socket.end(); });
  socket.on('error', () => {});
}

const server = http.createServer({
  connectionsCheckingInterval: number('CHECKING', 30000),
  headersTimeout: number('HEADERS', 60000),
  joinDuplicateHeaders: number('JOIN', 0) === 1,
  keepAliveTimeout: number('KEEP', 5000),
  keepAliveTimeoutBuffer: number('KEEP_BUFFER', 1000),
  maxHeaderSize: number('SIZE', 0),
  requestTimeout: number('REQUEST', 300000),
  requireHostHeader: number('HOST', 1) === 1,
  rejectNonStandardBodyWrites: number('REJECT', 0) === 1,
  shouldUpgradeCallback: (request) => request.headers['x-take'] === 'yes',
  uniqueHeaders: ['X-List'],
}, answer);
if (process.env.COUNT) server.maxHeadersCount = number('COUNT', 0);
if (process.env.REQUESTS) server.maxRequestsPerSocket = number('REQUESTS', 0);
if (process.env.TIMEOUT) server.timeout = number('TIMEOUT', 0);
if (process.env.TIMED) {
  server.on('timeout', (socket) => { socket.end('timed\n'); });
}
if (process.env.TAKE) server.on('upgrade', take);
if (process.env.CONTINUE) {
  server.on('checkContinue', (request, response) => {
    if (request.url === '/refuse') return response.writeHead(417).end('refused\n');
    if (request.url === '/take') response.writeContinue();
    answer(request, response);
  });
}
if (process.env.CLIENT_ERROR) {
  server.on('clientError', (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    socket.end('HTTP/1.1 400 Mine\r\n\r\n' + error.code + ' ' + property(error, 'reason') + ' ' + property(error, 'bytesParsed') + '\n' + error.message + '\n');
  });
}
if (process.env.DROP) {
  server.on('dropRequest', (request, socket) => { socket.write('dropped ' + request.url + '\n'); });
}
server.listen(process.env.PORT || 2003, '127.0.0.1');
