// What fetch asks a proxy for, which hosts it reaches without one, and what it makes of wrong answers.
const http = require('http');
const net = require('net');
let answer = '';
let upstream = 0;
const seen = [];
const hide = text => text.replaceAll(':' + upstream, ':UPSTREAM').replaceAll(':' + proxyPort, ':PROXY');
let proxyPort = 0;
const proxy = net.createServer(socket => {
  socket.on('error', () => {});
  socket.once('data', data => {
    console.log('proxy', JSON.stringify(hide(data.toString())));
    if (answer !== '') return socket.end(answer);
    const other = net.connect(upstream, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\nX: 1\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    other.on('error', () => {});
    socket.on('close', () => other.destroy());
    other.on('close', () => socket.destroy());
  });
});
const server = http.createServer((request, response) => {
  request.resume();
  response.end(request.method + ' ' + request.url + ' ' + hide(request.headers.host));
});
function told(error) {
  if (!error) return '';
  return ` ${error.name}: ${hide(error.message)} ${error.code}` + told(error.cause);
}
async function ask(url, init) {
  try {
    const response = await fetch(url, init);
    console.log(response.status, await response.text());
  } catch (error) {
    console.log('failed' + told(error));
  }
}
async function with_(env, f) {
  const restore = http.setGlobalProxyFromEnv(env);
  await f();
  restore();
}
async function main() {
  const at = 'http://127.0.0.1:' + proxyPort;
  console.log('-- tunnels');
  await with_({HTTP_PROXY: at}, async () => {
    await ask('http://name.example:' + upstream + '/a?b#c');
    await ask('http://name.example/b', {method: 'POST', body: 'text', headers: {'Proxy-Connection': 'x'}});
    await ask('http://name.example:80/c');
    await ask('http://[::1]/d');
  });
  console.log('-- credentials');
  await with_({http_proxy: at.replace('//', '//us%40er:p%3aw@'), HTTP_PROXY: 'http://unused.example'}, () => ask('http://name.example/a'));
  await with_({http_proxy: at.replace('//', '//user@')}, () => ask('http://name.example/a'));
  console.log('-- without the proxy');
  for (const list of ['127.0.0.1', '*', '127.0.0.1:' + upstream, '127.0.0.1:1', 'x , 127.0.0.1', 'x\t127.0.0.1', '.0.0.1', '0.0.1', '*.0.0.1', '127.0.0.0-127.0.0.2', '*,x', 'localhost'])
    await with_({HTTP_PROXY: at, NO_PROXY: list}, () => { console.log(hide(list)); return ask('http://127.0.0.1:' + upstream + '/n'); });
  console.log('-- https without a proxy of its own');
  answer = 'HTTP/1.1 404 No\r\n\r\n';
  await with_({HTTP_PROXY: at}, () => ask('https://name.example/'));
  await with_({HTTPS_PROXY: at}, () => ask('https://name.example:8443/'));
  await with_({HTTPS_PROXY: at}, async () => { answer = ''; await ask('http://127.0.0.1:' + upstream + '/plain'); });
  console.log('-- answers');
  for (const one of ['HTTP/1.1 502 Bad\r\n\r\n', 'HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 201 Created\r\n\r\n', 'HTTP/1.0 403 No\r\n\r\n']) {
    answer = one;
    await with_({HTTP_PROXY: at}, () => ask('http://name.example/'));
  }
  answer = '';
  console.log('-- a proxy that does not listen');
  proxy.close();
  await with_({HTTP_PROXY: at}, () => ask('http://name.example/'));
  await with_({HTTP_PROXY: at}, () => ask('data:,text'));
  await ask('http://127.0.0.1:' + upstream + '/direct');
  server.close();
  process.exit();
}
proxy.listen(0, '127.0.0.1', () => server.listen(0, '127.0.0.1', () => {
  proxyPort = proxy.address().port;
  upstream = server.address().port;
  main();
}));
