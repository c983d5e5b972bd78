// Functions of fs: Stats with bigint numbers, links that glob follows, and the lines of a FileHandle.
const fs = require('fs');
const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
fs.writeFileSync('f', 'x'.repeat(5000));
fs.utimesSync('f', 1234567890.5, 1600000000.25);
const big = fs.statSync('f', {bigint: true}), plain = fs.statSync('f');
console.log(Object.keys(big).every(name => name.endsWith('s') || typeof big[name] === 'bigint'), big.isFile(), big.isDirectory());
console.log(Number(big.size) === plain.size, Number(big.ino) === plain.ino, Number(big.mode) === plain.mode, Number(big.blocks) === plain.blocks);
console.log(big.atimeMs, big.atimeNs, big.mtimeMs, big.mtimeNs, big.mtime);
console.log(big.birthtimeNs / 1000000n === big.birthtimeMs, plain.size, plain.mtimeMs);
fs.utimesSync('f', new Date(-1250), new Date(-1));
const early = fs.statSync('f', {bigint: true});
console.log(early.atimeMs, early.atimeNs, early.mtimeMs, early.mtimeNs, early.mtime);
for (const entry of [fs.statSync('f', {bigint: true}), fs.lstatSync('f', {bigint: true}), fs.statfsSync('f', {bigint: true})]) {
  console.log(require('util').inspect(entry).replace(/-?\d+/g, '#'));
}
console.log(fs.statSync('none', {bigint: true, throwIfNoEntry: false}), fs.lstatSync('none', {bigint: true, throwIfNoEntry: false}));
try {
  fs.statSync('none', {bigint: true});
} catch (err) {
  console.log(err.message);
}
const fd = fs.openSync('f');
console.log(fs.fstatSync(fd, {bigint: true}).size);
try {
  fs.fstatSync(1000, {bigint: true});
} catch (err) {
  console.log(err.message);
}

fs.mkdirSync('tree/a/b', {recursive: true});
fs.mkdirSync('tree/other/deep', {recursive: true});
fs.writeFileSync('tree/a/b/one.txt', '');
fs.writeFileSync('tree/other/deep/two.txt', '');
fs.symlinkSync('../other', 'tree/a/link');
fs.symlinkSync('../../a', 'tree/a/b/up');
fs.symlinkSync('nowhere', 'tree/dangling');
fs.symlinkSync('a/b/one.txt', 'tree/file');
for (const pattern of ['tree/**/*.txt', 'tree/**', '**/deep/*', 'tree/a/*/*', 'tree/*', './**/two.txt', 'tree/**/up/*']) {
  console.log(pattern, fs.globSync(pattern).sort(), fs.globSync(pattern, {followSymlinks: true}).sort());
}

(async () => {
  console.log((await fs.promises.stat('f', {bigint: true})).size, (await fs.promises.lstat('f', {bigint: true})).size);
  console.log((await fs.promises.statfs('f', {bigint: true})).bsize === fs.statfsSync('f', {bigint: true}).bsize);
  await fs.promises.stat('none', {bigint: true}).catch(err => console.log(err.message));
  const texts = ['', '\n', 'one', 'one\n', 'one\r\ntwo\r\n\r\nthree', '\r\r\n\n', 'a\u2028b\u2029c\u2027d', 'x\r', 'é\nü'];
  for (const text of texts) {
    fs.writeFileSync('lines', text);
    for (const options of [undefined, {highWaterMark: 1}, {start: 1, encoding: 'utf8'}]) {
      const handle = await fs.promises.open('lines');
      const lines = [];
      for await (const line of handle.readLines(options)) lines.push(line);
      await new Promise(resolve => setTimeout(resolve, 2));
      console.log(lines, handle.fd);
    }
  }
  const handle = await fs.promises.open('f');
  console.log((await handle.stat({bigint: true})).size);
  await handle.close();
  fs.stat('f', {bigint: true}, (err, stats) => {
    console.log(err, stats.size);
    fs.lstat('none', {bigint: true}, err => {
      console.log(err.message);
      fs.fstat(fd, {bigint: true}, (err, stats) => {
        console.log(err, stats.size);
        fs.statfs('/none', {bigint: true}, err => {
          console.log(err.message);
          fs.rmSync(dir, {recursive: true});
        });
      });
    });
  });
})();
