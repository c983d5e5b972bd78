'use strict';
// Runs the reverse proxies of examples/proxy in Node.js and in Node.cpp in front of the same backend: the same requests
// must return the same bytes, and must reach the backend unchanged (the backend responds with what it received).
const net = require('net');
const path = require('path');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/proxy');

// Resolves to all bytes until the connection closes or, when it stays open, until nothing has come for a while.
function ask(port, pieces) {
  return new Promise(resolve => {
    let answer = '';
    let fate = 'open';
    const socket = net.connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        await new Promise(done => setTimeout(done, 20));
      }
    });
    socket.setEncoding('latin1');
    socket.setTimeout(700, () => socket.destroy());
    socket.on('data', chunk => { answer += chunk; });
    socket.on('end', () => { fate = 'end'; });
    socket.on('error', () => { fate = 'reset'; });
    socket.on('close', () => resolve(`${answer.replace(/(date: )[^\r]*/gi, '$1…')}[${fate}]`));
  });
}

const close = 'Connection: close\r\n\r\n';
const scripts = {
  'get': [`GET /path?q=1 HTTP/1.1\r\nHost: x\r\nX-A: b\r\n${close}`],
  'head': [`HEAD / HTTP/1.1\r\nHost: x\r\n${close}`],
  'post with a length': [`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n${close}hello`],
  'post in chunks with trailers': [`POST / HTTP/1.1\r\nHost: x\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n${close}3\r\nabc\r\n`,
    '2\r\nde\r\n0\r\nX-T: 1\r\n\r\n'],
  'delete with a body in chunks': [`DELETE / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${close}1\r\nx\r\n0\r\n\r\n`],
  'what is for one connection only': [`GET / HTTP/1.1\r\nHost: x\r\nX-Hop: 1\r\nTE: trailers\r\nKeep-Alive: x\r\nConnection: x-hop, close\r\n\r\n`],
  'repeated fields': [`GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nx-a: 2\r\nCookie: a=1\r\nCookie: b=2\r\n${close}`],
  'pipelined': [`GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n${close}`],
  'http/1.0': ['GET / HTTP/1.0\r\nHost: x\r\n\r\n'],
  'expect': [`POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n${close}`, 'ok'],
  'options *': [`OPTIONS * HTTP/1.1\r\nHost: x\r\n${close}`],
  'a body of 20,000 bytes': [`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n${close}${'0123456789'.repeat(2000)}`],
  'upgrade': [`GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nfirst`, 'second'],
  'no request': ['GET / HTTP/1.1\r\nHost x\r\n\r\n'],
};

(async () => {
  let passed = 0;
  let failed = 0;
  const check = (name, a, b) => {
    if (a === b) {
      passed++;
    } else {
      failed++;
      console.log(`${name}\n  Node.js:  ${JSON.stringify(a)}\n  Node.cpp: ${JSON.stringify(b)}`);
    }
  };
  const backend = await start([process.execPath, path.join(root, 'examples/echo/echo.js')]);
  const env = {BACKEND: `127.0.0.1:${backend.port}`};
  const js = await start([process.execPath, path.join(root, 'examples/proxy/proxy.js')], env);
  const ours = await start([cpp], env);
  for (const [name, pieces] of Object.entries(scripts)) {
    const [a, b] = await Promise.all([ask(js.port, pieces), ask(ours.port, pieces)]);
    if (!/^HTTP/.test(a)) check(`${name}: an answer`, 'HTTP…', a);
    check(name, a, b);
  }
  // The backend is killed, and further requests find no backend.
  backend.child.kill('SIGKILL');
  await new Promise(resolve => backend.child.on('close', resolve));
  for (const name of ['get', 'post with a length', 'upgrade'])
    check(`no backend: ${name}`, await ask(js.port, scripts[name]), await ask(ours.port, scripts[name]));
  // The proxy must still run, and end by a signal.
  ours.child.kill('SIGTERM');
  const signal = await new Promise(resolve => ours.child.on('close', (code, by) => resolve(by)));
  check('ends by SIGTERM', 'SIGTERM', signal);
  check('says nothing', '', ours.child.errors);
  stopAll('SIGKILL');
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})().catch(error => {
  console.error(error.message);
  stopAll('SIGKILL');
  process.exit(1);
});
