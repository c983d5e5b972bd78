// What fetch tells on undici's channels.
const http = require('http');
const dc = require('diagnostics_channel');
const net = require('net');
const server = http.createServer((request, response) => {
  request.resume();
  if (request.url === '/close') return request.socket.destroy();
  if (request.url === '/to') response.writeHead(302, {Location: '/end', Date: 'now'});
  else response.writeHead(200, 'Fine', {'X-Server': 'yes', 'Transfer-Encoding': 'chunked', Date: 'now'});
  response.end('body');
});
let closedPort = '';
const hide = text => String(text).replaceAll(String(server.address().port), 'PORT').replaceAll(closedPort || 'none', 'PORT');
const ids = new Map();
const id = request => {
  if (!ids.has(request)) ids.set(request, ids.size + 1);
  return 'request ' + ids.get(request);
};
const say = (name, ...rest) => console.log(name, ...rest.map(hide));
const connection = ({host, hostname, protocol, port}) => [host, hostname, protocol, port].join(' ');
dc.subscribe('undici:request:create', ({request}) => say('create', id(request), request.method, request.origin, request.path, request.completed, JSON.stringify(request.headers)));
dc.subscribe('undici:request:bodySent', ({request}) => say('bodySent', id(request)));
dc.subscribe('undici:request:headers', ({request, response}) => say('headers', id(request), response.statusCode, response.statusText, response.headers.map(String).join('|'), request.completed));
dc.subscribe('undici:request:trailers', ({request, trailers}) => say('trailers', id(request), trailers.length, request.completed));
dc.subscribe('undici:request:error', ({request, error}) => say('error', id(request), error.name, error.code));
dc.subscribe('undici:client:sendHeaders', ({request, headers, socket}) => say('sendHeaders', id(request), JSON.stringify(headers), socket.remotePort));
dc.subscribe('undici:client:beforeConnect', ({connectParams}) => say('beforeConnect', connection(connectParams)));
dc.subscribe('undici:client:connected', ({connectParams, socket}) => say('connected', connection(connectParams), socket.remotePort));
dc.subscribe('undici:client:connectError', ({error}) => say('connectError', 'HOST', error.code));
const soon = () => new Promise(resolve => setTimeout(resolve, 20));
async function ask(path, init) {
  console.log('--', hide(path));
  try {
    const response = await fetch((path.startsWith('/') ? 'http://127.0.0.1:' + server.address().port : '') + path, init);
    console.log(response.status, await response.text());
  } catch (error) {
    console.log(error.message, error.cause.code);
  }
  await soon();
}
async function main() {
  await ask('/a?b#c', {headers: {'X-Name': 'value'}});
  await ask('/again');
  await ask('/post', {method: 'POST', body: 'text'});
  await ask('/to');
  await ask('/close');
  await ask('http://127.0.0.1:' + closedPort + '/refused');
  await ask('data:,text');
  server.close();
}
server.listen(0, '127.0.0.1', () => {
  const closed = net.createServer();
  closed.listen(0, '127.0.0.1', () => {
    closedPort = String(closed.address().port);
    closed.close(main);
  });
});
