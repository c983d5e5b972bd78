// Pipelined requests: which response is sent, which responses wait, their events, and when the connection stops
// reading.
const {http, scene, play, say, watch, end, reset, stop, go} = require('./server_scenes.js');
const get = (url, more = '') => 'GET ' + url + ' HTTP/1.1\r\nHost: x\r\n' + more + '\r\n';
const three = get('/1') + get('/2') + get('/3');
const handle = (name, steps, f, options = {}) => { scene(name, () => http.createServer(options, f), steps); };
handle('at once', [three, 20], (request, response) => { watch(request, response); response.end(request.url); });
handle('backwards', [three, 80], (request, response) => {
  watch(request, response);
  say(request.url, response.socket === null, response.socket === undefined, request.socket !== null);
  setTimeout(() => {
    say(request.url, response.end('body of ' + request.url) === response, response.writableFinished, response.writableLength > 0);
  }, request.url === '/1' ? 60 : request.url === '/2' ? 40 : 20);
});
handle('written before their turn', [three, 80], (request, response) => {
  watch(request, response);
  if (request.url === '/1') {
    setTimeout(() => { response.end('first'); }, 30);
    return;
  }
  say(response.write('early ', () => { say(request.url, 'written'); }), response.headersSent, response.writableNeedDrain);
  setTimeout(() => { response.end('end'); }, request.url === '/2' ? 50 : 10);
});
handle('much before its turn', [get('/1') + get('/2'), 80], (request, response) => {
  watch(request, response);
  if (request.url === '/1') {
    setTimeout(() => { response.end('first'); }, 30);
    return;
  }
  say(response.write('x'.repeat(70000)), response.writableNeedDrain, response.writableHighWaterMark);
  say(response.write('y'.repeat(10)));
  response.on('drain', () => { response.end('z'); });
});
handle('close in the middle', [get('/1') + get('/2', 'Connection: close\r\n') + get('/3'), 20], (request, response) => {
  watch(request, response);
  response.end(request.url);
});
handle('the first closes', [three, 20], (request, response) => {
  watch(request, response);
  if (request.url === '/1') response.setHeader('Connection', 'close');
  response.end(request.url);
});
handle('end behind them', [three, end], (request, response) => {
  watch(request, response);
  setTimeout(() => { if (!response.destroyed) response.end(request.url); }, 20);
});
handle('reset behind them', [three, 20, reset], (request, response) => {
  watch(request, response);
  if (request.url === '/2') response.end('never');
});
handle('bodies between', ['POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcPOST /2 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n0\r\n\r\n' + get('/3'), 60],
  (request, response) => {
    watch(request, response);
    let body = '';
    request.on('data', (chunk) => { body += chunk; });
    request.on('end', () => { setTimeout(() => { response.end(request.url + body); }, request.url === '/1' ? 20 : 1); });
  });
handle('a destroyed one between', [three, 60], (request, response) => {
  watch(request, response);
  if (request.url === '/1') setTimeout(() => { response.end('first'); }, 20);
  else if (request.url === '/2') response.end('second');
  else setTimeout(() => { request.destroy(); }, 40);
});
handle('head, then get', ['HEAD /1 HTTP/1.1\r\nHost: x\r\n\r\n' + get('/2'), 20], (request, response) => { response.end('body' + request.url); });
let parsed = 0;
handle('a flood that nobody reads', [stop, get('/').repeat(150), 60, go, 400], (request, response) => {
  parsed++;
  response.end('x'.repeat(20000));
  if (parsed === 150) say('all');
});
handle('a flood that is not answered', [get('/1') + get('/2').repeat(20), 20, get('/2').repeat(20), 60], (request, response) => {
  if (request.url === '/1') setTimeout(() => { response.end('first'); }, 40);
  else response.end('x'.repeat(10000));
  if (parsed++ === 150) say('one more');
}, {highWaterMark: 1000});
play();
