// Helpers of the pairs about files over http: a folder with files of fixed times, and requests whose answers are printed.
const crypto = require('crypto');
const finalhandler = require('finalhandler');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const send = require('send');
const serveStatic = require('serve-static');

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'files-'));
const root = base + '/root';
const put = (name, text, time = 1700000000.123) => {
  const file = root + '/' + name;
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, text);
  fs.utimesSync(file, time, time);
};
const digits = (count) => '0123456789'.repeat(count);

put('index.html', '<p>index</p>\n');
put('a.txt', 'hello\n');
put('empty.txt', '');
put('digits.bin', digits(100));
put('big.txt', digits(20000), 1600000000);
put('plain', 'no extension\n');
put('.hidden', 'hidden\n');
put('.folder/a.txt', 'in a hidden folder\n');
put('dir/index.html', '<p>dir</p>\n');
put('dir/index.htm', '<p>older</p>\n');
put('dir/b.html', '<p>b</p>\n');
put('other/a.txt', 'no index\n');
put('page.html', '<p>page</p>\n');
put('page.htm', '<p>page of old</p>\n');
put('sp ace.txt', 'space\n');
put('ü.txt', 'umlaut\n');
put('back\\slash.txt', 'backslash\n');
put('UPPER.TXT', 'upper\n');
put('end.', 'a dot at the end\n');
for (const name of ['x.css', 'x.js', 'x.mjs', 'x.json', 'x.svg', 'x.png', 'x.wasm', 'x.tar.gz', 'x.woff2', 'x.xml', 'x.md', 'x.unknown']) put(name, name);
put('../outside.txt', 'outside\n');

// A response on one line of text for each line of the head. A long body is shown by its length and its hash.
const shown = (answer) => {
  const at = answer.indexOf('\r\n\r\n');
  if (at < 0) return '[' + answer + ']';
  const head = answer.slice(0, at).replace(/Date: .*? GMT/, 'Date: …').replaceAll('\r\n', '\n  ');
  const body = answer.slice(at + 4);
  const hash = crypto.createHash('sha1').update(body, 'latin1').digest('hex');
  return head + '\n  --\n  ' + (body.length > 400 ? body.length + ' bytes, ' + hash : JSON.stringify(body));
};

const ask = (port, text) => new Promise((resolve) => {
  const [first, ...fields] = text.split('|');
  const lines = [first + ' HTTP/1.1', 'Host: x', 'Connection: close', ...fields, '', ''];
  const socket = net.connect(port, '127.0.0.1', () => { socket.write(lines.join('\r\n'), 'latin1'); });
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => { answer += chunk; });
  socket.on('error', () => {});
  socket.on('close', () => { resolve(answer); });
});

// Serves by `handler` and prints the answers to the requests, which are "GET /path|Field: value|…".
const show = async (title, handler, requests) => {
  console.log('== ' + title);
  const server = http.createServer(handler);
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  for (const request of requests) {
    const answer = await ask(server.address().port, request);
    console.log('-- ' + request);
    console.log('  ' + shown(answer).replaceAll(base, 'BASE'));
  }
  await new Promise((resolve) => { server.close(resolve); });
};

// The handler of a program that has no further handlers.
const files = (folder, options) => {
  const serve = serveStatic(folder, options);
  return (request, response) => { serve(request, response, finalhandler(request, response)); };
};
// The handler of a program whose next handler says what it got.
const filesThen = (folder, options) => {
  const serve = serveStatic(folder, options);
  return (request, response) => {
    serve(request, response, (error) => {
      if (!error) return response.end('next');
      response.end(JSON.stringify([error.name, error.message, error.code || '', error.status, error.statusCode, error.expose]).replaceAll(base, 'BASE'));
    });
  };
};
const sends = (options) => (request, response) => {
  send(request, request.url.split('?')[0], options).pipe(response);
};
const tidy = () => { fs.rmSync(base, {recursive: true}); };

module.exports = {base, root, put, digits, show, files, filesThen, sends, tidy, fs};
