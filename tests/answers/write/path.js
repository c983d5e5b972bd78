// Writes path.tsv: Node's answers to thousands of calls. Each line has the function, its arguments, and the result.
'use strict';
const path = require('path');
const {keep} = require('./table.js');

process.cwd = () => '/home/user/project';

const lines = [];

// A random number generator with a fixed seed, so that each run gives the same numbers.
let seed = 20240901;
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >>> 8) % below;
};
const pick = (list) => list[random(list.length)];

const call = (name, ...args) => {
  const [kind, method] = name.split('.');
  let result = path[kind][method](...args);
  if (result !== null && typeof result === 'object')
    result = ['root', 'dir', 'base', 'ext', 'name'].map((key) => result[key]).join('|');
  const row = [name, ...args.map((a) => typeof a === 'string' ? a : JSON.stringify(a)), String(result)];
  if (!row.some((cell) => /[\t\n]/.test(cell))) lines.push(row.join('\t'));
};

const fixed = {
  posix: ['', '.', '..', '/', '//', '///', '/a', 'a/', 'a', '/.', '/..', '/...', './', '../', '/../', 'a.b', '.a', '.a.b', 'a.', 'a..',
    '..a', 'a/..', 'a/../..', '/a/b/', '//a', '//a//b//', 'a.b/', 'a.b//', '/a.b', '/.a', 'ä/ö.ü', 'a b/c d', '\\a\\b', 'C:\\a',
    '/home/user/project', '/home/user', '/home/user/project/x/y', '/home/user/projects', '/x/y'],
  win32: ['', '.', '..', '/', '\\', '\\\\', '//', '\\\\\\', 'C:', 'c:', 'C:.', 'C:..', 'C:\\', 'C:/', 'C:\\a', 'C:a', 'C:a\\', 'c:/a/b.c/',
    '\\\\s', '\\\\s\\', '\\\\s\\t', '\\\\s\\t\\', '//s/t/a', '\\\\s\\\\t', '\\\\.\\x', '\\\\?\\C:\\a', '\\\\?\\UNC\\s\\t', '\\\\.\\COM1:',
    '\\\\.\\COM1:\\a', 'CON', 'CON:', 'CON:a', 'con:..\\a', 'CONx', 'COM¹:', 'COM¹ä', 'COM10:', 'a:b', 'a:b:', 'ab:\\c', 'ab:', 'aux:.\\x',
    '.\\C:a', 'x\\..\\C:a', 'a\\..\\', 'D:\\x', 'd:x', 'C:\\a.b', 'C:.a', 'C:..a', 'LPT9:..\\..\\a', '\\a', '/a/b', 'Z:\\Ä', '\\\\S\\T\\a\\b'],
};
const atoms = {
  posix: ['/', '/', '/', '.', '..', 'a', 'b', 'ab', '.c', 'a.b', '...', 'ä', ' ', '//', '/./', '/../', '\\'],
  win32: ['\\', '\\', '/', '/', '.', '..', 'a', 'b', 'AB', 'ab', '.c', 'a.b', '...', 'C:', 'c:', 'D:', ':', '\\\\', '//', '\\\\s\\t', '\\\\?\\',
    '\\\\.\\', 'CON', 'nul:', 'COM1', 'com1:', 'lpt²:', '\\..\\', 'ö'],
};
const randomPath = (kind) => {
  let out = '';
  for (let n = 1 + random(7); n > 0; n--) out += pick(atoms[kind]);
  return out;
};

for (const kind of ['posix', 'win32']) {
  const inputs = new Set(fixed[kind]);
  while (inputs.size < 260) inputs.add(randomPath(kind));
  const all = [...inputs];
  for (const input of all) {
    for (const method of ['basename', 'dirname', 'extname', 'normalize', 'isAbsolute', 'parse', 'toNamespacedPath', 'resolve', 'join'])
      call(`${kind}.${method}`, input);
    const name = path[kind].basename(input);
    for (const suffix of new Set([name, name.slice(1), 'x' + name, '.b', 'b', '/', pick(all)])) call(`${kind}.basename`, input, suffix);
  }
  const some = (n) => Array.from({length: n}, () => random(3) ? pick(all) : pick(fixed[kind]));
  call(`${kind}.join`);
  call(`${kind}.resolve`);
  for (let i = 0; i < 450; i++) {
    call(`${kind}.join`, ...some(2));
    call(`${kind}.join`, ...some(3));
    call(`${kind}.resolve`, ...some(2));
    call(`${kind}.resolve`, ...some(3));
    call(`${kind}.relative`, ...some(2));
  }
  for (const from of fixed[kind]) for (const to of fixed[kind]) if (random(4) === 0) call(`${kind}.relative`, from, to);
  const optional = (list) => random(2) ? pick(list) : undefined;
  for (let i = 0; i < 80; i++) {
    const parts = {root: optional(['/', 'C:\\', '\\\\s\\t\\', '']), dir: optional(['/', 'C:\\', '/a', 'a\\b', '']),
      base: optional(['x.y', '', 'z']), ext: optional(['.t', 't', '', '..']), name: optional(['n', ''])};
    call(`${kind}.format`, Object.values(parts).map((v) => v ?? '').join('|') && parts);
  }
}
keep('path.tsv', lines.join('\n') + '\n');
