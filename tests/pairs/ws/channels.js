// What the global WebSocket tells on undici's channels.
// env: NODE_NO_WARNINGS=1
const dc = require('diagnostics_channel');
const {WebSocketServer} = require('ws');
const server = new WebSocketServer({port: 0, host: '127.0.0.1', perMessageDeflate: true, handleProtocols: set => [...set][0]});
let socket;
dc.subscribe('undici:websocket:open', ({address, protocol, extensions, websocket, handshakeResponse}) => {
  console.log('open', address.address, address.family, address.port > 0, protocol, extensions, websocket === socket, websocket.readyState);
  const {status, statusText, headers} = handshakeResponse;
  console.log(status, statusText, headers.upgrade, headers.connection, headers['sec-websocket-protocol'], headers['sec-websocket-accept'].length);
});
dc.subscribe('undici:websocket:close', ({websocket, code, reason}) => console.log('close', websocket === socket, code, JSON.stringify(reason)));
dc.subscribe('undici:websocket:socket_error', error => console.log('socket_error', error.code, error.message));
dc.subscribe('undici:websocket:ping', ({payload, websocket}) => console.log('ping', JSON.stringify(payload.toString()), websocket === socket));
dc.subscribe('undici:websocket:pong', ({payload, websocket}) => console.log('pong', JSON.stringify(payload.toString()), websocket === socket));
server.on('connection', (other, request) => {
  other.on('error', () => {});
  other.on('message', data => {
    const text = `${data}`;
    if (text === 'ping') {
      other.ping('with data');
      other.pong('unasked');
      other.send('pinged');
    } else if (text === 'close') {
      other.close(4001, 'bye');
    } else {
      request.socket.resetAndDestroy();
    }
  });
});
const steps = ['ping', 'close', 'reset'];
function next() {
  if (steps.length === 0) return server.close();
  const step = steps.shift();
  console.log('--', step);
  socket = new WebSocket(`ws://127.0.0.1:${server.address().port}/`, ['chat', 'other']);
  socket.onopen = () => {
    console.log('event open');
    socket.send(step);
  };
  socket.onmessage = event => {
    console.log('event message', event.data);
    socket.close(1000, 'enough');
  };
  socket.onerror = () => console.log('event error');
  socket.onclose = event => {
    console.log('event close', event.code);
    setTimeout(next, 20);
  };
}
server.on('listening', next);
