'use strict';
// Checks that the pinned Node.js still gives exactly the answers that are kept in this folder (see README.md).
//   node tests/answers/run.js            compares the answers
//   node tests/answers/run.js --write    writes them anew, after the questions or the version of Node.js have changed
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const anew = process.argv.includes('--write');
const folder = anew ? __dirname : fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-answers-'));
const shared = 'table.js';
let passed = 0;
let failed = 0;
const fail = text => {
  failed++;
  console.log(text);
};

const writers = path.join(__dirname, 'write');
for (const file of fs.readdirSync(writers).filter(name => name.endsWith('.js') && name !== shared)) {
  const {status, stdout, stderr} = spawnSync(process.execPath, [path.join(writers, file), folder], {encoding: 'utf8'});
  if (status !== 0) fail(`tests/answers/write/${file} failed\n${stdout}${stderr}`);
}

const tables = directory => fs.readdirSync(directory).filter(name => /\.(inc|tsv|out|err)$/.test(name));
const wanted = new Set([...tables(__dirname), ...tables(folder)]);
for (const name of wanted) {
  const [kept, made] = [__dirname, folder].map(directory => {
    const file = path.join(directory, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : null;
  });
  if (!made) {
    fail(`tests/answers/${name}: nothing in write/ writes it`);
  } else if (!kept) {
    fail(`tests/answers/${name} is not there: node tests/answers/run.js --write`);
  } else {
    const at = Array.from({length: Math.max(kept.length, made.length)}, (_, i) => i).find(i => kept[i] !== made[i]);
    if (at === undefined) passed++;
    else fail(`tests/answers/${name}:${at + 1}: it says\n  ${kept[at]}\nNode ${process.version} says\n  ${made[at]}`);
  }
}
if (!anew) fs.rmSync(folder, {recursive: true});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
