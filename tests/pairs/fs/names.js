// The functions of fs for directories, links and attributes: exact results and error messages.
const fs = require('fs');

const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
const clean = text => text === undefined ? text : text.replaceAll(dir, 'DIR');
const tries = f => {
  try {
    const result = f();
    console.log('->', typeof result === 'string' ? clean(result) : result);
  } catch (err) {
    console.log(err.name, err.code, err.errno, err.syscall, clean(err.path), err.dest, clean(err.message));
  }
};
fs.writeFileSync('f', 'x');
tries(() => fs.mkdirSync('a/b/c'));
tries(() => fs.mkdirSync('a/b/c', {recursive: true}));
tries(() => fs.mkdirSync('f', {recursive: true}));
tries(() => fs.mkdirSync('f/x/y', {recursive: true}));
tries(() => fs.mkdirSync('f/x'));
tries(() => fs.mkdirSync('a'));
tries(() => fs.mkdirSync('m', 0o700));
tries(() => fs.mkdirSync('m2', '750'));
console.log((fs.statSync('m').mode & 0o777).toString(8), (fs.statSync('m2').mode & 0o777).toString(8));
tries(() => fs.mkdtempSync('no/x'));
console.log(fs.mkdtempSync('t-').length);
tries(() => fs.realpathSync('no/x'));
tries(() => fs.realpathSync('a/no/x'));
tries(() => fs.realpathSync('f/x'));
tries(() => fs.realpathSync.native('no/x'));
tries(() => fs.realpathSync('a/../a'));
fs.symlinkSync('loop', 'loop');
tries(() => fs.realpathSync('loop'));
tries(() => fs.statSync('loop'));
fs.symlinkSync('nowhere', 'dangling');
tries(() => fs.realpathSync('dangling'));
fs.symlinkSync('a/b', 'ab');
fs.symlinkSync('../f', 'a/up');
fs.symlinkSync(dir + '/a', 'absolute', 'dir');
tries(() => fs.realpathSync('ab/c'));
tries(() => fs.realpathSync('ab/../up'));
tries(() => fs.realpathSync('absolute/b/../up'));
tries(() => fs.realpathSync.native('absolute/b'));
tries(() => fs.readlinkSync('absolute'));
tries(() => fs.readlinkSync('f'));
tries(() => fs.readlinkSync('no'));
tries(() => fs.symlinkSync('x', 'f'));
tries(() => fs.linkSync('no', 'g'));
tries(() => fs.linkSync('f', 'h'));
console.log(fs.statSync('f').nlink);
tries(() => fs.renameSync('no', 'g'));
tries(() => fs.renameSync('h', 'h2'));
tries(() => fs.copyFileSync('no', 'g'));
tries(() => fs.copyFileSync('a', 'g'));
tries(() => fs.copyFileSync('f', 'a'));
tries(() => fs.copyFileSync('f', 'g', 9));
tries(() => fs.copyFileSync('f', 'g'));
tries(() => fs.copyFileSync('f', 'g', fs.constants.COPYFILE_EXCL));
tries(() => fs.rmdirSync('a'));
tries(() => fs.rmdirSync('f'));
tries(() => fs.unlinkSync('a'));
tries(() => fs.unlinkSync('no'));
tries(() => fs.readdirSync('no'));
tries(() => fs.readdirSync('f'));
tries(() => fs.readdirSync('.').filter(name => !name.startsWith('t-')));
tries(() => fs.readdirSync('a', {recursive: true}));
tries(() => fs.readdirSync('a', {withFileTypes: true}));
tries(() => fs.readdirSync('a', {withFileTypes: true, recursive: true}).map(entry => entry.parentPath + ':' + entry.name));
tries(() => fs.readdirSync('a', {withFileTypes: true}).map(entry => entry.isSymbolicLink() + ' ' + entry.isDirectory()));
tries(() => fs.readdirSync('no', {recursive: true}));
tries(() => fs.readdirSync('f', {recursive: true}));
tries(() => fs.readdirSync('a', {encoding: 'nope'}));
tries(() => fs.rmSync('no'));
tries(() => fs.rmSync('a'));
tries(() => fs.rmSync('no', {force: true}));
tries(() => fs.rmSync('g'));
tries(() => fs.rmdirSync('m'));
tries(() => fs.utimesSync('no', 1, 2));
tries(() => fs.utimesSync('f', 'x', 2));
tries(() => fs.utimesSync('f', NaN, 2));
tries(() => fs.lutimesSync('no', 1, 2));
tries(() => fs.futimesSync(99, 1, 2));
tries(() => fs.chownSync('f', -2, 2));
tries(() => fs.chownSync('f', -1, -1));
tries(() => fs.chmodSync('no', 0o600));
tries(() => fs.chmodSync('f', '9'));
tries(() => fs.fchmodSync(99, 0));
tries(() => fs.fchownSync(99, 0, 0));
tries(() => fs.lchownSync('no', 0, 0));
tries(() => fs.statfsSync('no'));
tries(() => fs.accessSync('no'));
tries(() => fs.accessSync('f', fs.constants.R_OK | fs.constants.W_OK));
tries(() => fs.accessSync('f', 9));
tries(() => fs.existsSync('f'));
tries(() => fs.existsSync('no'));
tries(() => fs.existsSync('f\0'));
tries(() => fs.lstatSync('no'));
tries(() => fs.statSync('no', {throwIfNoEntry: false}));
tries(() => fs.statSync('f/x', {throwIfNoEntry: false}));
tries(() => fs.fstatSync(99));

