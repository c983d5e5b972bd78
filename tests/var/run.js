'use strict';
// Runs random programs in an interpreter in Node.js and in the same interpreter over Node.cpp's var: both must leave
// the same values in the variables. The programs are made from a number: --seed N. --count N sets how many, and --only
// I shows one.
const {spawn} = require('child_process');
const {seed, program, interpret} = require('./programs.js');
const sample = require('../support/sample.js');

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const path = option('--program', 'build/release/tests/var_cases');
const first = Number(option('--seed', sample.seed ? parseInt(sample.seed, 16) % 1000003 || 1 : 1));
const count = Number(option('--count', process.env.WHOLE ? 1000000 : sample.seed ? 3000 : 10000));
const only = option('--only');

const batch = 5000;
async function runBatch(from, size) {
  const expected = [];
  const texts = [];
  for (let i = from; i < from + size; i++) {
    seed(first * 1000003 + i * 7919);
    const statements = program();
    expected.push(interpret(statements).toWellFormed());
    texts.push(JSON.stringify(statements));
    if (only !== undefined) {
      console.log(statements.map(each => JSON.stringify(each)).join('\n'));
      console.log('\nNode.js:  ' + expected[0].replaceAll('\n', '\n          '));
    }
  }
  const child = spawn(path, {stdio: ['pipe', 'pipe', 'inherit']});
  child.stdin.on('error', () => {});
  child.stdin.end(texts.join('\n') + '\n');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', chunk => { output += chunk; });
  const code = await new Promise(resolve => child.on('close', resolve));
  const got = output.split('\0\n');
  let bad = 0;
  for (let i = 0; i < size; i++) {
    if (only !== undefined) console.log('\nNode.cpp: ' + String(got[i]).replaceAll('\n', '\n          '));
    if (got[i] === expected[i]) continue;
    if (['too deep', 'too long'].includes(expected[i])) continue;
    if (bad++ < 3) {
      const ours = String(got[i]).split('\n'), theirs = expected[i].split('\n');
      const line = theirs.findIndex((text, at) => text !== ours[at]);
      console.log(`program ${from + i} differs\n  Node.js:  ${theirs[line]}\n  Node.cpp: ${ours[line]}\n  ${texts[i]}`);
    }
  }
  if (code !== 0) console.log(`the program ended with ${code} after ${got.length - 1} of ${size} programs`);
  return bad || (code === 0 ? 0 : 1);
}

(async () => {
  let failed = 0;
  if (only !== undefined) {
    failed = await runBatch(Number(only), 1);
  } else {
    for (let from = 0; from < count && failed < 100; from += batch) failed += await runBatch(from, Math.min(batch, count - from));
  }
  console.log(`${count - failed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
