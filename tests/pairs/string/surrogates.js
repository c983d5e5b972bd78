// Lone surrogates: strings keep them, and they are replaced where text leaves the program as UTF-8.
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const util = require('util');
const {StringDecoder} = require('string_decoder');
const high = JSON.parse('"\\ud83d"'), low = JSON.parse('"\\ude00"');
console.log('a' + high, low + 'b', high + 'x' + low);
console.log([high, low], {key: 'a' + high + "'"}, [high + '"\'']);
console.log(util.inspect(high), util.format('%s %j %o', high, high, high), JSON.stringify([high, low]));
console.log(Buffer.from('a' + high), Buffer.byteLength(high), Buffer.from(high + low + '!'), Buffer.byteLength(high + low));
console.log(Buffer.from(high, 'utf16le'), Buffer.from('a' + low, 'latin1'), Buffer.byteLength('a' + low, 'utf16le'));
const room = Buffer.alloc(6);
console.log(room.write('ab' + high + low + 'cd'));
console.log(room);
console.log(room.fill(high));
console.log(Buffer.from([0x3d, 0xd8, 0x41, 0]).toString('utf16le') === high + 'A', [Buffer.from([0x3d, 0xd8]).toString('utf16le')]);
const decoder = new StringDecoder('utf16le');
const first = decoder.write(Buffer.from([0x41, 0, 0x3d, 0xd8]));
console.log([first, decoder.end()]);
const half = decoder.write(Buffer.from([0x3d, 0xd8]));
const rest = decoder.write(Buffer.from([0, 0xde]));
console.log([half, rest, decoder.end()]);
const file = path.join(os.tmpdir(), 'surrogates-' + process.pid);
fs.writeFileSync(file, 'x' + high);
console.log(fs.readFileSync(file));
fs.appendFileSync(file, low + 'y');
console.log(fs.readFileSync(file), fs.statSync(file).size);
const fd = fs.openSync(file, 'w');
console.log(fs.writeSync(fd, high + low + high), fs.readFileSync(file));
fs.closeSync(fd);
fs.unlinkSync(file);
for (const each of ['a' + high, high + 'a', low])
  try {
    console.log(new URLSearchParams({each}).toString());
    console.log(require('querystring').escape(each));
  } catch (error) {
    console.log(error.name, error.message);
  }
process.stdout.write('written ' + high + '\n');
const server = http.createServer((request, response) => {
  if (request.url === '/end') return response.end('<' + high + '>');
  if (request.url === '/joined') return response.end(high + low);
  response.write('<' + high);
  response.write(low + '>');
  response.end(low);
});
server.listen(0, '127.0.0.1', () => {
  const paths = ['/end', '/joined', '/write'];
  const next = () => {
    const at = paths.shift();
    if (!at) return server.close();
    http.get({port: server.address().port, host: '127.0.0.1', path: at, agent: false}, (response) => {
      const parts = [];
      response.on('data', (part) => { parts.push(part); });
      response.on('end', () => {
        console.log(at, response.headers['content-length'], Buffer.concat(parts));
        next();
      });
    });
  };
  next();
});
