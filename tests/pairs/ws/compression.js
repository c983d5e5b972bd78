'use strict';
// permessage-deflate: what is agreed, and messages that are compressed.
const net = require('net');
const zlib = require('zlib');
const WebSocket = require('ws');

const offers = [
  'permessage-deflate', 'permessage-deflate; client_max_window_bits', 'permessage-deflate; server_max_window_bits=10; client_max_window_bits=11',
  'permessage-deflate; server_no_context_takeover; client_no_context_takeover', 'permessage-deflate; server_max_window_bits', 'permessage-deflate; server_max_window_bits=16',
  'permessage-deflate; client_max_window_bits=7', 'permessage-deflate; unknown', 'permessage-deflate; client_no_context_takeover=1', 'permessage-deflate; server_max_window_bits="12"',
  'permessage-deflate; server_max_window_bits="1\\2"', 'permessage-deflate; server_max_window_bits=""', 'permessage-deflate;', 'permessage-deflate; client_max_window_bits; client_max_window_bits',
  'other, permessage-deflate', 'other; a=b; c="d", another', 'permessage-deflate; server_max_window_bits=9, permessage-deflate', 'permessage-deflate; server_max_window_bits =9', ' permessage-deflate ', ',', 'a,,b', 'Permessage-Deflate',
];
const settings = [
  true, {serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 10, clientMaxWindowBits: 11},
  {serverNoContextTakeover: false, serverMaxWindowBits: false, clientMaxWindowBits: false}, {serverMaxWindowBits: 12}, {clientMaxWindowBits: 9},
];
function ask(port, offer, next) {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('data', (chunk) => {
    const lines = chunk.toString().split('\r\n');
    console.log(offer, '->', lines[0], lines.find((line) => line.startsWith('Sec-WebSocket-Extensions')));
    socket.destroy();
    next();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: ' + offer + '\r\n\r\n');
}
function negotiate(i, next) {
  if (i === settings.length) return next();
  console.log(JSON.stringify(settings[i]));
  const server = new WebSocket.Server({host: '127.0.0.1', port: 0, perMessageDeflate: settings[i]}, () => {
    const one = (j) => {
      if (j === offers.length) {
        for (const client of server.clients) client.terminate();
        return server.close(() => negotiate(i + 1, next));
      }
      ask(server.address().port, offers[j], () => one(j + 1));
    };
    one(0);
  });
}
// Messages both ways. Those of the client are echoed.
const long = 'abcdefghij'.repeat(500);
const messages = [long, long, 'short', Buffer.from(long), '', 'ж'.repeat(3000), long];
function talk(server, client, next) {
  const wss = new WebSocket.Server({host: '127.0.0.1', port: 0, ...server}, () => {
    const socket = new WebSocket('ws://127.0.0.1:' + wss.address().port, client);
    let seen = 0;
    let bytes = 0;
    socket.on('upgrade', (response) => {
      console.log(response.headers['sec-websocket-extensions']);
      response.socket.on('data', (chunk) => { bytes += chunk.length; });
    });
    socket.on('open', () => {
      console.log(socket.extensions);
      for (const message of messages) socket.send(message);
      socket.send('uncompressed', {compress: false});
      socket.send(long, {fin: false});
      socket.send(' and more ', {fin: false});
      socket.send(long);
      socket.ping('behind them');
    });
    socket.on('message', (data, isBinary) => {
      console.log('client', isBinary, data.length, data.subarray(0, 12).toString());
      if (++seen === messages.length + 2) socket.close(1000);
    });
    socket.on('pong', () => { console.log('pong'); });
    socket.on('error', (error) => { console.log('client', error.code, error.message); });
    socket.on('close', (code) => {
      setTimeout(() => {
        console.log('client close', code, bytes < 25000);
        wss.close(next);
      }, 20);
    });
  });
  wss.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => { socket.send(data, {binary: isBinary}); });
    socket.on('error', (error) => { console.log('server', error.code, error.message); });
    socket.on('close', (code) => { console.log('server close', code); });
  });
}
// Compressed frames that are no good, and a bomb.
const frame = (data, first = 0xc1) => {
  const head = data.length < 126 ? Buffer.from([first, 0x80 | data.length, 0, 0, 0, 0]) : Buffer.from([first, 0xfe, data.length >> 8, data.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, data]);
};
function hurt(i, next) {
  const bomb = zlib.deflateRawSync(Buffer.alloc(2000000));
  const cases = [frame(Buffer.from([1, 2, 3, 4, 5])), frame(bomb), frame(zlib.deflateRawSync('good')), frame(Buffer.alloc(0)), Buffer.concat([frame(zlib.deflateRawSync('a'), 0x41), frame(Buffer.alloc(0), 0xc0)]),
    frame(zlib.deflateRawSync(Buffer.from([0xc3])))];
  if (i === cases.length) return next();
  const wss = new WebSocket.Server({host: '127.0.0.1', port: 0, perMessageDeflate: true, maxPayload: 100000}, () => {
    const socket = net.connect(wss.address().port, '127.0.0.1');
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(cases[i]);
      socket.on('data', (chunk) => {
        console.log('back', chunk.toString('hex'));
        socket.end();
      });
      if (i === 2 || i === 3) setTimeout(() => socket.end(), 50);
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n');
  });
  wss.on('connection', (made) => {
    made.on('error', (error) => { console.log(i, error.code, error.message); });
    made.on('message', (data) => { console.log(i, 'message', data.toString()); });
    made.on('close', (code) => {
      console.log(i, 'close', code);
      wss.close(() => hurt(i + 1, next));
    });
  });
}
negotiate(0, () => talk({perMessageDeflate: true}, {}, () =>
  talk({perMessageDeflate: {serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 10, threshold: 10}}, {perMessageDeflate: {threshold: 0}}, () =>
    talk({}, {}, () => talk({perMessageDeflate: true}, {perMessageDeflate: false}, () =>
      talk({perMessageDeflate: {clientMaxWindowBits: 8}, allowSynchronousEvents: false}, {perMessageDeflate: {serverMaxWindowBits: 9, clientMaxWindowBits: 8}, allowSynchronousEvents: false}, () =>
        hurt(0, () => { console.log('done'); })))))));
