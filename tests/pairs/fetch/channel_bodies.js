// What undici's channels tell of bodies and proxies: each chunk that is sent and received, and bodies that break off.
const dc = require('diagnostics_channel');
const http = require('http');
const net = require('net');
const soon = ms => new Promise(resolve => setTimeout(resolve, ms));
const server = http.createServer(async (request, response) => {
  let size = 0;
  for await (const chunk of request) size += chunk.length;
  response.writeHead(200, {'X-Size': size, Date: 'now'});
  if (request.url === '/empty') return response.end();
  response.write('first ');
  await soon(20);
  if (request.url === '/cut') return request.socket.destroy();
  if (request.url === '/trailers') response.addTrailers({'X-Sum': 'abc'});
  response.end('last');
});
const proxy = net.createServer(socket => {
  socket.on('error', () => {});
  socket.once('data', () => {
    const other = net.connect(server.address().port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    other.on('error', () => {});
    socket.on('close', () => other.destroy());
    other.on('close', () => socket.destroy());
  });
});
const hide = text => text.replaceAll(String(proxy.address().port), 'PROXY').replaceAll(String(server.address().port), 'PORT');
const about = (name, request, ...rest) => {
  if (request.method !== 'CONNECT') console.log(name, request.method, request.path, ...rest);
};
dc.subscribe('undici:client:sendHeaders', ({request}) => about('sendHeaders', request));
dc.subscribe('undici:request:bodyChunkSent', ({request, chunk}) => about('bodyChunkSent', request, Buffer.from(chunk).toString()));
dc.subscribe('undici:request:bodySent', ({request}) => about('bodySent', request));
dc.subscribe('undici:request:headers', ({request, response}) => about('headers', request, response.statusCode));
dc.subscribe('undici:request:bodyChunkReceived', ({request, chunk}) => {
  about('bodyChunkReceived', request, Buffer.from(chunk).toString());
  if (request.path === '/aborted') setImmediate(() => controller.abort());
});
dc.subscribe('undici:request:trailers', ({request, trailers}) => about('trailers', request, trailers.map(String).join(), request.completed, request.aborted));
dc.subscribe('undici:request:error', ({request, error}) => about('error', request, error.name, error.message, request.completed, request.aborted));
dc.subscribe('undici:proxy:connected', ({socket, connectParams}) => {
  const {origin, port, path, headers, servername} = connectParams;
  console.log('proxy', hide([socket.remotePort, origin, port, path, servername, JSON.stringify(headers)].join(' ')));
});
const controller = new AbortController();
async function ask(path, init) {
  console.log('--', path);
  try {
    const url = path.startsWith('/') ? 'http://127.0.0.1:' + server.address().port + path : path;
    console.log(await (await fetch(url, init)).text());
  } catch (error) {
    console.log(error.name, error.message);
  }
  await soon(20);
}
async function main() {
  await ask('/get');
  await ask('/empty');
  await ask('/text', {method: 'POST', body: 'some text'});
  await ask('/no_text', {method: 'POST', body: ''});
  let n = 0;
  const stream = new ReadableStream({
    async pull(controller) {
      await soon(2);
      if (++n > 3) controller.close();
      else controller.enqueue(new TextEncoder().encode('part ' + n));
    },
  });
  await ask('/stream', {method: 'PUT', body: stream, duplex: 'half'});
  await ask('/trailers');
  await ask('/cut');
  await ask('/aborted', {signal: controller.signal});
  const restore = http.setGlobalProxyFromEnv({HTTP_PROXY: 'http://user:word@127.0.0.1:' + proxy.address().port});
  await ask('http://name.example:81/proxied');
  await ask('http://name.example:81/again');
  restore();
  process.exit();
}
server.listen(0, '127.0.0.1', () => proxy.listen(0, '127.0.0.1', main));
