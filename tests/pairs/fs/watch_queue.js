// fs.promises.watch stores changes until they are asked for: how many it stores, and what happens with further changes.
const fs = require('fs');

const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
process.on('warning', warning => console.log(warning.name, warning.message));

const later = ms => new Promise(resolve => setTimeout(resolve, ms));

async function refused(options) {
  try {
    await fs.promises.watch('.', {...options, signal: AbortSignal.timeout(1)}).next();
  } catch (err) {
    console.log(err.name, err.code, err.message);
  }
}

async function overflowing(overflow, prefix) {
  const watcher = fs.promises.watch('.', {maxQueue: 2, overflow});
  const first = watcher.next();
  for (let i = 0; i < 5; i++) fs.mkdirSync(prefix + i);
  await later(50);
  try {
    console.log((await first).value.filename);
    console.log((await watcher.next()).value.filename);
    console.log((await watcher.next()).value.filename);
  } catch (err) {
    console.log(err.name, err.code, err.message);
  }
  await watcher.return();
}

(async () => {
  await refused({maxQueue: 1.5});
  await refused({overflow: 'throw'});
  await refused({maxQueue: -1});
  await overflowing('ignore', 'a');
  await overflowing('error', 'b');
  await later(20);
  process.chdir('/');
  fs.rmSync(dir, {recursive: true});
})();
