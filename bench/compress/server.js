// The server of bench/compress.js, in Node.js; server.cpp is the same in Node.cpp.
const compression = require('compression');
const crypto = require('crypto');
const http = require('http');
const zlib = require('zlib');

const rows = [];
for (let i = 0; i < 100; i++) rows.push({id: i * 7919, name: 'customer ' + ((i * 31) % 97), balance: ((i * 104729) % 100000) / 100, tags: ['a' + (i % 5), 'b' + (i % 11)]});
const json = JSON.stringify(rows).padEnd(8192).slice(0, 8192);
const large = Buffer.alloc(10 << 20, json);
const compress = compression();

http.createServer((request, response) => {
  const done = (error) => response.end(error ? error.message : 'done');
  if (request.url === '/json') {
    compress(request, response, () => {
      response.setHeader('Content-Type', 'application/json');
      response.end(json);
    });
  } else if (request.url === '/scrypt') {
    crypto.scrypt('a password', 'some salt', 64, {N: 1 << 15, maxmem: 64 << 20}, done);
  } else if (request.url === '/pbkdf2') {
    crypto.pbkdf2('a password', 'some salt', 200000, 64, 'sha512', done);
  } else if (request.url === '/gzip') {
    zlib.gzip(large, done);
  } else {
    response.end('hello');
  }
}).listen(process.env.PORT, '127.0.0.1');
