'use strict';
// Checks across pages: docs/README.md must list each page once and each of Node's modules, README.md must name each
// module that is missing and must not have a row twice, and links must lead to existing files.
const fs = require('fs');
const path = require('path');
const {builtinModules} = require('module');
const {rowsOf} = require('./tables.js');

const root = path.resolve(__dirname, '../..');
let passed = 0;
let failed = 0;
const check = (right, text) => {
  if (right) passed++;
  else failed++, console.log(text);
};
const read = file => fs.readFileSync(path.join(root, file), 'utf8');
const codesOf = text => [...text.matchAll(/`([^`]+)`/g)].map(match => match[1]);
const markdownIn = folder => fs.readdirSync(path.join(root, folder)).filter(name => name.endsWith('.md'))
  .map(name => path.join(folder, name));

// Checks the index of the pages.
const index = read('docs/README.md');
for (const file of markdownIn('docs').map(name => path.basename(name)).filter(name => name !== 'README.md')) {
  const times = index.split(`\n- [${path.basename(file, '.md')}](${file}): `).length - 1;
  check(times === 1, `docs/README.md has docs/${file} ${times} times in its lists`);
}

// Checks the table of Node's modules. tables.js compares this table with the headers.
const modules = builtinModules.filter(name => !name.startsWith('_') && !name.includes('/'));
const rows = rowsOf(index).flatMap(({item, state}) => codesOf(item).map(name => ({name, state})));
for (const name of modules) {
  const times = rows.filter(row => row.name === name).length;
  check(times === 1, `docs/README.md has the module ${name} ${times} times in its table`);
}
for (const {name} of rows) check(modules.includes(name), `docs/README.md: Node has no module ${name}`);

// Checks README.md.
const first = read('README.md');
const notYet = /^## Not yet$([\s\S]*?)^## /m.exec(first)?.[1] || '';
for (const {name} of rows.filter(({state}) => state === 'not yet'))
  check(codesOf(notYet).includes(name), `README.md does not say under "Not yet" that ${name} is not there`);
const table = /^## What is there$([\s\S]*?)^## /m.exec(first)?.[1] || '';
const items = table.split('\n').filter(line => /^\| [^|]/.test(line)).flatMap(line => codesOf(line.split('|')[1]));
items.forEach((name, i) => check(items.indexOf(name) === i, `README.md has ${name} in two rows of what is there`));
for (const {name} of rows.filter(({state}) => state === 'have'))
  check(items.includes(name), `README.md does not have ${name} in the table of what is there`);

// Checks links to files of this repository. Links in code are ignored.
const folders = ['.', 'docs', 'bench', 'tests', ...fs.readdirSync(path.join(root, 'tests')).map(name => `tests/${name}`)]
  .filter(name => fs.statSync(path.join(root, name)).isDirectory());
for (const file of folders.flatMap(markdownIn)) {
  const text = read(file).replace(/^(```)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g))
    check(fs.existsSync(path.join(root, path.dirname(file), target)), `${file}: ${target} is not there`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
