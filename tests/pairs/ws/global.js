// The global WebSocket, with a server of ws: messages of all types, closes from both ends, lost connections, and what it
// refuses.
// env: NODE_NO_WARNINGS=1
const {WebSocketServer} = require('ws');
const show = (label, event) => {
  if (event.type === 'message') console.log(label, 'message', event.data, event.origin.replace(/\d+$/, 'PORT'));
  else if (event.type === 'close') console.log(label, 'close', event.code, JSON.stringify(event.reason), event.wasClean);
  else if (event.type === 'error') console.log(label, 'error', event.error.name, JSON.stringify(event.error.message));
  else console.log(label, event.type);
};
const refused = f => {
  try {
    f();
    console.log('accepted');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const server = new WebSocketServer({port: 0, host: '127.0.0.1', perMessageDeflate: true, handleProtocols: set => [...set].pop()});
server.on('connection', (socket, request) => {
  console.log('server', request.url, request.headers['x-own'], `${request.headers['sec-websocket-protocol']}`.replace(', ', ','), request.headers['sec-websocket-extensions']);
  socket.on('close', code => codes.push(code));
  socket.on('message', (data, isBinary) => {
    const text = `${data}`;
    if (text === 'close') socket.close(4000, 'bye');
    else if (text === 'plain close') socket.close();
    else if (text === 'lost') socket.terminate();
    else if (text === 'bad') socket._socket.write(Buffer.from([0x83, 0x00]));
    else socket.send(data, {binary: isBinary});
  });
});
const steps = [];
const codes = [];
const next = () => setTimeout(() => {
  if (steps.length) return steps.shift()();
  console.log(codes);
  server.close();
}, 20);
const all = (label, socket) => {
  socket.onopen = event => show(label, event);
  socket.onerror = event => show(label, event);
  socket.onclose = event => {
    show(label, event);
    console.log(label, socket.readyState, socket.bufferedAmount);
    next();
  };
};
server.on('listening', () => {
  const url = `ws://127.0.0.1:${server.address().port}`;
  const hidden = text => text.replace(/:\d+/, ':PORT');
  steps.push(() => {
    const socket = new WebSocket(url + '/a?b', ['first', 'second']);
    console.log(hidden(socket.url), socket.readyState, JSON.stringify(socket.protocol), JSON.stringify(socket.extensions), socket.binaryType, socket.bufferedAmount);
    refused(() => socket.send('too early'));
    all('echo', socket);
    let count = 0;
    socket.addEventListener('message', async event => {
      count++;
      if (typeof event.data === 'string') console.log('text', JSON.stringify(event.data));
      else if (event.data instanceof ArrayBuffer) console.log('bytes', Buffer.from(event.data));
      else console.log('blob', event.data.size, JSON.stringify(event.data.type), await event.data.text());
      if (count === 2) {
        socket.binaryType = 'arraybuffer';
        socket.send(Buffer.from([1, 2, 255]));
      }
      if (count === 3) socket.send(new Uint16Array([1, 2]));
      if (count === 4) socket.send(new Uint8Array([7, 8]).buffer);
      if (count === 5) {
        socket.send(new Blob(['in a ', 'blob']));
        socket.send('behind the blob');
        console.log(socket.bufferedAmount);
      }
      if (count === 7) {
        socket.binaryType = 'nonsense';
        console.log(socket.binaryType);
        socket.close(3001, 'enough');
        socket.close(1000);
        socket.send('ignored');
        console.log(socket.readyState, socket.bufferedAmount);
      }
    });
    socket.addEventListener('open', () => {
      console.log(socket.readyState, socket.protocol, socket.extensions, socket.readyState === WebSocket.OPEN);
      refused(() => socket.close(999));
      refused(() => socket.close(1001));
      refused(() => socket.close(5000));
      refused(() => socket.close(1000, 'x'.repeat(124)));
      refused(() => socket.close(1000, '\u20ac'.repeat(42)));
      socket.send('h\u00e4llo');
      socket.send(new Blob(['from a blob'], {type: 'text/plain'}));
    }, {once: true});
  });
  for (const text of ['close', 'plain close', 'lost', 'bad']) {
    steps.push(() => {
      const socket = new WebSocket(url, {headers: {'X-Own': text}});
      all(text, socket);
      socket.addEventListener('open', () => socket.send(text));
    });
  }
  steps.push(() => {
    const socket = new WebSocket(url);
    all('without code', socket);
    socket.addEventListener('open', () => socket.close());
  });
  steps.push(() => {
    const socket = new WebSocket(url);
    all('too early', socket);
    socket.close();
    console.log('closed', socket.readyState);
  });
  steps.push(() => all('refused', new WebSocket('ws://127.0.0.1:1/')));
  steps.push(() => {
    for (const bad of ['', 'nonsense', 'ftp://x/', 'ws://x/#hash']) refused(() => new WebSocket(bad));
    refused(() => new WebSocket(url, ['a', 'A']));
    refused(() => new WebSocket(url, 'not valid'));
    const http = new WebSocket(url.replace('ws', 'http') + '/x');
    console.log(hidden(http.url));
    all('http', http);
    http.addEventListener('open', () => http.close(1000));
  });
  next();
});
