// The global WebSocket through a proxy, which is asked for tunnels as fetch asks for them.
// env: NODE_NO_WARNINGS=1
const http = require('http');
const net = require('net');
const {WebSocketServer} = require('ws');
const hide = text => text.replace(/:\d{4,5}/g, ':PORT');
let refuses = false;
const proxy = net.createServer(socket => {
  socket.on('error', () => {});
  socket.once('data', data => {
    console.log('proxy', JSON.stringify(hide(data.toString())));
    if (refuses) return socket.end('HTTP/1.1 403 No\r\n\r\n');
    const other = net.connect(server.address().port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    other.on('error', () => {});
    socket.on('close', () => other.destroy());
    other.on('close', () => socket.destroy());
  });
});
const server = new WebSocketServer({port: 0, host: '127.0.0.1'});
server.on('connection', (socket, request) => {
  console.log('server', request.url, hide(request.headers.host));
  socket.on('message', data => socket.send(data + ' back'));
});
function talk(url, next) {
  const socket = new WebSocket(url);
  socket.onopen = () => socket.send('hello');
  socket.onmessage = ({data}) => { console.log('client', data); socket.close(); };
  socket.onerror = () => console.log('client error');
  socket.onclose = ({code, wasClean}) => { console.log('client close', code, wasClean); setTimeout(next, 10); };
}
server.on('listening', () => proxy.listen(0, '127.0.0.1', () => {
  const restore = http.setGlobalProxyFromEnv({HTTP_PROXY: 'http://me:secret@127.0.0.1:' + proxy.address().port, NO_PROXY: 'direct.example'});
  talk('ws://name.example:' + server.address().port + '/a?b', () => talk('ws://name.example/usual', () => {
    refuses = true;
    talk('ws://name.example/refused', () => {
      restore();
      talk('ws://127.0.0.1:' + server.address().port + '/direct', () => process.exit());
    });
  }));
}));
