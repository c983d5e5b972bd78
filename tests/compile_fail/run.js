'use strict';
// Compiles each trap (see README.md): with TRAP defined it must fail with the expected error, and without TRAP it must
// compile.
const fs = require('fs');
const path = require('path');
const {spawn} = require('child_process');
const {sample} = require('../support/sample.js');
const users = require('../support/users.js');

const flags = users.flags(users.buildFolder('release'));

function compile(file, defines) {
  return new Promise(resolve => {
    const child = spawn(users.compiler, [...flags, '-fsyntax-only', '-fno-color-diagnostics', ...defines, file],
      {stdio: ['ignore', 'ignore', 'pipe']});
    let messages = '';
    child.stderr.on('data', chunk => { messages += chunk; });
    child.on('error', error => resolve({code: 127, messages: error.message}));
    child.on('close', code => resolve({code, messages}));
  });
}

// Returns what is wrong with a trap, or null.
async function check(file) {
  const text = fs.readFileSync(file, 'utf8');
  const expected = /^\/\/ (first )?error: (.*)$/m.exec(text);
  if (!expected) return 'has no "// error:" line';
  if (!/#ifdef TRAP/.test(text)) return 'has no #ifdef TRAP';
  const twin = await compile(file, []);
  if (twin.code !== 0) return `the twin does not compile:\n${twin.messages}`;
  const trap = await compile(file, ['-DTRAP']);
  if (trap.code === 0) return 'the trap compiles';
  const errors = trap.messages.split('\n').filter(line => / error: /.test(line));
  // For frequent mistakes of a port ("first error") the first message must show the line of the program and say what to
  // write.
  if (expected[1]) {
    const [first] = errors;
    return first.startsWith(`${file}:`) && first.includes(expected[2]) ? null : `its first error is another one: ${first}`;
  }
  // The named error must be among the errors, and all errors must be in this file: a header that fails to compile
  // proves nothing. Notes may be in any file.
  const foreign = errors.find(line => !line.startsWith(file) && !line.includes('static assertion'));
  if (foreign) return `fails elsewhere: ${foreign}`;
  const word = expected[2].replace(/^-W/, ',-W');
  if (!errors.some(line => line.includes(word))) return `fails with another error:\n${errors.join('\n')}`;
  return null;
}

(async () => {
  const only = process.argv.slice(2);
  const all = fs.readdirSync(__dirname).filter(file => file.endsWith('.cpp')).sort();
  const files = only.length ? all.filter(file => only.includes(file.replace('.cpp', ''))) : sample(all, 6);
  let passed = 0;
  let failed = 0;
  await users.each(files, async file => {
    const complaint = await check(path.join(__dirname, file));
    if (complaint === null) {
      passed++;
    } else {
      failed++;
      console.log(`tests/compile_fail/${file}: ${complaint}`);
    }
  });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
