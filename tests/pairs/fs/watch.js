// fs.watch and fs.watchFile: changes of directories and files, with pauses between the steps.
const fs = require('fs');

const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
fs.writeFileSync('f', 'x');
fs.mkdirSync('sub');

try {
  fs.watch('none');
} catch (err) {
  console.log(err.name, err.code, err.errno, err.syscall, err.path, err.filename, err.message);
}
const told = [];
const tell = line => {
  if (told[told.length - 1] !== line) told.push(line); // one write may be reported once or twice
};
const flush = step => {
  console.log(step, told.splice(0));
};

const watcher = fs.watch('.', (type, name) => tell('dir ' + type + ' ' + name));
watcher.on('close', () => console.log('close'));
const file = fs.watch('f');
file.on('change', (type, name) => tell('file ' + type + ' ' + name));
const controller = new AbortController();
fs.watch('sub', {signal: controller.signal}, (type, name) => tell('sub ' + type + ' ' + name));

const polled = fs.watchFile('p', {interval: 20}, (now, before) => tell('poll ' + now.size + ' ' + before.size));

const steps = [
  () => fs.writeFileSync('n', ''),
  () => fs.appendFileSync('f', 'more'),
  () => fs.renameSync('n', 'm'),
  () => fs.chmodSync('m', 0o600),
  () => fs.writeFileSync('sub/inner', ''),
  () => fs.unlinkSync('m'),
  () => {
    file.close();
    controller.abort();
  },
  () => fs.appendFileSync('f', 'more'),
  () => fs.writeFileSync('sub/inner', 'again'),
  () => fs.writeFileSync('p', '12345'),
  () => fs.writeFileSync('p', '123'),
  () => fs.unlinkSync('p'),
  () => {
    fs.unwatchFile('p');
    watcher.close();
    watcher.close();
  },
];
let n = 0;
const timer = setInterval(() => {
  flush('step ' + n);
  const step = steps[n++];
  if (step) return step();
  clearInterval(timer);
  iterate();
}, 120);

async function iterate() {
  const ending = new AbortController();
  setTimeout(() => fs.writeFileSync('i', ''), 50);
  setTimeout(() => ending.abort(), 120);
  try {
    let first = true;
    for await (const event of fs.promises.watch('.', {signal: ending.signal})) {
      if (first) console.log(event);
      first = false;
    }
  } catch (err) {
    console.log(err.name, err.code);
  }
  process.chdir('/');
  fs.rmSync(dir, {recursive: true});
}
