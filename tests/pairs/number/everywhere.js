// Numbers in places where the runtime accepts any value: events, headers, timers, JSON, chunks, files.
const {EventEmitter} = require('events');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const {PassThrough} = require('stream');
const n = 7 / 2;
const emitter = new EventEmitter();
emitter.on('tick', (value) => { console.log('tick', value, value / 2); });
emitter.emit('tick', n);
console.log(JSON.stringify({n, list: [n, 1]}), JSON.parse('{"n": 2.5}').n * 2, JSON.stringify([n], null, 2));
console.log(Buffer.of(n, 255), [10, 20, 30, 40][n - 0.5], 'abcdef'.slice(n), 'abcdef'.charAt(n - 1.5));
const pass = new PassThrough({objectMode: true, highWaterMark: n * 4});
pass.on('data', (chunk) => { console.log('chunk', chunk); });
pass.write(n);
pass.end();
const file = path.join(os.tmpdir(), 'number-' + process.pid);
const fd = fs.openSync(file, 'w', 0o600);
fs.writeSync(fd, 'x' + n);
fs.closeSync(fd);
console.log(fs.readFileSync(file, 'utf8'));
fs.unlinkSync(file);
const server = http.createServer((request, response) => {
  response.setHeader('X-Number', n);
  response.writeHead(200, {'X-Other': n * 2});
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  http.get({host: '127.0.0.1', port: server.address().port, agent: false}, (response) => {
    console.log(response.headers['x-number'], response.headers['x-other'], parseFloat(response.headers['x-number']) * 2);
    response.resume();
    server.close();
    setTimeout((value) => { console.log('later', value); }, n, n + 1);
  });
});
