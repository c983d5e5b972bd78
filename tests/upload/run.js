'use strict';
// Runs examples/upload in Node.js and in Node.cpp: both must give the same answers to forms, good and malformed, and store the
// same files. A large upload must not need memory for the whole file, and a client that goes away leaves no file behind.
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const page = path.join(root, 'examples/upload/upload.html');
const programs = {
  node: [process.execPath, path.join(root, 'examples/upload/upload.js')],
  cpp: [process.argv[2] || path.join(build, 'examples/upload')],
};

let passed = 0;
let failed = 0;
function check(what, ok, detail) {
  if (ok) return passed++;
  failed++;
  console.log(`${what}: ${detail}`);
}

const field = (name, value) => Buffer.from(`--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
const file = (name, filename, bytes, type = 'image/png') => Buffer.concat([
  Buffer.from(`--X\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`), bytes, Buffer.from('\r\n')]);
const end = Buffer.from('--X--\r\n');
const type = 'multipart/form-data; boundary=X';

function ask(port, method, target, body, piece = 65536, contentType = type) {
  return new Promise((resolve, reject) => {
    // The connection stays open, so that an answer that comes early can be read while the rest of the form is sent.
    const agent = new http.Agent({keepAlive: true});
    const request = http.request({host: '127.0.0.1', port, path: target, method, agent, headers: contentType ? {'Content-Type': contentType} : {}}, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => { text += chunk; });
      response.on('end', () => {
        resolve({status: response.statusCode, type: response.headers['content-type'], text});
        setTimeout(() => agent.destroy(), 1000);
      });
    }).on('error', reject);
    let at = 0;
    const send = () => {
      while (at < body.length) {
        const isFull = !request.write(body.subarray(at, at += piece));
        if (isFull) return request.once('drain', send);
      }
      request.end();
    };
    send();
  });
}

function pattern(size, seed) {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i++) bytes[i] = (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16;
  return bytes;
}

const contents = folder => fs.readdirSync(folder).sort().map(name => [name, fs.readFileSync(path.join(folder, name)).toString('base64')]);

function peakOf(pid) {
  return Number(/VmHWM:\s*(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

(async () => {
  const ports = {}, folders = {}, pids = {};
  for (const [name, command] of Object.entries(programs)) {
    folders[name] = fs.mkdtempSync(path.join(os.tmpdir(), 'upload-'));
    // AddressSanitizer keeps freed memory, which would count as the program's.
    const started = await start([...command, page, folders[name]], {ASAN_OPTIONS: `${process.env.ASAN_OPTIONS || ''}:quarantine_size_mb=4`});
    ports[name] = started.port;
    pids[name] = (started.child || started).pid;
  }
  const both = async (what, ...question) => {
    const [node, cpp] = await Promise.all([ask(ports.node, ...question), ask(ports.cpp, ...question)]);
    check(what, JSON.stringify(node) === JSON.stringify(cpp), `\n  Node.js:  ${JSON.stringify(node)}\n  Node.cpp: ${JSON.stringify(cpp)}`);
    return cpp;
  };
  check('the page', (await both('the page', 'GET', '/', Buffer.alloc(0), 1, '')).text.includes('<progress'), 'is another');
  for (const [what, ...parts] of [
    ['fields', field('a', '1'), field('\u017c', '\u00f3'), end],
    ['files', field('title', 'Sea'), file('f', 'a b/../c.png', Buffer.from('\r\n--X-\r\n')), file('g', '\u017c.txt', pattern(70000, 1)), file('h', '', Buffer.alloc(0)), end],
    ['large', file('f', 'large', pattern(3000000, 2)), file('g', 'too', pattern(200000, 3)), end],
    ['eleven', ...Array.from({length: 11}, (_, index) => file('f', 'n' + index, Buffer.from([index]))), end],
    ['no end', field('a', '1'), file('f', 'x', Buffer.from('bytes'))],
    ['a bad header', Buffer.from('--X\r\nA b: c\r\n\r\n'), end],
    ['nothing'],
    ['a million parts', Buffer.concat(Array(1000000).fill(Buffer.from('--X\r\nA:b\r\n\r\n\r\n'))), end],
    ['a header without an end', Buffer.from('--X\r\n' + 'A: b\r\n'.repeat(200000))]])
    for (const piece of [65536, 1021]) {
      const body = Buffer.concat(parts);
      if (body.length / piece < 5000) await both(`${what} by ${piece}`, 'POST', '/files', body, piece);
    }
  for (const contentType of ['', 'text/plain', 'multipart/form-data', 'multipart'])
    await both(`of type ${contentType}`, 'POST', '/files', end, 100, contentType);
  check('another page', (await both('another page', 'GET', '/files', Buffer.alloc(0), 1, '')).status === 404, 'is found');
  const [node, cpp] = [contents(folders.node), contents(folders.cpp)];
  check('the files', JSON.stringify(node) === JSON.stringify(cpp) && cpp.length > 20, `${node.map(([name]) => name)} and ${cpp.map(([name]) => name)}`);

  // A client goes away inside of a file.
  const before = fs.readdirSync(folders.cpp).length;
  await new Promise(resolve => {
    const request = http.request({host: '127.0.0.1', port: ports.cpp, path: '/files', method: 'POST', headers: {'Content-Type': type, 'Content-Length': 1e9}});
    request.on('error', () => {}).on('close', () => setTimeout(resolve, 300));
    request.write(file('f', 'gone', pattern(500000, 4)));
    setTimeout(() => request.destroy(), 300);
  });
  check('after a client has gone', fs.readdirSync(folders.cpp).length === before, fs.readdirSync(folders.cpp).slice(-2).join());

  // 150 MB in 10 files: what they need more than the forms before.
  const peak = peakOf(pids.cpp);
  const part = file('f', 'much', pattern(15000000, 5));
  const {status} = await ask(ports.cpp, 'POST', '/files', Buffer.concat([...Array(10).fill(part), end]));
  const grown = peakOf(pids.cpp) - peak;
  check('150 MB', status === 201 && grown < 16, `status ${status}, ${grown.toFixed(1)} MB more memory`);
  stopAll();
  for (const folder of Object.values(folders)) fs.rmSync(folder, {recursive: true});
  console.log(`upload: ${passed} passed, ${failed} failed (150 MB needed ${grown.toFixed(1)} MB more memory)`);
  process.exit(failed ? 1 : 0);
})();
