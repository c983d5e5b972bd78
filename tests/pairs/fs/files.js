// open, close, read, write, readFile, writeFile, appendFile with callbacks, synchronous and with promises; all flags;
// exact error messages.
const fs = require('fs');
const os = require('os');

const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
const tell = err => console.log(err.name, err.code, err.errno, err.syscall, err.path, err.message);
const tries = f => {
  try {
    console.log(f());
  } catch (err) {
    tell(err);
  }
};

fs.writeFileSync('a.txt', 'hello');
tries(() => fs.readFileSync('a.txt'));
tries(() => fs.readFileSync('a.txt', 'utf8'));
tries(() => fs.readFileSync('a.txt', 'hex'));
tries(() => fs.readFileSync('a.txt', {encoding: 'base64'}));
tries(() => fs.readFileSync('none'));
tries(() => fs.readFileSync('none', 'utf8'));
tries(() => fs.readFileSync('.'));
tries(() => fs.readFileSync('a\0b'));
tries(() => fs.readFileSync('a.txt', 'nope'));
tries(() => fs.readFileSync(77));
tries(() => fs.readFileSync('a.txt/b'));
tries(() => fs.openSync('a.txt', 'zz'));
tries(() => fs.openSync('a.txt', 'r', 'xx'));
tries(() => fs.openSync('a.txt', 'r', -1));
tries(() => fs.closeSync(-1));
tries(() => fs.closeSync(1.5));
tries(() => fs.closeSync(999));
tries(() => fs.writeFileSync('none/x', 'x'));
tries(() => fs.writeFileSync('.', 'x'));
tries(() => fs.writeFileSync('/dev/full', 'x'));

for (const flag of ['r', 'r+', 'rs', 'rs+', 'w', 'wx', 'w+', 'wx+', 'a', 'ax', 'a+', 'ax+', 'as', 'as+']) {
  for (const name of ['there', 'missing']) {
    fs.writeFileSync('there', 'content');
    let line = flag + ' ' + name + ':';
    try {
      const fd = fs.openSync(name, flag);
      const buffer = Buffer.alloc(4);
      try {
        line += ' read ' + fs.readSync(fd, buffer, 0, 4, 0);
      } catch (err) {
        line += ' ' + err.code;
      }
      try {
        line += ' wrote ' + fs.writeSync(fd, 'xy', 0);
      } catch (err) {
        line += ' ' + err.code;
      }
      fs.closeSync(fd);
      line += ' -> ' + fs.readFileSync(name, 'utf8');
    } catch (err) {
      line += ' ' + err.message;
    }
    console.log(line);
    if (fs.existsSync('missing')) fs.unlinkSync('missing');
  }
}

fs.appendFileSync('b.txt', 'one');
fs.appendFileSync('b.txt', Buffer.from(' two'));
fs.appendFileSync('b.txt', '20746872', 'hex');
console.log(fs.readFileSync('b.txt', 'latin1'));
fs.writeFileSync('b.txt', 'X', {flag: 'r+'});
console.log(fs.readFileSync('b.txt', 'utf8'));
fs.writeFileSync('m.txt', 'mode', {mode: 0o640});
console.log((fs.statSync('m.txt').mode & 0o777).toString(8));

const fd = fs.openSync('b.txt', 'r+');
const buffer = Buffer.alloc(8, '.');
console.log(fs.readSync(fd, buffer, 0, 3), buffer.toString());
console.log(fs.readSync(fd, buffer, {offset: 4, length: 2, position: 0}), buffer.toString());
console.log(fs.readSync(fd, buffer), buffer.toString());
console.log(fs.readvSync(fd, [Buffer.alloc(2), Buffer.alloc(2)], 1));
console.log(fs.writeSync(fd, Buffer.from('0123456789'), 2, 3, 0), fs.writevSync(fd, [Buffer.from('ab'), Buffer.from('cd')], 8));
fs.ftruncateSync(fd, 10);
fs.fsyncSync(fd);
fs.fdatasyncSync(fd);
console.log(fs.readFileSync('b.txt', 'utf8'));
tries(() => fs.readSync(fd, buffer, -1, 1));
tries(() => fs.readSync(fd, buffer, 0, 9));
tries(() => fs.readSync(fd, buffer, 0, -1));
tries(() => fs.readSync(fd, Buffer.alloc(0), 0, 1));
tries(() => fs.readSync(fd, buffer, 0, 1, -2));
tries(() => fs.writeSync(fd, buffer, 9));
tries(() => fs.writeSync(fd, buffer, 0, 9));
tries(() => fs.readvSync(fd, []));
tries(() => fs.writevSync(fd, []));
tries(() => fs.ftruncateSync(fd, 1.5));
fs.closeSync(fd);
fs.truncateSync('b.txt', 3);
console.log(fs.readFileSync('b.txt', 'utf8'));
tries(() => fs.truncateSync('none'));
tries(() => fs.fsyncSync(999));
tries(() => fs.fdatasyncSync(999));

fs.open('b.txt', (err, fd) => {
  console.log(err, typeof fd);
  fs.read(fd, Buffer.alloc(2), 0, 2, null, (err, count, buffer) => {
    console.log(err, count, buffer);
    fs.read(fd, {buffer: Buffer.alloc(1), position: 0}, (err, count, buffer) => {
      console.log(err, count, buffer);
      fs.write(fd, 'x', (err, count, text) => {
        console.log(err.message, count, text);
        fs.close(fd, err => {
          console.log(err);
          fs.close(fd, err => {
            tell(err);
            next();
          });
        });
      });
    });
  });
});

function next() {
  fs.readFile('none', (err, data) => {
    tell(err);
    fs.readFile('b.txt', 'utf8', (err, data) => {
      console.log(err, data);
      fs.readFile('b.txt', {encoding: 'hex'}, (err, data) => {
        console.log(err, data);
        fs.writeFile('c.txt', 'café', err => {
          console.log(err);
          fs.appendFile('c.txt', ' noir', 'utf8', err => {
            console.log(err, fs.readFileSync('c.txt').length);
            fs.truncate('c.txt', 2, err => {
              console.log(err, fs.readFileSync('c.txt', 'utf8'));
              promises();
            });
          });
        });
      });
    });
  });
  tries(() => fs.readFile('b.txt', 'nope', () => {}));
  tries(() => fs.open('a\0', () => {}));
  tries(() => fs.read(-1, () => {}));
}

async function promises() {
  console.log(await fs.promises.readFile('c.txt', 'utf8'), await fs.promises.readFile('c.txt'));
  await fs.promises.writeFile('d.txt', 'promised');
  await fs.promises.appendFile('d.txt', '!');
  await fs.promises.truncate('d.txt', 7);
  console.log(await fs.promises.readFile('d.txt', {encoding: 'latin1'}));
  try {
    await fs.promises.readFile('none');
  } catch (err) {
    tell(err);
  }
  try {
    await fs.promises.writeFile('a\0', '');
  } catch (err) {
    tell(err);
  }
  const controller = new AbortController();
  const reading = fs.promises.readFile('d.txt', {signal: controller.signal});
  controller.abort();
  try {
    await reading;
  } catch (err) {
    console.log(err.name, err.code, err.message, err.cause.name);
  }
  console.log(fs.readFileSync('/proc/self/cmdline').length > 0);
  for (const name of fs.readdirSync('.')) fs.unlinkSync(name);
  process.chdir('/');
  fs.rmdirSync(dir);
}
