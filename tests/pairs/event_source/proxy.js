// An EventSource through a proxy, which is asked for a tunnel as fetch asks for it.
// env: NODE_OPTIONS=--experimental-eventsource
// env: NODE_NO_WARNINGS=1
const http = require('http');
const net = require('net');
const hide = text => text.replace(/:\d{4,5}/g, ':PORT');
const server = http.createServer((request, response) => {
  console.log('server', request.url, hide(request.headers.host), request.headers.accept);
  response.writeHead(200, {'Content-Type': 'text/event-stream'});
  response.write('data: hello\n\n');
});
const proxy = net.createServer(socket => {
  socket.on('error', () => {});
  socket.once('data', data => {
    console.log('proxy', JSON.stringify(hide(data.toString())));
    const other = net.connect(server.address().port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    other.on('error', () => {});
    socket.on('close', () => other.destroy());
    other.on('close', () => socket.destroy());
  });
});
server.listen(0, '127.0.0.1', () => proxy.listen(0, '127.0.0.1', () => {
  http.setGlobalProxyFromEnv({HTTP_PROXY: 'http://127.0.0.1:' + proxy.address().port});
  const source = new EventSource('http://name.example:' + server.address().port + '/events');
  source.onmessage = ({data, origin}) => {
    console.log('client', data, hide(origin));
    source.close();
    process.exit();
  };
}));
