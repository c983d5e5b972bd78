'use strict';
// The web's interface: on… attributes, addEventListener, and a socket that is paused.
const WebSocket = require('ws');

const wss = new WebSocket.Server({host: '127.0.0.1', port: 0, autoPong: false, clientTracking: false}, () => {
  const socket = new WebSocket('ws://127.0.0.1:' + wss.address().port);
  const seen = (event) => { console.log('listener', event.type, event.data); };
  socket.onopen = (event) => {
    console.log('onopen', event.type, event.target === socket);
    socket.send('first');
    socket.ping('nobody answers');
    socket.send('second');
    socket.send(Buffer.from('bytes'));
    socket.send('last');
  };
  socket.onmessage = () => { console.log('replaced'); };
  socket.addEventListener('message', seen);
  socket.addEventListener('message', seen);
  socket.addEventListener('message', (event) => { console.log('once', event.data); }, {once: true});
  socket.onmessage = (event) => {
    console.log('onmessage', typeof event.data === 'string' ? event.data : event.data.length);
    if (event.data === 'second') {
      socket.removeEventListener('message', seen);
      socket.pause();
      console.log(socket.isPaused);
      setTimeout(() => {
        console.log('resumed');
        socket.resume();
      }, 30);
    }
    if (event.data === 'last') socket.close(3000, 'ж');
  };
  socket.on('pong', () => { console.log('pong'); });
  socket.onclose = (event) => {
    console.log('onclose', event.code, event.reason, event.wasClean);
    socket.onclose = null;
    const failing = new WebSocket('ws://127.0.0.1:1');
    failing.onerror = (event) => { console.log('onerror', event.type, event.message, event.error.code); };
    failing.addEventListener('close', (event) => {
      console.log(event.type, event.code, event.reason, event.wasClean);
      wss.close();
    });
  };
  console.log(socket.listenerCount('message'), socket.listenerCount('close'));
});
wss.on('connection', (socket) => {
  let text = '';
  socket.on('ping', (data) => { console.log('ping', data.toString()); });
  socket.on('message', (data, isBinary) => {
    socket.send(data, {binary: isBinary}, (error) => { text += error ? error.message : 'sent '; });
  });
  socket.on('close', (code, reason) => { console.log(text, code, reason.toString()); });
});
