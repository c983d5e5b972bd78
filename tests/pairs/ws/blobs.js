// Blobs as messages: what is sent while a Blob is read waits behind it; files that change; connections that close.
const fs = require('fs');
const {WebSocket, WebSocketServer} = require('ws');
const path = '/tmp/nodecpp_pair_ws_blob_' + process.pid;
// What the server sees is printed at the end, since its order with what the client sees is open.
const lines = [];
const show = error => error ? error.message : 'no error';
const server = new WebSocketServer({port: 0, perMessageDeflate: {threshold: 100}});
let connections = 0;
server.on('connection', socket => {
  const n = ++connections;
  socket.on('message', (data, isBinary) => {
    lines.push(`${n} message ${isBinary} ${data.length} ${data.subarray(0, 20)}`);
    if (data.length === 300) socket.send('got it');
  });
  socket.on('ping', data => lines.push(`${n} ping ${data}`));
  socket.on('close', (code, reason) => {
    lines.push(`${n} close ${code} ${reason}`);
    if (n === 1) setTimeout(second, 10);
  });
});
server.on('listening', () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`);
  client.on('open', async () => {
    client.send('first');
    client.send(new Blob(['a blob']), error => console.log('sent blob', show(error)));
    console.log(client.bufferedAmount >= 6);
    client.send('behind', error => console.log('sent behind', show(error)));
    client.ping('ping');
    client.send(new Blob(['x'.repeat(1000)]));
    client.send(new File(['a file'], 'name.txt'), {binary: false});
    client.send('y'.repeat(500));
    client.send(new Blob([]));
    client.send('part one, ', {fin: false});
    client.send(new Blob(['part two, ']), {fin: false});
    client.send('part three');
    client.send(new Blob(['z'.repeat(300)]), {compress: true}, error => console.log('compressed', show(error)));
    client.on('message', () => {
      fs.writeFileSync(path, 'contents');
      fs.openAsBlob(path).then(blob => {
        fs.writeFileSync(path, 'other contents');
        client.on('error', error => console.log('error', error.name, error.message));
        client.on('close', code => {
          console.log('close', code);
          client.send(new Blob(['late']), error => console.log('late', show(error)));
          fs.unlinkSync(path);
        });
        client.send(blob, error => console.log('changed', error.name));
        client.send('never', error => console.log('never', error.name));
      });
    });
  });
});
function second() {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`);
  client.on('open', () => {
    client.send(new Blob(['last words']));
    client.close(1000, 'over');
  });
  client.on('close', code => {
    console.log('closed', code);
    server.close(() => setTimeout(() => {
      for (const n of ['1', '2']) for (const line of lines) if (line.startsWith(n)) console.log(line);
    }, 20));
  });
  try {
    client.send(new Blob(['early']));
  } catch (error) {
    console.log(error.message);
  }
}
