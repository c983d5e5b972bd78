// The bytes of fetch's requests, as a raw server receives them.
const net = require('net');
const answers = new Map([
  ['/found', 'HTTP/1.1 302 Found\r\nLocation: /there#part\r\nContent-Length: 3\r\n\r\nabc'],
  ['/other', 'HTTP/1.1 303 See Other\r\nLocation: there?a=b\r\nContent-Length: 0\r\n\r\n'],
  ['/again', 'HTTP/1.1 307 Temporary Redirect\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n'],
  ['/chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
]);
const server = net.createServer((socket) => {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (data) => {
    text += data;
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = /content-length: (\d+)/.exec(text);
    if (length && text.length < end + 4 + Number(length[1])) return;
    if (text.includes('chunked') && !text.endsWith('0\r\n\r\n')) return;
    console.log(text.replace(/host: .*/, 'host: H'));
    const path = text.split(' ')[1];
    const isHead = text.startsWith('HEAD');
    text = '';
    socket.write(answers.get(path) || 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n' + (isHead ? '' : 'hi'));
  });
});
server.listen(0, '127.0.0.1', async () => {
  const base = 'http://127.0.0.1:' + server.address().port;
  async function ask(path, init) {
    try {
      const response = await fetch(base + path, init);
      const text = await response.text();
      console.log('->', response.status, response.statusText, response.ok, response.redirected, response.type,
        response.url.replace(base, ''), text);
    } catch (error) {
      console.log('failed', error.name, error.message, error.cause?.name, error.cause?.message, error.cause?.code);
    }
  }
  await ask('/a');
  await ask('/a/../b?q=1&r=%20#fragment');
  await ask('/q?');
  await ask('/chunks');
  await ask('/text', {method: 'post', body: 'hé'});
  await ask('/none', {method: 'POST'});
  await ask('/none', {method: 'PATCH'});
  await ask('/none', {method: 'DELETE'});
  await ask('/empty', {method: 'PUT', body: ''});
  await ask('/delete', {method: 'DELETE', body: 'x'});
  await ask('/head', {method: 'HEAD'});
  await ask('/options', {method: 'OPTIONS'});
  await ask('/custom', {method: 'Query', body: 'q'});
  await ask('/bytes', {method: 'POST', body: Buffer.from([65, 66, 67])});
  await ask('/params', {method: 'POST', body: new URLSearchParams([['a', '1 2'], ['b', 'ü']])});
  await ask('/json', {method: 'PUT', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({a: 1})});
  await ask('/headers', {headers: {'X-One': 1, 'accept': 'text/html', 'User-Agent': 'me', 'Accept-Language': 'de', 'Accept-Encoding': 'br'}});
  await ask('/headers', {headers: [['X-A', 'a'], ['x-a', ' b '], ['Cookie', 'c=1'], ['cookie', 'd=2'], ['X-Latin', 'é']]});
  await ask('/connection', {headers: {'Host': 'x.y', 'Connection': 'close', 'Content-Length': '3', 'Sec-Fetch-Mode': 'x'}});
  await ask('/found');
  await ask('/found', {method: 'POST', body: 'zz', headers: {'X-A': '1', 'Authorization': 'q'}});
  await ask('/found', {method: 'PUT', body: 'zz'});
  await ask('/other', {method: 'PUT', body: 'zz'});
  await ask('/other', {method: 'HEAD'});
  await ask('/again', {method: 'POST', body: 'zz'});
  await ask('/found', {redirect: 'manual'});
  await ask('/found', {redirect: 'error'});
  await ask('/cache', {cache: 'no-store'});
  await ask('/cache', {cache: 'reload', headers: {'Pragma': 'p'}});
  await ask('/cache', {cache: 'no-cache'});
  await ask('/cache', {headers: {'If-None-Match': '"a"'}});
  await ask('/range', {headers: {'Range': 'bytes=0-1'}});
  await ask('/mode', {mode: 'same-origin', credentials: 'omit', keepalive: true});
  await ask('/mode', {mode: 'no-cors'});
  await ask('/bad', {headers: {'Transfer-Encoding': 'chunked'}});
  await ask('/bad', {headers: {'Keep-Alive': '1'}});
  await ask('/bad', {headers: {'Upgrade': 'x'}});
  await ask('/bad', {headers: {'Expect': '100-continue'}});
  await ask('/bad', {headers: {'Connection': 'a b'}});
  await ask('/bad', {headers: {'X-Control': 'a\x01b'}});
  await ask('/bad', {method: 'POST', body: 'abc', headers: {'Content-Length': '7'}});
  process.exit();
});
