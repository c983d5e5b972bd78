'use strict';
// Sends a form of files to a port of this machine, as often as asked, one after the other, and fails when an answer does not
// say that all of it arrived:
//   node bench/multipart/load.js PORT TIMES FILES MEGABYTES
const http = require('http');
const crypto = require('crypto');
const [port, times, files, megabytes] = process.argv.slice(2).map(Number);

const boundary = 'a5d3b7e0c1f24986';
// The bytes of a file are random, as those of an image or an archive are, and the same million bytes for all files.
const million = crypto.randomBytes(1e6);
const headOf = i => Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file${i}"; filename="file${i}.bin"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n');
const tail = Buffer.from('\r\n');
const end = Buffer.from(`--${boundary}--\r\n`);
const each = megabytes / files;

function* body() {
  for (let i = 0; i < files; i++) {
    yield headOf(i);
    for (let sent = 0; sent < each; sent++) yield million;
    yield tail;
  }
  yield end;
}
const length = [...body()].reduce((sum, part) => sum + part.length, 0);

function send() {
  return new Promise((resolve, reject) => {
    const request = http.request({port, host: '127.0.0.1', method: 'POST',
      headers: {'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Content-Length': length}}, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => { text += chunk; }).on('end', () => {
        if (text === `${files} files, ${megabytes * 1e6} bytes`) resolve();
        else reject(new Error(`the server says: ${text}`));
      });
    });
    request.on('error', reject);
    const parts = body();
    const write = () => {
      for (let next = parts.next(); !next.done; next = parts.next())
        if (!request.write(next.value)) return request.once('drain', write);
      request.end();
    };
    write();
  });
}

(async () => {
  for (let i = 0; i < times; i++) await send();
})().catch(error => {
  console.error(error.message);
  process.exit(1);
});
