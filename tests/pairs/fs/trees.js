// fs.cp, fs.glob and fs.opendir: the files that are found, their order, and errors.
const fs = require('fs');

const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
const clean = text => text === undefined ? text : text.replaceAll(dir, 'DIR');
const tries = f => {
  try {
    console.log('->', f());
  } catch (err) {
    console.log(err.name, err.code, err.errno, err.syscall, clean(err.path), clean(err.message));
  }
};
fs.mkdirSync('a/b/c', {recursive: true});
fs.mkdirSync('a/.hidden');
fs.mkdirSync('a/d.js');
for (const name of ['a/1.txt', 'a/b/2.txt', 'a/b/c/3.txt', 'a/b/c/x.js', 'a/.dot', 'a/.hidden/y.js', 'f', 'g', 'z.js']) {
  fs.writeFileSync(name, name);
}
fs.symlinkSync('1.txt', 'a/link');
fs.symlinkSync('b', 'a/to-b');
fs.symlinkSync('nowhere', 'a/dangling');

for (const pattern of ['*', '**', '**/*', '**/*.js', 'a/*', 'a/**', 'a/*/', '**/', './*', './**/*.txt', 'a/**/c/*', '*.{js,txt}', 'a/b/2.txt',
  'a/?.txt', 'none/*', 'a/[0-9]*', '**/b/**', 'a/b/../*', '', 'a/!(b)', '**/.*', 'a/.*/*', 'a//b/*', '.']) {
  tries(() => fs.globSync(pattern));
}
tries(() => fs.globSync(dir + '/a/*.txt').map(clean));
tries(() => fs.globSync(['*.js', 'a/*.txt']));
tries(() => fs.globSync('*', {cwd: 'a'}));
tries(() => fs.globSync('**/*.js', {exclude: ['a/b/**']}));
tries(() => fs.globSync('**/*', {exclude: name => name === 'b' || name === 'a/b'}));
tries(() => fs.globSync('a/*', {withFileTypes: true}).map(entry => entry.name + ' ' + clean(entry.parentPath) + ' ' + entry.isDirectory()));

tries(() => fs.cpSync('no', 'x'));
tries(() => fs.cpSync('a', 'x'));
tries(() => fs.cpSync('a', 'a/x', {recursive: true}));
tries(() => fs.cpSync('a', 'a', {recursive: true}));
tries(() => fs.cpSync('f', 'a'));
tries(() => fs.cpSync('a', 'f', {recursive: true}));
tries(() => fs.cpSync('f', 'g', {errorOnExist: true, force: false}));
tries(() => fs.cpSync('f', 'g', {force: false}));
tries(() => fs.readFileSync('g', 'utf8'));
tries(() => fs.cpSync('f', 'g'));
tries(() => fs.readFileSync('g', 'utf8'));
tries(() => fs.cpSync('f', 'new/deep/g'));
tries(() => fs.cpSync('a', 'x', {recursive: true}));
tries(() => fs.readdirSync('x', {recursive: true}));
tries(() => clean(fs.readlinkSync('x/link')));
tries(() => fs.cpSync('a', 'v', {recursive: true, verbatimSymlinks: true, preserveTimestamps: true}));
tries(() => fs.readlinkSync('v/link'));
tries(() => fs.statSync('v/1.txt').mtime.getTime() === fs.statSync('a/1.txt').mtime.getTime());
tries(() => fs.cpSync('a', 'w', {recursive: true, filter: (from, to) => !from.endsWith('.txt') && !from.includes('dangling')}));
tries(() => fs.readdirSync('w', {recursive: true}));
tries(() => fs.cpSync('a', 'w', {dereference: true, verbatimSymlinks: true}));
tries(() => fs.cpSync('a', 'w\0'));

tries(() => fs.opendirSync('no'));
tries(() => fs.opendirSync('f'));
const open = fs.opendirSync('a');
console.log(open.path);
const names = [];
for (let entry; (entry = open.readSync()) !== null;) names.push(entry.name + entry.isDirectory() + entry.parentPath);
console.log(names.sort());
tries(() => open.readSync());
tries(() => open.closeSync());
tries(() => open.closeSync());
tries(() => open.readSync());

const told = err => console.log(err.name, err.code, err.errno, err.syscall, err.path, err.message);
(async () => {
  const p = fs.promises;
  for (const f of [() => p.cp('no', 'y'), () => p.cp('a', 'y'), () => p.cp('a', 'a/x', {recursive: true}), () => p.cp('f', 'f'),
    () => p.cp('f', 'a'), () => p.cp('a', 'f', {recursive: true}), () => p.cp('f', 'g', {errorOnExist: true, force: false}),
    () => p.opendir('no'), () => p.opendir('f')]) {
    try {
      await f();
      console.log('done');
    } catch (err) {
      told(err);
    }
  }
  await p.cp('a', 'y', {recursive: true, filter: async (from, to) => from !== 'a/b'});
  console.log(fs.readdirSync('y'));
  const found = [];
  for await (const entry of await p.opendir('a')) found.push(entry.name);
  console.log(found.sort());
  const all = [];
  for await (const entry of await p.opendir('a', {recursive: true})) all.push(entry.parentPath + '/' + entry.name);
  console.log(all.sort());
  const d = await p.opendir('a/b/c');
  d.read((err, entry) => console.log(err, entry.isFile()));
  d.read((err, entry) => console.log(err, entry.isFile()));
  tries(() => d.readSync());
  console.log(await d.read());
  await d.close();
  try {
    await d.close();
  } catch (err) {
    console.log(err.code, err.message);
  }
  fs.cp('f', 'h', err => {
    console.log(err, fs.readFileSync('h', 'utf8'));
    fs.cp('no', 'h', err => {
      console.log(err.message);
      fs.glob('*.js', (err, paths) => {
        console.log(err, paths);
        process.chdir('/');
        fs.rmSync(dir, {recursive: true});
      });
    });
  });
})();
