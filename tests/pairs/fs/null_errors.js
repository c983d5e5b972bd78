// What callbacks give when there is no error: null or undefined.
const fs = require('fs'), zlib = require('zlib'), crypto = require('crypto'), dns = require('dns'), cp = require('child_process'), stream = require('stream'), net = require('net'), http = require('http'), dgram = require('dgram'), readline = require('readline'), util = require('util'), os = require('os');
const base = fs.mkdtempSync(os.tmpdir() + '/e1-');
const f = base + '/a', g = base + '/b';
const steps = [
  ['writeFile', d => fs.writeFile(f, 'x', d)], ['appendFile', d => fs.appendFile(f, 'y', d)], ['readFile', d => fs.readFile(f, d)], ['stat', d => fs.stat(f, e => d(e))], ['lstat', d => fs.lstat(f, e => d(e))],
  ['open', d => fs.open(f, 'r+', (e, fd) => { fd1 = fd; d(e); })], ['fstat', d => fs.fstat(fd1, e => d(e))], ['read', d => fs.read(fd1, Buffer.alloc(1), 0, 1, 0, e => d(e))], ['write', d => fs.write(fd1, 'z', e => d(e))],
  ['fsync', d => fs.fsync(fd1, d)], ['fdatasync', d => fs.fdatasync(fd1, d)], ['ftruncate', d => fs.ftruncate(fd1, 1, d)], ['futimes', d => fs.futimes(fd1, 1, 1, d)], ['fchmod', d => fs.fchmod(fd1, 0o600, d)], ['close', d => fs.close(fd1, d)],
  ['access', d => fs.access(f, d)], ['chmod', d => fs.chmod(f, 0o644, d)], ['utimes', d => fs.utimes(f, 1, 1, d)], ['truncate', d => fs.truncate(f, 1, d)], ['copyFile', d => fs.copyFile(f, g, d)], ['rename', d => fs.rename(g, g + 'c', d)],
  ['link', d => fs.link(f, g, d)], ['symlink', d => fs.symlink(f, g + 's', d)], ['readlink', d => fs.readlink(g + 's', e => d(e))], ['realpath', d => fs.realpath(f, e => d(e))], ['mkdir', d => fs.mkdir(base + '/d', d)], ['mkdir -p', d => fs.mkdir(base + '/d/e/f', {recursive: true}, e => d(e))],
  ['readdir', d => fs.readdir(base, e => d(e))], ['opendir', d => fs.opendir(base, (e, dir) => { dir1 = dir; d(e); })], ['dir.read', d => dir1.read(e => d(e))], ['dir.close', d => dir1.close(d)], ['mkdtemp', d => fs.mkdtemp(base + '/m-', e => d(e))],
  ['unlink', d => fs.unlink(g, d)], ['rmdir', d => fs.rmdir(base + '/d/e/f', d)], ['cp', d => fs.cp(base + '/d', base + '/d2', {recursive: true}, d)], ['rm', d => fs.rm(base, {recursive: true}, d)],
  ['gzip', d => zlib.gzip('x', e => d(e))], ['inflate', d => zlib.inflate(zlib.deflateSync('x'), e => d(e))], ['randomBytes', d => crypto.randomBytes(2, e => d(e))], ['randomInt', d => crypto.randomInt(5, e => d(e))], ['pbkdf2', d => crypto.pbkdf2('a', 'b', 1, 2, 'sha1', e => d(e))], ['scrypt', d => crypto.scrypt('a', 'b', 8, e => d(e))],
  ['lookup', d => dns.lookup('127.0.0.1', e => d(e))], ['exec', d => cp.exec('true', e => d(e))], ['execFile', d => cp.execFile('true', e => d(e))],
  ['finished', d => stream.finished(stream.Readable.from(['a']).resume(), d)], ['pipeline', d => stream.pipeline(stream.Readable.from(['a']), new stream.PassThrough().resume(), d)],
  ['write', d => new stream.PassThrough().write('x', d)], ['end', d => new stream.PassThrough().resume().end('x', d)], ['end()', d => new stream.PassThrough().resume().end(d)], 
  ['server.close', d => { const s = net.createServer().listen(0, () => s.close(d)); }], ['http.close', d => { const s = http.createServer().listen(0, () => s.close(d)); }],
  ['dgram.send', d => { const s = dgram.createSocket('udp4'); s.send('x', 9, '127.0.0.1', e => { d(e); s.close(); }); }],
  ['callbackify', d => util.callbackify(async () => 1)(e => d(e))], ['socket.end', d => { const s = net.createServer(c => c.resume().on('end', () => c.end())).listen(0, () => { const c = net.connect(s.address().port, () => c.end('x', e => { s.close(); d(e); })); }); }],
  ['socket.write', d => { const s = net.createServer(c => c.resume().on('end', () => c.end())).listen(0, () => { const c = net.connect(s.address().port, () => c.write('x', e => { s.close(); c.end(); d(e); })); }); }],
];
let fd1, dir1;
function next() {
  const step = steps.shift();
  if (!step) return;
  step[1](error => { console.log(step[0], error); next(); });
}
next();
