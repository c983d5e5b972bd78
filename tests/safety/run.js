'use strict';
// Runs small programs in ordinary Node style, each with a bug that C++ alone would not notice (see README.md). Each is
// compiled with AddressSanitizer and the library of build/asan, and runs with limits of time and stack. The first line
// of a program says what must happen. The test fails when something else happens, or when a protection that a program
// marks as missing exists now.
//
//   run.js [NAME…] [--table]
const fs = require('fs');
const os = require('os');
const path = require('path');
const {sample} = require('../support/sample.js');
const {addressFlags, buildFolder, compiler, execute, flags, libraries} = require('../support/users.js');

const build = buildFolder('asan');
const folder = path.join(__dirname, 'programs');
const work = path.join(build, 'safety');
const seconds = 20;
const stackKiB = 8192;

const options = [...flags(build), ...addressFlags, '-O1', '-g1', '-fno-color-diagnostics', '-Wno-unused-value'];

// Returns the expectations in the comments at the beginning of a program.
function expectation(name) {
  const text = fs.readFileSync(path.join(folder, `${name}.cpp`), 'utf8');
  const [, kind, words] = /^\/\/ (right|defined|refused|checker): (.*)\n/.exec(text) || [];
  if (!kind) throw new Error(`tests/safety/programs/${name}.cpp does not say in its first line what must happen`);
  const missing = /^\/\/ not yet: (.*)$/m.exec(text);
  const answer = [...text.matchAll(/^\/\/ > ?(.*)\n/gm)].map(match => match[1] + '\n').join('');
  const options = /^\/\/ options: (.*)$/m.exec(text);
  return {kind, words, answer, missing: missing && missing[1], options: options ? options[1] : ''};
}

// Returns what a sanitizer has found, or null.
function finding(run) {
  const found = /(ERROR: (?:Address|Leak)Sanitizer:? [^\n]*|runtime error: [^\n]*|SUMMARY: [^\n]*)/.exec(run.err);
  return found ? found[1].replace(/ on (unknown )?address.*/, '') : null;
}

// Returns null when the expected result has happened, and otherwise what happened instead.
async function hold(name, expected, headers) {
  const program = path.join(work, name);
  const compiled = await execute(compiler, [...options, ...headers, path.join(folder, `${name}.cpp`), '-o', program, ...libraries(build)],
    {seconds: 300});
  if (expected.kind === 'refused') {
    if (compiled.code === 0) return 'it compiles';
    const first = compiled.err.split('\n').find(line => / error: /.test(line)) || '';
    const words = expected.words.replace(/^-W/, ',-W');
    return compiled.err.split('\n').some(line => / error: /.test(line) && line.includes(words)) ? null : `refused with: ${first}`;
  }
  if (compiled.code !== 0) return `it does not compile: ${(compiled.err.split('\n').find(line => / error: /.test(line)) || compiled.err).trim()}`;
  const limited = ['-c', `ulimit -s ${stackKiB}; exec "$0"`, program];
  const run = await execute('/bin/sh', limited, {seconds, env: {...process.env, NODECPP_OPTIONS: expected.options,
    ASAN_OPTIONS: 'detect_leaks=1:detect_stack_use_after_return=1:handle_segv=0:handle_abort=0', UBSAN_OPTIONS: 'print_stacktrace=0'}});
  fs.rmSync(program, {force: true});
  if (run.late) return `it runs for more than ${seconds} seconds`;
  const found = finding(run);
  if (found) return found;
  if (run.signal && run.signal !== 'SIGABRT') return `it ends by ${run.signal}`;
  if (expected.kind === 'right') {
    if (run.code !== 0) return `it ends with ${run.signal || run.code}: ${run.err.trim().split('\n').slice(-12).join(' | ')}`;
    return run.out === expected.answer ? null : `it prints: ${run.out.trim().slice(0, 300).replaceAll('\n', ' | ')}`;
  }
  if (run.code === 0) return `it ends as if all were right: ${run.out.trim().slice(0, 300).replaceAll('\n', ' | ')}`;
  return run.err.includes(expected.words) ? null : `it ends with ${run.signal || run.code}: ${run.err.trim().slice(0, 300).replaceAll('\n', ' | ')}`;
}

async function precompile() {
  const out = path.join(work, 'headers.pch');
  const source = path.join(__dirname, 'headers.h');
  const made = await execute(compiler, [...options, '-x', 'c++-header', source, '-o', out], {seconds: 300});
  if (made.code !== 0) throw new Error(`tests/safety/headers.h does not compile:\n${made.err}`);
  return ['-include-pch', out];
}

(async () => {
  const table = process.argv.includes('--table');
  const only = process.argv.slice(2).filter(name => !name.startsWith('--'));
  const all = fs.readdirSync(folder).filter(file => file.endsWith('.cpp')).map(file => file.replace('.cpp', '')).sort();
  const unknown = only.filter(name => !all.includes(name));
  if (unknown.length) throw new Error(`tests/safety/programs has no ${unknown.join(', ')}`);
  fs.mkdirSync(work, {recursive: true});
  const names = only.length ? only : sample(all, 8);
  const headers = await precompile();
  let held = 0;
  let failed = 0;
  let next = 0;
  const lines = [];
  await Promise.all(Array.from({length: Math.min(2, os.cpus().length)}, async () => {
    while (next < names.length) {
      const name = names[next++];
      const expected = expectation(name);
      // These programs are refused only by nodecpp-check, because the compiler cannot see the bug.
      if (expected.kind === 'checker') {
        lines.push(`${name}\tchecker\t`);
        continue;
      }
      const instead = await hold(name, expected, headers);
      lines.push(`${name}\t${expected.kind}\t${instead || 'holds'}`);
      if (expected.missing ? instead : !instead) {
        held++;
      } else {
        failed++;
        if (!table) console.log(`tests/safety/programs/${name}.cpp: ${instead || 'it holds: take its "not yet" away'}`);
      }
    }
  }));
  if (table) console.log(lines.sort().join('\n'));
  console.log(`${held} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