fs.chmodSync('f', '640');
fs.utimesSync('f', 1000.5, new Date(1767323045678));
const stats = fs.statSync('f');
console.log(stats.size, stats.isFile(), stats.isDirectory(), (stats.mode & 0o777).toString(8));
console.log(stats.atime, stats.mtime, stats.atimeMs, stats.mtimeMs, stats.mtime.getTime(), stats.mtime.toISOString());
console.log(stats.mtime.toUTCString(), stats.mtime > stats.atime, stats.birthtime instanceof Date);
fs.utimesSync('f', -1000.5, '20');
console.log(fs.statSync('f').mtimeMs);
fs.lutimesSync('ab', 5, 6);
console.log(fs.lstatSync('ab').mtimeMs, fs.lstatSync('ab').isSymbolicLink(), fs.statSync('ab').isDirectory());
const fd = fs.openSync('f');
fs.futimesSync(fd, 7, 8.25);
fs.fchmodSync(fd, 0o600);
console.log(fs.fstatSync(fd).atimeMs, fs.fstatSync(fd).mtimeMs, (fs.fstatSync(fd).mode & 0o777).toString(8));
fs.closeSync(fd);
console.log(fs.statSync('/dev/null').isCharacterDevice(), fs.statfsSync('.').bsize > 0);

fs.stat('no', (err, stats) => {
  console.log(err.message, stats);
  fs.mkdir('q/x/y', {recursive: true}, (err, made) => {
    console.log(err, made);
    fs.mkdir('q/x', {recursive: true}, (err, made) => {
      console.log(err, made || 'none');
      fs.readdir('q', (err, names) => {
        console.log(err, names);
        fs.rm('q', err => {
          console.log(err.name, err.code, err.message);
          fs.rm('q', {recursive: true}, err => {
            console.log(err);
            fs.rm('q', err => {
              console.log(err.message);
              fs.exists('f', there => {
                console.log(there);
                fs.access('no', err => {
                  console.log(err.message);
                  fs.realpath('no', err => {
                    console.log(clean(err.message));
                    promises();
                  });
                });
              });
            });
          });
        });
      });
    });
  });
});

async function promises() {
  const p = fs.promises;
  for (const f of [() => p.realpath('no'), () => p.mkdir('f/x/y', {recursive: true}), () => p.stat('no'), () => p.lstat('no'),
    () => p.rm('a'), () => p.rmdir('a'), () => p.unlink('a'), () => p.rename('no', 'x'), () => p.copyFile('no', 'x'),
    () => p.link('no', 'x'), () => p.symlink('no', 'f'), () => p.readlink('f'), () => p.readdir('no'), () => p.access('no'),
    () => p.chmod('no', 0), () => p.chown('no', 0, 0), () => p.utimes('no', 0, 0)]) {
    try {
      await f();
    } catch (err) {
      console.log(err.code, err.message);
    }
  }
  console.log(await p.mkdir('p/q', {recursive: true}), await p.readdir('p'), (await p.stat('p')).isDirectory());
  console.log((await p.readdir('p', {withFileTypes: true}))[0].name);
  process.chdir('/');
  await p.rm(dir, {recursive: true});
  console.log(fs.existsSync(dir));
}
