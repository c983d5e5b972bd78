'use strict';
// What a server makes of frames, good and bad, and what a client does.
const net = require('net');
const http = require('http');
const {createHash} = require('crypto');
const WebSocket = require('ws');

const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
const listen = (socket, name, done) => {
  socket.on('error', (error) => { console.log(name, error.name, error.code, error.message); });
  socket.on('message', (data, isBinary) => {
    console.log(name, isBinary ? 'bytes' : 'text', data.length > 30 ? data.length : data.toString('latin1'));
    if (data.toString() === 'throw') socket.terminate();
  });
  socket.on('ping', (data) => { console.log(name, 'ping', data.toString()); });
  socket.on('pong', (data) => { console.log(name, 'pong', data.toString()); });
  socket.on('close', (code, reason) => {
    console.log(name, 'close', code, reason.toString());
    done();
  });
};
// Sends bytes in hexadecimal, in one piece and byte by byte, and shows what comes back.
function send(port, hex, byByte, next) {
  const socket = net.connect(port, '127.0.0.1');
  let answer = Buffer.alloc(0);
  let sent = false;
  socket.on('data', (chunk) => {
    answer = Buffer.concat([answer, chunk]);
    const end = answer.indexOf('\r\n\r\n');
    if (end < 0 || sent) return;
    sent = true;
    answer = answer.subarray(end + 4);
    const bytes = Buffer.from(hex, 'hex');
    if (!byByte) return socket.write(bytes);
    socket.setNoDelay();
    let at = 0;
    const one = () => {
      if (at === bytes.length || socket.destroyed) return;
      socket.write(bytes.subarray(at, ++at));
      setImmediate(one);
    };
    one();
  });
  socket.on('error', () => {});
  socket.on('end', () => { socket.end(); });
  socket.on('close', () => {
    console.log('back', answer.length > 60 ? answer.length : answer.toString('hex'));
    next();
  });
  socket.write(upgrade);
}
const close = '888200000000' + '03e8';
const bad = [
  close, '8880' + '00000000', '8881' + '00000000' + '03', '888200000000' + '03ed', '888200000000' + '03e7', '888200000000' + '1388',
  '888400000000' + '03e8' + 'c328', '888800000000' + '0fa0' + '686921212121',
  '818501020304' + '69676f686e' + close, '8185' + '00000000' + '68656c6c6f' + '8a8200000000' + '6f6b' + '898000000000' + close,
  '8105' + '68656c6c6f', 'c18500000000' + '68656c6c6f', 'a18500000000' + '68656c6c6f', '918500000000' + '68656c6c6f', '838000000000', '878000000000',
  '8b8000000000', '8f8000000000', '098000000000', '898000000000' + close, '89fe00000000007e', '888000000000' + '818100000000' + '61',
  '808000000000', '018100000000' + '61' + '818100000000' + '62', '018100000000' + '61' + '898100000000' + '70' + '808100000000' + '62' + close,
  '018000000000' + '008000000000' + '808000000000' + close, '028100000000' + 'c3' + '808100000000' + '28' + close,
  '8181' + '00000000' + 'c3' + close, '018100000000' + 'c3' + '808100000000' + 'a9' + close, '818300000000' + 'eda080', '818400000000' + 'f4908080',
  '81fe' + '0003' + '00000000' + '616263' + close, '81ff' + '0000000000000003' + '00000000' + '616263' + close, '81ff' + '0020000000000000' + '00000000',
  '81fe' + '03e9' + '00000000', '018100000000' + '61' + '80fe' + '03e8' + '00000000', '818500000000' + '7468726f77' + '818100000000' + '61',
];
const server = new WebSocket.Server({port: 0, host: '127.0.0.1', maxPayload: 1000}, () => {
  const next = (i) => {
    if (i === 2 * bad.length) {
      server.close();
      return asClient();
    }
    let left = 2;
    const done = () => { if (--left === 0) next(i + 1); };
    server.once('connection', (socket) => { listen(socket, 'server', done); });
    console.log(bad[i >> 1], i % 2 === 1);
    send(server.address().port, bad[i >> 1], i % 2 === 1, done);
  };
  next(0);
});

// A server of bytes, for the client's side.
function asClient() {
  const frames = ['8105' + '68656c6c6f' + '8800', '818500000000' + '68656c6c6f', '8902' + '6869' + '8a00' + '8802' + '03e8', '8805' + '0bb8' + '627965', '81', '', 'c10161', '0101' + '61' + '8001' + '62' + '8800'];
  const bytes = http.createServer();
  let frame = '';
  bytes.on('upgrade', (request, socket) => {
    const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
    socket.write(Buffer.concat([Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ' + accept + '\r\n\r\n'), Buffer.from(frame, 'hex')]));
    let answer = '';
    socket.on('data', (chunk) => { answer += chunk.toString('hex'); });
    socket.on('error', () => {});
    socket.on('end', () => {
      // The mask is zeros.
      console.log('bytes', answer);
      socket.end();
    });
    if (frame.length <= 2) socket.end();
  });
  bytes.listen(0, '127.0.0.1', () => {
    const next = (i) => {
      if (i === frames.length) return bytes.close();
      frame = frames[i];
      console.log('frame', frame);
      const socket = new WebSocket('ws://127.0.0.1:' + bytes.address().port, {generateMask: (mask) => { mask.fill(0); }});
      listen(socket, 'client', () => setTimeout(next, 10, i + 1));
    };
    next(0);
  });
}
