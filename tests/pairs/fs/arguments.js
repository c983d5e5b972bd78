// Arguments that fs refuses, and arguments that it accepts.
const fs = require('fs');

const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
const tries = f => {
  try {
    console.log('->', f());
  } catch (err) {
    console.log(err.name, err.code, err.message);
  }
};
fs.writeFileSync('f', 'hello');
fs.writeFileSync(1, 'direct\n');
tries(() => fs.writeFileSync('f', 'x', {flush: true, mode: '600'}));
tries(() => fs.writeFileSync('f', 'zz', {encoding: 'nope'}));
tries(() => fs.appendFileSync('f', 'zz', {flag: 'q'}));
tries(() => fs.readFileSync('f', {flag: 'q'}));
tries(() => fs.readFileSync('f', {encoding: 'buffer'}));
tries(() => fs.mkdirSync('x', {mode: '9'}));
tries(() => fs.mkdirSync('x', '9'));
tries(() => fs.rmSync('x', {maxRetries: -1}));
tries(() => fs.rmdirSync('x', {retryDelay: -1}));
tries(() => fs.copyFileSync('f', 'g', 1.5));
tries(() => fs.opendirSync('.', {encoding: 'nope'}));
tries(() => fs.watch('.', {encoding: 'nope'}));
tries(() => fs.watchFile('f', {interval: -1}, ()=> {}));
tries(() => fs.watchFile('f'));
tries(() => fs.createReadStream('f', {highWaterMark: -1}));
tries(() => fs.existsSync(''));
tries(() => fs.accessSync('f', -1));
tries(() => fs.accessSync('f', 1.5));
tries(() => fs.chmodSync('f', -1));
tries(() => fs.fchmodSync(-1, 0));
tries(() => fs.chownSync('f', 1.5, 0));
tries(() => fs.cpSync('f', 'g', {mode: 9}));
tries(() => fs.utimesSync('f', Infinity, 0));
tries(() => fs.readdirSync('f\0'));
tries(() => fs.linkSync('f\0', 'g'));
tries(() => fs.linkSync('f', 'g\0'));
tries(() => fs.symlinkSync('f\0', 'g'));
tries(() => fs.renameSync('f\0', 'g'));
tries(() => fs.renameSync('f', 'g\0'));
tries(() => fs.mkdtempSync('f\0'));
tries(() => fs.truncateSync('f', -5));
tries(() => fs.truncateSync('f', 1.5));
tries(() => fs.statSync('f').size);
fs.createReadStream('f', {flags: 'zz'}).on('error', err => console.log('stream', err.code, err.message));
fs.readFile('f', {encoding: 'utf8', flag: 'a+'}, (err, text) => {
  console.log(text);
  tries(() => fs.truncate('f', 1.5, () => {}));
  process.chdir('/');
  fs.rmSync(dir, {recursive: true});
});
