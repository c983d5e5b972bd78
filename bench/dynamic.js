'use strict';
// Measures what it would cost to use a var instead of Lookup, util::Value and stream::Chunk, the library's other values
// with a type that is known only at run time. It counts the instructions of what the library does with these values
// under callgrind (the numbers are the same on every machine), and the preprocessed lines of the headers. Writes the
// tables of docs/var.md.
//   node bench/dynamic.js            needs build/release/bench/dynamic: cmake --build --preset release --target bench_dynamic
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {fill, markdown} = require('./lib/report.js');

const root = path.join(__dirname, '..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const program = path.join(build, 'bench/dynamic');
const compiler = process.env.NODECPP_CXX || 'clang++-19';
const few = 1000;
const many = 11000;

const things = [
  ['text', 'Lookup', 'a short text: made, copied, compared, taken'],
  ['longText', 'Lookup', 'a long text: the same'],
  ['nothing', 'Lookup', 'undefined: made, asked, copied'],
  ['query', 'Lookup', 'a query of three pairs: made, and one value taken'],
  ['chunk', 'stream::Chunk', 'a Buffer: made, handed on, its size, taken'],
  ['shown', 'util::Value', 'an object of three properties'],
];

function run(command, args) {
  const {status, stdout, stderr, error} = spawnSync(command, args, {encoding: 'utf8', maxBuffer: 1 << 28,
    env: {...process.env, GLIBC_TUNABLES: ''}});
  if (error || status !== 0) throw new Error(`${command}: ${error ? error.message : stderr}`);
  return {stdout, stderr};
}

// Returns the number of instructions that one run of the program executes.
function count(kind, name, times) {
  const out = path.join(os.tmpdir(), `nodecpp-dynamic-${process.pid}`);
  run('valgrind', ['--tool=callgrind', `--callgrind-out-file=${out}`, program, kind, name, String(times)]);
  const text = fs.readFileSync(out, 'latin1');
  fs.unlinkSync(out);
  return Number(/^(?:summary|totals): (\d+)/m.exec(text)[1]);
}
const each = (kind, name) => (count(kind, name, many) - count(kind, name, few)) / (many - few);

// Returns how many lines a file that includes these headers has after preprocessing. Empty lines do not count.
function lines(...headers) {
  const text = headers.map(header => `#include <nodecpp/${header}>\n`).join('');
  const file = path.join(os.tmpdir(), `nodecpp-dynamic-${process.pid}.cpp`);
  fs.writeFileSync(file, text);
  const {stdout} = run(compiler, ['-std=c++23', '-E', '-P', '-DNODECPP_SAFETY=1', '-I' + path.join(root, 'include'), file]);
  fs.unlinkSync(file);
  return stdout.split('\n').filter(Boolean).length;
}

const loop = each('none', 'text');
const rows = [['', 'what is done', 'instructions', 'of a var']];
for (const [name, type, does] of things) {
  rows.push([type, does, ...['own', 'var'].map(kind => String(Math.round(each(kind, name) - loop)))]);
  console.log(rows.at(-1).join(' | '));
}
const sizes = JSON.parse(run(program, ['sizes', '-', '0']).stdout);
const headers = [['header', 'has', 'lines', 'with var.h'],
  ...[['http.h', 'Lookup, stream::Chunk'], ['url.h', 'Lookup'], ['querystring.h', 'Lookup'], ['stream.h', 'stream::Chunk'], ['util.h', 'util::Value']]
    .map(([header, has]) => [header, has, lines(header), lines(header, 'var.h')]
      .map(cell => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)))];
console.log(headers.map(row => row.join(' | ')).join('\n'), sizes);
fill(path.join(root, 'docs/var.md'), 'dynamic', [
  'Bytes: ' + Object.entries(sizes).map(([type, size]) => `${type} ${size}`).join(', ') + '.',
  markdown(rows, 2), markdown(headers, 2)].join('\n\n'));
