// Functions that take the descriptor of an open file, with callbacks and synchronous, and functions that do not follow
// a link.
const fs = require('fs');
const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
fs.writeFileSync('f', 'hello');
fs.symlinkSync('f', 'link');
const fd = fs.openSync('f', 'r+');
const {uid, gid} = fs.fstatSync(fd);
const mode = () => (fs.statSync('f').mode & 0o777).toString(8);
const times = stats => [stats.atimeMs, stats.mtimeMs];

fs.fchmodSync(fd, 0o600);
console.log(mode());
fs.fchownSync(fd, uid, gid);
fs.lchownSync('link', uid, gid);
fs.futimesSync(fd, 1, 2);
fs.lutimesSync('link', 3, 4);
console.log(times(fs.statSync('f')), times(fs.lstatSync('link')));
fs.fdatasyncSync(fd);
const stats = fs.fstatSync(fd);
console.log(Math.abs(stats.ctime.getTime() - stats.ctimeMs) < 1, Math.abs(stats.birthtime.getTime() - stats.birthtimeMs) < 1, stats.ctimeMs > stats.mtimeMs);
const system = fs.statfsSync('.');
console.log(typeof system, system.bsize > 0, system.blocks >= system.bfree);
for (const f of [() => fs.fchmodSync(-1, 0o600), () => fs.fdatasyncSync(1e9), () => fs.futimesSync(1.5, 1, 2), () => fs.lchownSync('none', uid, gid),
  () => fs.lutimesSync('none', 1, 2), () => fs.fchownSync(fd, -2, gid)]) {
  try {
    f();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

const steps = [
  done => fs.fchmod(fd, 0o640, done),
  done => fs.fchown(fd, uid, gid, done),
  done => fs.lchown('link', uid, gid, done),
  done => fs.futimes(fd, 5, 6, done),
  done => fs.lutimes('link', 7, 8, done),
  done => fs.ftruncate(fd, 2, done),
  done => fs.fsync(fd, done),
  done => fs.fdatasync(fd, done),
  done => fs.lutimes('none', 7, 8, done),
];
let at = 0;
const next = () => {
  if (at === steps.length) return last();
  steps[at](error => {
    console.log(at, error ? error.message : 'fine');
    at++;
    next();
  });
};
const last = () => {
  console.log(mode(), times(fs.lstatSync('link')), fs.readFileSync('f', 'utf8'));
  fs.closeSync(fd);
  const out = fs.createWriteStream('g');
  console.log(out instanceof fs.WriteStream, out.pending, out.path);
  out.on('open', () => console.log('open', out.pending));
  out.on('close', () => {
    console.log('close', out.bytesWritten);
    // Neither watcher keeps the program alive.
    fs.watch('.').unref();
    fs.watchFile('f', () => {}).unref();
    fs.rmSync(dir, {recursive: true});
  });
  out.end('four');
};
next();
