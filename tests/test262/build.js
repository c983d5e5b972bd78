'use strict';
// Compiles the cases of test262 that were translated to C++. Cases that do not compile are left out, with the
// compiler's first error, and the others are built again.
const fs = require('fs');
const path = require('path');
const {spawn} = require('child_process');
const {files, writeAll} = require('./generate.js');

const rounds = 6;

function run(command, args, root, env = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {cwd: root, env: {...process.env, ...env}, stdio: ['ignore', 'pipe', 'pipe']});
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', chunk => { output += chunk; });
    child.on('error', error => resolve({code: 127, output: error.message}));
    child.on('close', (code, signal) => resolve({code: code ?? signal, output}));
  });
}

// Returns the compiler's errors as [{file, line, message}]. The place is in a case: for an error in a template it is
// found in the error's notes.
function errorsOf(output) {
  const errors = [];
  let open = null;
  for (const line of output.split('\n')) {
    const found = /^(?:In file included from )?(\S+?):(\d+):(?:\d+: )?(?:(fatal error|error|warning|note): )?(.*)/.exec(line);
    if (!found) continue;
    const [, file, number, kind, message] = found;
    if (kind === 'error' || kind === 'fatal error') errors.push(open = {message});
    if (kind === 'warning') open = null;
    if (open && !open.file && file.includes('/test262/cases/')) Object.assign(open, {file: path.basename(file), line: Number(number)});
  }
  return errors;
}

// Leaves out the part with the error: an assertion that nothing else needs, or otherwise the whole case.
function refuse({one, piece}, message) {
  const target = piece?.asks ? piece : one;
  if (target.refused) return;
  target.refused = message;
  if (piece?.asks) {
    one.left++;
    one.assertions -= piece.assertions;
    one.leftReason ??= 'C++ refuses it';
    if (one.pieces.every(each => each.refused || each.assertions === 0)) one.refused = message;
  }
}

async function build(root, all, preset) {
  const folder = path.join(root, 'build/test262/cases');
  for (let round = 0; round < rounds; round++) {
    const made = files(all);
    writeAll(folder, made);
    if (round === 0) {
      const {code, output} = await run('cmake', ['--preset', preset], root);
      if (code !== 0) throw new Error(`cmake failed:\n${output}`);
    }
    const since = Date.now();
    const {code, output} = await run('cmake', ['--build', '--preset', preset, '--target', 'test262_cases', '--parallel',
      process.env.JOBS || String(require('os').cpus().length), '--', '-k', '0'], root);
    console.log(`round ${round + 1}: built in ${Math.round((Date.now() - since) / 1000)} s`);
    if (code === 0) return;
    fs.writeFileSync(path.join(root, 'build/test262/errors.log'), output, {flag: round === 0 ? 'w' : 'a'});
    const errors = errorsOf(output);
    let refused = 0;
    for (const {file, line, message} of errors) {
      const owner = file && made.get(file)?.lines[line];
      if (!owner) continue;
      refuse(owner, message);
      refused++;
    }
    if (!refused) throw new Error(`it does not build, and no case is the reason:\n${output.slice(-4000)}`);
  }
  throw new Error(`after ${rounds} rounds there are still cases that do not compile: build/test262/errors.log`);
}

module.exports = {build, run, errorsOf};
