// Writes path_globs.tsv: the results of Node's path.matchesGlob for thousands of paths and patterns.
'use strict';
process.removeAllListeners('warning');
const path = require('path');
const {keep} = require('./table.js');

let seed = 99;
const lines = [];
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >>> 8) % below;
};
const pick = (list) => list[random(list.length)];

const patterns = ['*', '**', '*.js', '**/*.js', 'a/**', 'a/**/b', '**/a/**/b', '**/a/**/.b', '/a/*', '?', '??.js', 'a?c', '[abc]', '[a-c]x', '[!a]b',
  '[^a-b]*', '[]a]', '[a-]', '[z-a]', '[', '[ab', 'a[', '[[:digit:]]*', '[[:alpha:]_]?', '[[:upper:]][[:lower:]]', '{a,b}', '{a,b}/*.{js,ts}',
  'a{1..3}', '{01..03}', '{a..e..2}', '{a,{b,c}}d', '{a}', '{}', '{},a', 'a{,b}', '{a,b', 'a,b}', '${a,b}', '*(a|b)', '+(a|b)c', '?(a)b', '@(a|b|*.js)',
  '!(a)', '!(a|b)', '!(*.js)', 'a!(b)c', '!(a).js', '*.!(js)', '!()', '@()', '+(.x|*)', '.*', '.a', '..', '.', './a', 'a/../b', 'a/./b', 'a//b', 'a/', '*/',
  '**/', '**/.*', '**/..', 'a/**/../b/c', '.?', '..*', '*a*b*', '***', 'a**', '**b', '@(a', '!(a', '(a|b)', 'a|b', '\\*', 'a\\b', '#a', '!a', '😀', '?😀',
  '??', 'ä*', '+(a|+(b|c))', '@(a|@(b))', '*(*)', 'x/*(a|b)/y', '**/{a,b}/**', ''];
const paths = ['a', 'b', 'c', 'ab', 'abc', 'x', 'ax', 'cx', 'a.js', 'ab.js', '.js', '.a', '.a.js', '..', '.', '', '/', '/a', '/a/b', 'a/b', 'a/b/c', 'a/x/b',
  'a/x/y/b', 'a/.b', 'a/.x/b', 'x/a/b', 'x/a/y/b', 'x/a/.b', 'a/', 'a//', 'a//b', './a', 'a/./b', 'a/../b', '../a', 'b/c', 'a/c', 'a/b.ts', 'b/c.js',
  'a1', 'a2', 'a4', '01', '02', 'e', 'bd', 'cd', 'ac', 'bc', 'aabc', 'aba', '{a}', '{}', '{},a', '{a,b', '-', ']', '[', '5x', 'Ab', 'A_', '_b', '😀', 'ä', 'äb',
  '*', '\\*', '#a', '!a', '$a', '${a,b}', 'x/a/y', 'x/ab/y', 'x//y', '@()', '!()', '(a|b)', 'foo.txt', '.x', '.xa', 'x.x', 'bar.js', 'a/b/c/d.js'];
const call = (kind, p, pattern) =>
  lines.push([`${kind}.matchesGlob`, p, pattern, path[kind].matchesGlob(p, pattern)].join('\t'));

const atoms = ['a', 'b', 'c', '.', '*', '**', '?', '/', '/', '[ab]', '[!a]', '{a,b}', '{b,c/d}', '@(a|b)', '!(a)', '*(a|b)', '?(c)', '+(b|.a)', '.js'];
const glob = () => Array.from({length: 1 + random(6)}, () => pick(atoms)).join('');
const file = () => Array.from({length: 1 + random(7)}, () => pick(['a', 'b', 'c', '.', '/', 'd', '.js', 'ab'])).join('');
for (const pattern of patterns) for (const p of paths) if (random(3) === 0) call('posix', p, pattern);
for (let i = 0; i < 2000; i++) call('posix', file(), glob());
for (const pattern of ['C:/*', 'c:\\*', '\\\\s\\t\\*', '//?/C:/*', 'a\\*', '**\\b', '*.JS', '[A]', 'C:/../a', '*:/a'])
  for (const p of ['C:\\a', 'c:/a', 'C:/A', 'C:', '\\\\s\\t\\a', '//s/t/b', '\\\\?\\C:\\a', 'a\\b', 'a/b', 'x.js', 'A', 'a', 'C:\\..\\a', 'x\\y\\b'])
    call('win32', p, pattern);
keep('path_globs.tsv', lines.join('\n') + '\n');
