'use strict';
// Each name that a table of docs/ marks as "have" must be used by a test: it must occur in the code of a unit test, of
// a pair, of a suite below tests/, or of an example on a page that runs. Only tests of the page's own module count:
// those in a folder of its name, and those that include one of its headers. tests/docs/tables.js asks whether the name
// is declared.
const fs = require('fs');
const path = require('path');
const {walk} = require('./checks.js');
const {headersOf} = require('../docs/exceptions.js');
const {rowsOf, namesOf} = require('../docs/tables.js');

// These programs do not count as tests: programs that the compiler must refuse, that are only built, or that compare
// nothing.
const noTests = /^tests\/(compile_fail|growth|count|memory|census|gdb|profile|docs|house|support)\//;

// Returns the words of C++ code, in order: identifiers, literals of text in quotes, and signs. Comments and directives are
// left out.
function wordsOf(code) {
  const parts = [/\/\/[^\n]*/, /\/\*[\s\S]*?\*\//, /^[ \t]*#[^\n]*/, /R"([^()\\\s]{0,16})\([\s\S]*?\)\1"/,
    /"(?:[^"\\\n]|\\[\s\S])*"/, /(?<![0-9a-fA-F])'(?:[^'\\\n]|\\[\s\S])+'/, /[A-Za-z_]\w*/, /\d[\w.']*/, /::|->|\S/];
  const tokens = new RegExp(parts.map(({source}) => source).join('|'), 'gm');
  return [...code.matchAll(tokens)].map(([word]) => word).filter(word => !/^(\/\/.|\/\*|#)/.test(word));
}

const takesEvent =
  /^(on|once|off|emit|addListener|removeListener|removeAllListeners|prependListener|prependOnceListener|listenerCount)$/;

const isName = word => /^[A-Za-z_]/.test(word || '');
const notTypes = /^(return|co_await|co_return|co_yield|throw|else|case|override|new|delete|not|and|or)$/;

// Returns whether the word is the name of something that the test itself declares: the word before it is a type.
function isDeclared(words, i) {
  if (!/^[=({;,):\[]$/.test(words[i + 1] || '') || /^[A-Z]/.test(words[i])) return false;
  if (words[i - 1] === '&' && words[i - 2] === '&' && words[i - 3] !== 'auto') return false;
  return isName(words[i - 1]) ? !notTypes.test(words[i - 1]) : /^[>*&]$/.test(words[i - 1] || '');
}

// Returns whether a class of the test overrides this virtual function of the library.
function isOverride(words, i) {
  const close = words.indexOf(')', i);
  return words[i + 1] === '(' && close > 0 && words.slice(close, close + 4).includes('override');
}

// Returns the set of names of the library that the code uses: `name`, or `"name"` for an event that is named by a text.
// A word behind `.`, `->` or `::` always counts. Any other word does not count when the test itself declares it.
function usesOf(code) {
  const words = wordsOf(code);
  const declared = new Set(words.filter((word, i) => isName(word) && isDeclared(words, i) && !isOverride(words, i)));
  const uses = new Set();
  words.forEach((word, i) => {
    if (word[0] === '"' && words[i - 1] === '(' && takesEvent.test(words[i - 2])) uses.add(word);
    if (!isName(word) || /^(class|struct|enum|namespace)$/.test(words[i - 1] || '')) return;
    if (/^(\.|->|::)$/.test(words[i - 1] || '') || !declared.has(word) || isOverride(words, i)) uses.add(word);
  });
  return uses;
}

const includesOf = text => [...text.matchAll(/^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm)].map(([, name]) => name);

// Returns the tests as [{parts, headers, uses}]: the words of its path, the headers that it includes itself or by a header
// of the tests, and what it uses.
function loadTests(root) {
  const files = ['src', 'tests', 'examples'].flatMap(folder => walk(path.join(root, folder)))
    .map(file => path.relative(root, file).split(path.sep).join('/'))
    .filter(file => /\.(cpp|inc|h)$/.test(file))
    .filter(file => file.startsWith('src/') ? file.endsWith('_test.cpp') : !noTests.test(file));
  const texts = new Map(files.map(file => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
  const headersIn = (file, seen = new Set()) => {
    if (seen.has(file)) return [];
    seen.add(file);
    return includesOf(texts.get(file)).flatMap(name => {
      if (name.startsWith('nodecpp/')) return [name.slice('nodecpp/'.length)];
      const own = [path.posix.join(path.posix.dirname(file), name), `tests/${name}`].find(one => texts.has(one));
      return own ? headersIn(own, seen) : [name];
    });
  };
  const tests = files.map(file => ({
    parts: file.replace(/(_test)?\.\w+$/, '').split('/'), headers: new Set(headersIn(file)), uses: usesOf(texts.get(file))}));
  const docs = path.join(root, 'docs');
  for (const name of fs.existsSync(docs) ? fs.readdirSync(docs).filter(name => name.endsWith('.md')) : []) {
    const text = fs.readFileSync(path.join(docs, name), 'utf8');
    // The C++ of a pair is the second of its two listings.
    for (const [, code] of text.matchAll(/^<!-- pair: [^\n]*\n+```js\n[\s\S]*?^```\s*\n+```cpp\n([\s\S]*?)^```/gm)) {
      const headers = new Set(includesOf(code).map(one => one.replace(/^nodecpp\//, '')));
      tests.push({parts: [path.basename(name, '.md')], headers, uses: usesOf(code)});
    }
  }
  return tests;
}

function testsOf(page, tests) {
  const modules = [page, ...headersOf(page)];
  const isOf = header => modules.some(module => header === `${module}.h` || header.startsWith(`${module}/`));
  const names = part => modules.some(module => part === module || part.startsWith(`${module}_`));
  return tests.filter(({parts, headers}) => parts.some(names) || [...headers].some(isOf));
}

// Returns whether a test uses this name of a page. A name that is a keyword of C++ has an underscore at its end.
function isUsed({name, begins}, uses) {
  if (begins) return [...uses].some(one => one.startsWith(name) && one !== name);
  return uses.has(name) || uses.has(`${name}_`) || uses.has(`"${name}"`);
}

function untested(root, rules) {
  const complaints = [];
  const met = new Set();
  const tests = loadTests(root);
  const included = new Set(tests.flatMap(({headers}) => [...headers]));
  const folder = path.join(root, 'docs');
  for (const file of fs.readdirSync(folder).filter(name => name.endsWith('.md'))) {
    const page = path.basename(file, '.md');
    const uses = new Set(testsOf(page, tests).flatMap(one => [...one.uses]));
    const known = rules.untested[page] || {};
    for (const {line, item, state} of rowsOf(fs.readFileSync(path.join(folder, file), 'utf8'))) {
      if (state !== 'have') continue;
      for (const one of namesOf(item)) {
        // A test uses a module when it includes the module's header.
        if (isUsed(one, uses) || included.has(`${one.name}.h`)) continue;
        if (known[one.name]) met.add(`${page}: ${one.name}`);
        else {
          const text = `"have" ${one.name}${one.begins ? '…' : ''}, but no test of ${page} uses it`;
          complaints.push({check: 'have', file: `docs/${file}`, line, text});
        }
      }
    }
  }
  for (const [page, known] of Object.entries(rules.untested)) {
    for (const name of Object.keys(known)) {
      if (met.has(`${page}: ${name}`)) continue;
      const text = `untested of tests/house/rules.js has ${name}, which needs no exception`;
      complaints.push({check: 'have', file: `docs/${page}.md`, line: 1, text});
    }
  }
  return complaints;
}

module.exports = {untested};
