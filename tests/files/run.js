'use strict';
// Runs the file servers of examples/files in Node.js and in Node.cpp on the same folder: the same requests must return the
// same bytes, over plain connections and over TLS, whatever becomes of the files and the clients. tests/pairs/http_files
// has the options.
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const tls = require('tls');
const {execFileSync, spawnSync} = require('child_process');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/files');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'files-'));
const site = path.join(folder, 'site');

const put = (name, bytes) => {
  fs.mkdirSync(path.dirname(path.join(site, name)), {recursive: true});
  fs.writeFileSync(path.join(site, name), bytes);
};
const bytes = size => {
  const all = Buffer.alloc(size);
  for (let i = 0; i < size; i++) all[i] = (i * 31 + (i >> 8)) & 255;
  return all;
};
put('index.html', '<p>start</p>\n');
put('page.html', '<p>page</p>\n');
put('dir/index.html', '<p>dir</p>\n');
// Around the sizes where the ways to send a file change.
const sizes = [0, 1, 1024, 16000, 16383, 16384, 20000, 65535, 65536, 65537, 131073, 1 << 20, 5000001];
for (const size of sizes) put(`size/${size}.bin`, bytes(size));
fs.writeFileSync(path.join(folder, 'outside.txt'), 'outside\n');

// Resolves to the answer and to how the connection ended. The client reads `slowly` or at once.
function ask(port, text, connect = net.connect, slowly = false) {
  return new Promise(resolve => {
    const pieces = [];
    let fate = 'open';
    const socket = connect(port, '127.0.0.1', () => { socket.write(text, 'latin1'); });
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', chunk => {
      pieces.push(chunk);
      if (!slowly) return;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.on('end', () => { fate = 'end'; });
    socket.on('error', () => { fate = 'reset'; });
    socket.on('close', () => {
      const answer = Buffer.concat(pieces).toString('latin1');
      resolve(`${answer.replace(/(date: )[^\r]*/gi, '$1…')}[${fate}]`);
    });
  });
}
const get = (target, fields = '', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\n${fields}Connection: close\r\n\r\n`;
const kept = target => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;

const scripts = {
  'the index': get('/'),
  'an extension': get('/page'),
  'a folder': get('/dir?x=y'),
  'a folder with a slash': get('/dir/'),
  'missing': get('/none'),
  'outside': get('/../outside.txt'),
  'outside, encoded': get('/%2e%2e%2foutside.txt'),
  'a post': get('/page.html', 'Content-Length: 0\r\n', 'POST'),
  'pipelined': kept('/size/65537.bin') + kept('/none') + kept('/size/1.bin') + get('/size/131073.bin'),
  'pipelined, small': kept('/size/1024.bin').repeat(20) + get('/page.html'),
  'a range across pieces': get('/size/5000001.bin', 'Range: bytes=65530-200000\r\n'),
  'the last byte': get('/size/5000001.bin', 'Range: bytes=-1\r\n'),
  'http/1.0': 'GET /size/20000.bin HTTP/1.0\r\n\r\n',
  'http/1.0, kept': 'GET /size/20000.bin HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /page.html HTTP/1.0\r\n\r\n',
};
for (const size of sizes) {
  scripts[`${size} bytes`] = get(`/size/${size}.bin`);
  scripts[`${size} bytes, head`] = get(`/size/${size}.bin`, '', 'HEAD');
}

const descriptors = child => fs.readdirSync(`/proc/${child.pid}/fd`).map(fd => {
  try {
    return fs.readlinkSync(`/proc/${child.pid}/fd/${fd}`);
  } catch {
    return '';
  }
}).filter(target => target.startsWith(site));

(async () => {
  let passed = 0;
  let failed = 0;
  const shown = text => (text.length > 1500 ? `${text.slice(0, 700)}… (${text.length}) …${text.slice(-100)}` : text);
  const check = (name, a, b) => {
    if (a === b) return passed++;
    failed++;
    console.log(`${name}\n  Node.js:  ${JSON.stringify(shown(String(a)))}\n  Node.cpp: ${JSON.stringify(shown(String(b)))}`);
  };
  const js = [process.execPath, path.join(root, 'examples/files/files.js')];
  const askBoth = async (kind, theirs, ours, connect) => {
    for (const [name, text] of Object.entries(scripts)) {
      const [a, b] = await Promise.all([ask(theirs.port, text, connect), ask(ours.port, text, connect)]);
      if (!/^HTTP/.test(a)) check(`${kind}${name}: an answer`, 'HTTP…', a);
      check(kind + name, a, b);
    }
    const slow = get('/size/5000001.bin');
    check(`${kind}a client that reads slowly`, ...await Promise.all([theirs, ours].map(one => ask(one.port, slow, connect, true))));
    // Clients that go away in the middle of a file.
    await Promise.all(Array.from({length: 20}, () => new Promise(resolve => {
      const socket = connect(ours.port, '127.0.0.1', () => socket.write(slow));
      socket.on('data', () => socket.destroy());
      socket.on('error', () => {});
      socket.on('close', resolve);
    })));
    await new Promise(done => setTimeout(done, 200));
    check(`${kind}no file stays open`, '', descriptors(ours.child).join());
    // A file that becomes shorter: the connection ends, with a part of the body.
    put('shrinks.bin', bytes(20000000));
    const answer = await new Promise(resolve => {
      let size = 0;
      const socket = connect(ours.port, '127.0.0.1', () => socket.write(kept('/shrinks.bin')));
      socket.once('data', () => {
        socket.pause();
        setTimeout(() => {
          fs.truncateSync(path.join(site, 'shrinks.bin'), 1000);
          socket.resume();
        }, 100);
      });
      socket.on('data', chunk => { size += chunk.length; });
      socket.setTimeout(3000, () => { size = -1; socket.destroy(); });
      socket.on('error', () => {});
      socket.on('close', () => resolve(size > 1000 && size < 20000000 ? 'cut' : size));
    });
    check(`${kind}a file that becomes shorter`, 'cut', answer);
    // What is no regular file must neither block nor be sent.
    fs.rmSync(path.join(site, 'pipe'), {force: true});
    execFileSync('mkfifo', [path.join(site, 'pipe')]);
    fs.rmSync(path.join(site, 'zero'), {force: true});
    fs.symlinkSync('/dev/zero', path.join(site, 'zero'));
    for (const target of ['/pipe', '/zero', `/${'a'.repeat(300)}`])
      check(`${kind}${target.slice(0, 10)}`, '404', (await ask(ours.port, get(target), connect)).slice(9, 12));
    check(`${kind}still serves`, ...await Promise.all([theirs, ours].map(one => ask(one.port, get('/'), connect))));
  };
  const theirs = await start(js, {ROOT: site});
  const ours = await start([cpp], {ROOT: site});
  await askBoth('', theirs, ours, net.connect);

  const [KEY, CERT] = ['key.pem', 'cert.pem'].map(name => path.join(folder, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost',
    '-addext', 'subjectAltName=DNS:localhost', '-keyout', KEY, '-out', CERT], {stdio: 'pipe'});
  const secure = [await start(js, {ROOT: site, KEY, CERT}), await start([cpp], {ROOT: site, KEY, CERT})];
  const connect = (port, host, listener) => tls.connect({port, host, servername: 'localhost', ca: fs.readFileSync(CERT)}, listener);
  await askBoth('TLS: ', ...secure, connect);

  // So few descriptors that most files cannot be opened: the server answers what it can, and lives on.
  const poor = await start(['sh', '-c', `ulimit -n 32; exec "${cpp}"`], {ROOT: site});
  const answers = await Promise.all(Array.from({length: 60}, () => ask(poor.port, get('/size/5000001.bin'), net.connect, true)));
  const statuses = new Set(answers.map(answer => answer.slice(9, 12)));
  check('few descriptors: answers', true, [...statuses].every(status => ['200', '500', '[op', '', '[re', '[en'].includes(status)));
  check('few descriptors: still serves', await ask(theirs.port, get('/')), await ask(poor.port, get('/')));

  // A recording has no bytes of the files that were sent, and its replay needs none of them.
  const log = path.join(folder, 'log');
  const recorded = await start([cpp, `--nodecpp-record=${log}`], {ROOT: site});
  for (const target of ['/', '/size/5000001.bin', '/size/20000.bin', '/none']) await ask(recorded.port, get(target));
  recorded.child.kill('SIGTERM');
  await new Promise(resolve => recorded.child.on('close', resolve));
  fs.renameSync(site, `${site}-gone`);
  const replay = spawnSync(cpp, [`--nodecpp-replay=${log}`], {encoding: 'utf8', timeout: 20000});
  check('the replay without the files', true, /, identical$/m.test(replay.stdout) || replay.stdout + replay.stderr);
  fs.renameSync(`${site}-gone`, site);

  for (const one of [ours, secure[1], poor]) check('says nothing', '', one.child.errors);
  stopAll('SIGKILL');
  fs.rmSync(folder, {recursive: true});
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})().catch(error => {
  console.error(error);
  stopAll('SIGKILL');
  process.exit(1);
});
