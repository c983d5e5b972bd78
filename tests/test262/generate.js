'use strict';
// Translates test262's files to C++, with about fifty cases in each file of build/test262/cases, and records which line
// belongs to which case.
const fs = require('fs');
const path = require('path');
const {translate} = require('./translate/translate.js');
const {literal} = require('./translate/literals.js');

const casesToAFile = 50;
// The folders of test262 that are translated, by the names in the table of docs/test262.md.
const groups = {
  String: ['built-ins/String', 'annexB/built-ins/String'],
  Array: ['built-ins/Array', 'built-ins/ArrayIteratorPrototype'],
  Map: ['built-ins/Map', 'built-ins/MapIteratorPrototype'],
  Set: ['built-ins/Set', 'built-ins/SetIteratorPrototype'],
  Math: ['built-ins/Math'],
  Number: ['built-ins/Number', 'built-ins/parseInt', 'built-ins/parseFloat', 'built-ins/isNaN', 'built-ins/isFinite', 'built-ins/NaN',
    'built-ins/Infinity'],
  BigInt: ['built-ins/BigInt'],
  Date: ['built-ins/Date', 'annexB/built-ins/Date'],
  URIs: ['built-ins/encodeURI', 'built-ins/encodeURIComponent', 'built-ins/decodeURI', 'built-ins/decodeURIComponent',
    'annexB/built-ins/escape', 'annexB/built-ins/unescape'],
  RegExp: ['built-ins/RegExp', 'annexB/built-ins/RegExp', 'built-ins/RegExpStringIteratorPrototype', 'language/literals/regexp'],
  JSON: ['built-ins/JSON'],
  ArrayBuffer: ['built-ins/ArrayBuffer'],
  DataView: ['built-ins/DataView'],
  TypedArray: ['built-ins/TypedArray', 'built-ins/TypedArrayConstructors'],
  operators: ['addition', 'bitwise-and', 'bitwise-not', 'bitwise-or', 'bitwise-xor', 'division', 'exponentiation', 'greater-than',
    'greater-than-or-equal', 'left-shift', 'less-than', 'less-than-or-equal', 'modulus', 'multiplication', 'right-shift',
    'strict-equals', 'strict-does-not-equal', 'subtraction', 'unary-minus', 'unary-plus', 'unsigned-right-shift',
    'prefix-increment', 'prefix-decrement', 'postfix-increment', 'postfix-decrement'].map(name => `language/expressions/${name}`),
};

function filesUnder(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, {withFileTypes: true}).flatMap(entry => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(file);
    // browser.js and shell.js belong to SpiderMonkey, not to test262.
    return /^(browser|shell)\.js$|_FIXTURE\.js$/.test(entry.name) || !entry.name.endsWith('.js') ? [] : [file];
  }).sort();
}

// Returns all cases: {name, group, pieces, assertions, left} or {name, group, reason}.
function cases(source) {
  return Object.entries(groups).flatMap(([group, folders]) => folders.flatMap(folder => filesUnder(path.join(source, folder)).map(file => ({
    name: path.relative(source, file).replace(/\.js$/, '').replace(/^built-ins\/|^language\/expressions\//, ''),
    group, ...translate(fs.readFileSync(file, 'utf8'))}))));
}

// Writes a file only when its text changes, so that unchanged files are not compiled again.
function write(file, text) {
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) fs.writeFileSync(file, text);
}

// Returns a Map from each file's name to {text, lines}. `lines[n]` is the case and the piece of line n.
function files(all) {
  const made = new Map();
  for (const group of Object.keys(groups)) {
    const carried = all.filter(one => one.group === group && one.pieces);
    // Cases of one folder are in the same file, because they share instances of templates.
    for (let i = 0; i < carried.length; i += casesToAFile) {
      const lines = [];
      const out = [];
      const add = (code, owner) => {
        for (const line of code.split('\n')) {
          out.push(line);
          lines[out.length] = owner;
        }
      };
      add('// Made by tests/test262/generate.js of test262\'s cases.\n#include "js.h"\n\nnamespace {\n\nusing namespace nodecpp;\n');
      carried.slice(i, i + casesToAFile).forEach((one, k) => {
        if (one.refused) return;
        add(`void case${k}() {  // ${one.name}`, {one});
        for (const piece of one.pieces) if (!piece.refused) add(piece.code, {one, piece});
        add(`}\nconst js::Case name${k}(${literal(one.name)}, case${k});\n`, {one});
      });
      add('}  // namespace');
      made.set(`${group}_${String(i / casesToAFile).padStart(2, '0')}.cpp`, {text: out.join('\n') + '\n', lines});
    }
  }
  return made;
}

function writeAll(folder, made) {
  fs.mkdirSync(folder, {recursive: true});
  for (const name of fs.readdirSync(folder)) if (!made.has(name)) fs.rmSync(path.join(folder, name));
  for (const [name, {text}] of made) write(path.join(folder, name), text);
}

module.exports = {groups, cases, files, writeAll};
