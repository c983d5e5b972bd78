'use strict';
// Runs the reverse proxies of examples/proxy in Node.js and in Node.cpp in front of the same backend: the same requests
// must return the same bytes, and must reach the backend unchanged (the backend responds with what it received). The
// requests are sent twice: with plain connections, and with TLS on both sides of the proxies.
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const tls = require('tls');
const {execFileSync} = require('child_process');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/proxy');

// Resolves to all bytes until the connection closes or, when it stays open, until nothing has come for a while.
function ask(port, pieces, connect = net.connect) {
  return new Promise(resolve => {
    let answer = '';
    let fate = 'open';
    const socket = connect(port, '127.0.0.1', async () => {
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
  // Sends all requests to both proxies and compares what comes back.
  const askBoth = async (kind, js, ours, connect) => {
    for (const [name, pieces] of Object.entries(scripts)) {
      const [a, b] = await Promise.all([ask(js.port, pieces, connect), ask(ours.port, pieces, connect)]);
      if (!/^HTTP/.test(a)) check(`${kind}${name}: an answer`, 'HTTP…', a);
      check(kind + name, a, b);
    }
  };
  const backend = await start([process.execPath, path.join(root, 'examples/echo/echo.js')]);
  const env = {BACKEND: `127.0.0.1:${backend.port}`};
  const jsProxy = [process.execPath, path.join(root, 'examples/proxy/proxy.js')];
  const js = await start(jsProxy, env);
  const ours = await start([cpp], env);
  await askBoth('', js, ours);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'proxy-'));
  const [KEY, CERT] = ['key.pem', 'cert.pem'].map(name => path.join(folder, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost',
    '-addext', 'subjectAltName=DNS:localhost', '-keyout', KEY, '-out', CERT], {stdio: 'pipe'});
  // What reaches the backend by TLS is counted, since a proxy that speaks plain HTTP to it would get the same answers.
  let encrypted = 0;
  const tunnel = tls.createServer({key: fs.readFileSync(KEY), cert: fs.readFileSync(CERT)}, socket => {
    encrypted++;
    const plain = net.connect(backend.port, '127.0.0.1');
    for (const [one, other] of [[socket, plain], [plain, socket]]) one.on('error', () => other.destroy());
    socket.pipe(plain).pipe(socket);
  });
  await new Promise(resolve => tunnel.listen(0, '127.0.0.1', resolve));
  const secureEnv = {BACKEND: `127.0.0.1:${tunnel.address().port}`, KEY, CERT, BACKEND_CA: CERT};
  const secureJs = await start(jsProxy, secureEnv);
  const secureOurs = await start([cpp], secureEnv);
  const connect = (port, host, listener) => tls.connect({port, host, servername: 'localhost', ca: fs.readFileSync(CERT)}, listener);
  await askBoth('TLS: ', secureJs, secureOurs, connect);
  check('TLS: connections of both proxies to the backend', true, encrypted >= 2);
  // Each proxy needs a backend that it trusts.
  const untrusted = {...secureEnv, BACKEND_CA: path.join(folder, 'other.pem')};
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost',
    '-keyout', path.join(folder, 'unused.pem'), '-out', untrusted.BACKEND_CA], {stdio: 'pipe'});
  const distrusting = [await start(jsProxy, untrusted), await start([cpp], untrusted)];
  const [refused, alsoRefused] = await Promise.all(distrusting.map(one => ask(one.port, scripts.get, connect)));
  check('TLS: a backend that is not trusted', true, refused.includes('502 Bad Gateway'));
  check('TLS: a backend that is not trusted, the same answer', refused, alsoRefused);
  check('TLS: says nothing', '', secureOurs.child.errors);
  tunnel.close();
  fs.rmSync(folder, {recursive: true});

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
