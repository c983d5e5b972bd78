const http = require('http');
const url = require('url');
const {once} = require('events');
const {text} = require('stream/consumers');

// Asks three backends at the same time. The query says what each of them does: /?a=20/ok&b=5/fail&c=300/ok&limit=100.
// The first good response is passed on, and the other requests are cancelled. /open returns the number of connections
// to the backends.

const names = ['a', 'b', 'c'];
const backends = names.map((name) => http.createServer((request, response) => {
  const parts = (request.url + '/').split('/');
  setTimeout(() => {
    if (parts[2] === 'hang') return;
    if (parts[2] === 'cut') {
      response.writeHead(200, {'Content-Length': 1000});
      response.write(name, () => response.destroy());
      return;
    }
    if (parts[2] === 'stall') {
      response.write(name);
      return;
    }
    response.statusCode = parts[2] === 'ok' ? 200 : 500;
    response.end('from ' + name + '\n');
  }, Number(parts[1]));
}));

async function load(port, path, signal) {
  const request = http.get({host: '127.0.0.1', path: path, port: port, signal: signal});
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error('status ' + response.statusCode);
  return body;
}

async function gather(query) {
  const controller = new AbortController();
  const timeout = AbortSignal.timeout(Number(query['limit'] || 1000));
  const signal = AbortSignal.any([controller.signal, timeout]);
  const loads = [];
  for (const [i, backend] of backends.entries()) {
    const path = '/' + (query[names[i]] || '0/ok');
    loads.push(load(backend.address().port, path, signal));
  }
  try {
    return await Promise.any(loads);
  } catch (error) {
    throw timeout.aborted ? timeout.reason : error;
  } finally {
    controller.abort();
  }
}

async function open() {
  let count = 0;
  for (const backend of backends) {
    count += await new Promise((resolve) => backend.getConnections((error, n) => resolve(n)));
  }
  return count;
}

const server = http.createServer(async (request, response) => {
  const urlObj = url.parse(request.url, true);
  if (urlObj.pathname === '/open') {
    response.end(await open() + ' open\n');
    return;
  }
  try {
    response.end(await gather(urlObj.query));
  } catch (error) {
    response.statusCode = error.name === 'TimeoutError' ? 504 : 502;
    response.end(error.message + '\n');
  }
});

(async () => {
  for (const backend of backends) {
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
  }
  server.listen(process.env.PORT || 2003, '127.0.0.1');
})();
