'use strict';
// Compares the tables of the pages in docs/ with the public headers: a name that a page describes as available or
// different must be declared in the headers, and a name that is "not yet" available, or that a C++ program "cannot" have,
// must not. A row that says "cannot" must say why. exceptions.js lists names that exist in another form.
//   node tests/docs/tables.js            checks all pages
//   node tests/docs/tables.js url fs     checks some pages, and shows where each name was found
const fs = require('fs');
const path = require('path');
const {builtinModules} = require('module');
const {declaredNames} = require('./declarations.js');
const {headersOf, exceptions} = require('./exceptions.js');
const {packages, includeOf} = require('../support/packages.js');
const selfTest = require('./tables_self_test.js');

const root = path.resolve(__dirname, '../..');
const folders = [root, ...packages(root).map(name => path.dirname(includeOf(root, name)))].map(folder => path.join(folder, 'include/nodecpp'));

const cells = line => line.replace(/\\\|/g, '\u0000').split('|').slice(1, -1)
  .map(cell => cell.trim().replace(/\u0000/g, '|'));
const stateOf = row => row.slice(1).map(cell => /^(have|differs|not yet|cannot)\b/.exec(cell)).find(Boolean)?.[1];
const isMissing = state => state === 'not yet' || state === 'cannot';

// Returns [{line, item, state, reason}] for each row that describes the state of one of Node's items. The reason is what
// the row says besides the state.
function rowsOf(text) {
  const rows = [];
  text.split('\n').forEach((line, i) => {
    if (!/^\|.*\|\s*$/.test(line)) return;
    const row = cells(line);
    const state = stateOf(row);
    if (!state) return;
    const reason = row.slice(1).map(cell => cell.replace(/^(have|differs|not yet|cannot)\b[:,]?/, '').trim()).join('');
    rows.push({line: i + 1, item: row[0], state, reason});
  });
  return rows;
}

const withoutArguments = span => {
  let depth = 0;
  return [...span].filter(c => {
    if (c === '(') depth++;
    const kept = depth === 0;
    if (c === ')') depth--;
    return kept;
  }).join('').trim();
};

// Returns the names of an item from its words in code: `emitter.on(name, f)` gives on, `'close'` gives close, `read…`
// stands for any name with this beginning, and `…Sync` for each name of the row followed by Sync. A form of the
// language, such as `for await (…)`, has no name.
function namesOf(item) {
  const names = [];
  let suffix = '';
  for (const [, span] of item.matchAll(/`([^`]+)`/g)) {
    const ends = /^…(\w+)$/.exec(span);
    if (ends) {
      suffix = ends[1];
      continue;
    }
    if (span.includes('Symbol.')) continue;
    const word = withoutArguments(span).replace(/^new /, '').replace(/^'(.*)'$/, '$1');
    if (!/^[A-Za-z_][\w.]*(\/\w+)?(…|\.\.\.)?$/.test(word)) continue;
    const parts = word.replace(/…|\.\.\./, '').split('.');
    names.push({name: parts.at(-1), of: parts.length > 1 ? parts[0] : '', begins: /…|\.\.\./.test(word)});
  }
  if (!suffix) return names;
  return names.concat(names.filter(({name}) => !name.endsWith(suffix)).map(one => ({...one, name: one.name + suffix})));
}

// The headers of a module, and the names that each declares. The first directory has Node.cpp's, the others those of
// packages.
class Headers {
  constructor(...directories) {
    this.files = new Map();
    directories.forEach((directory, i) => fs.readdirSync(directory, {recursive: true}).filter(name => name.endsWith('.h')).forEach(file => {
      const text = fs.readFileSync(path.join(directory, file), 'utf8');
      this.files.set(file, {
        isPackage: i > 0,
        names: declaredNames(text),
        includes: [...text.matchAll(/^#include <nodecpp\/([^>]+)>/gm)].map(match => match[1]),
        types: new Set([...text.matchAll(/^(?:class|struct|using) ([A-Z]\w+)/gm)].map(match => match[1])),
      });
    }));
  }

  own(module) {
    return [...this.files.keys()].filter(file => file === module + '.h' || file.startsWith(module + '/'));
  }

  // Returns these headers and all headers that they include, because inherited names are declared there.
  reached(files) {
    const seen = new Set();
    const visit = file => {
      if (seen.has(file) || !this.files.has(file)) return;
      seen.add(file);
      this.files.get(file).includes.forEach(visit);
    };
    files.forEach(visit);
    return [...seen];
  }

  // Returns the header that declares the name. A name that is a keyword of C++ or a macro has an underscore at its end.
  declares(files, {name, begins}) {
    return files.find(file => {
      const {names} = this.files.get(file);
      if (begins) return [...names].some(one => one.startsWith(name) && one !== name);
      return names.has(name) || names.has(name + '_');
    });
  }

  // Returns the header that declares the name in a row of a page.
  find(page, one, state) {
    if (this.files.has(one.name + '.h')) return one.name + '.h';
    const ofModule = this.own(one.of);
    // for example dgram.Socket: the module dgram is missing
    if (!ofModule.length && builtinModules.includes(one.of)) return undefined;
    const own = [page, ...headersOf(page)].flatMap(module => this.own(module)).concat(ofModule);
    if (!isMissing(state)) return this.declares(this.reached(own).concat('event_names.h'), one);
    // A type that is missing must not be declared in any header. Packages have types of their own.
    return this.declares(own, one) || [...this.files].find(([, {types, isPackage}]) => !isPackage && types.has(one.name))?.[0];
  }
}

function checkPage(page, text, headers, known) {
  const found = [];
  for (const {line, item, state, reason} of rowsOf(text)) {
    if (state === 'cannot' && !reason) found.push({line, name: item, state, wrong: true, unexplained: true});
    for (const one of namesOf(item)) {
      const shown = one.name + (one.begins ? '…' : '');
      const header = headers.find(page, one, state);
      const wrong = isMissing(state) === Boolean(header);
      const exception = known.find(given => given.page === page && given.name === shown && given.state === state);
      if (exception && wrong) exception.used = true;
      found.push({line, name: shown, state, header, wrong: wrong && !exception});
    }
  }
  return found;
}

function complaint(page, {line, name, state, header, unexplained}) {
  if (unexplained) return `docs/${page}.md:${line}: ${name} is said to be "cannot", without the reason`;
  return `docs/${page}.md:${line}: ${name} is said to be "${state}", ` +
    (header ? `and include/nodecpp/${header} declares it` : 'and no header declares it');
}

if (require.main === module) {
  const wanted = process.argv.slice(2);
  const headers = new Headers(...folders);
  let passed = 0;
  let failed = 0;
  const fail = text => {
    failed++;
    console.log(text);
  };
  selfTest({checkPage, Headers}).forEach(fail);
  for (const file of fs.readdirSync(path.join(root, 'docs')).filter(name => name.endsWith('.md'))) {
    const page = path.basename(file, '.md');
    if (wanted.length && !wanted.includes(page)) continue;
    const text = fs.readFileSync(path.join(root, 'docs', file), 'utf8');
    for (const one of checkPage(page, text, headers, exceptions)) {
      if (wanted.length) console.log(`${one.line}: ${one.name} (${one.state}): ${one.header || 'not declared'}`);
      if (one.wrong) fail(complaint(page, one));
      else passed++;
    }
  }
  if (!wanted.length) {
    exceptions.filter(({used}) => !used).forEach(({page, name}) =>
      fail(`tests/docs/exceptions.js: ${name} of ${page} needs no exception`));
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

module.exports = {checkPage, Headers, rowsOf, namesOf};
