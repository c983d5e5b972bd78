'use strict';
// Checks for what a new reader of the project meets first: the picture, ARCHITECTURE.md and CONTRIBUTING.md must be
// true, each public header must belong to a folder of src/, folders must stay small, code on the pages of docs/ must
// run, and comments must be in words that a stranger knows.
const fs = require('fs');
const path = require('path');
const {headerFloor, walk} = require('./checks.js');
const drawing = require('../../tools/architecture/draw.js');

const read = (root, file) => fs.existsSync(path.join(root, file)) ? fs.readFileSync(path.join(root, file), 'utf8') : undefined;
const redraw = 'run node tools/architecture/draw.js';

// Draws the picture again and compares it with the kept one. Sizes may differ by a thousand lines; everything else must
// be equal.
function picture(root, files, rules) {
  const drawn = read(root, drawing.picture);
  const fresh = drawing.draw(drawing.house(files, rules));
  if (drawn !== undefined && drawing.isSamePicture(drawn, fresh)) return [];
  return [{check: 'picture', file: drawing.picture, line: 1, text: `the house has changed since it was drawn: ${redraw}`}];
}

// Each public header must belong to a folder of src/ that implements it, or have an entry in `headersAlone` that says
// why not. The table in ARCHITECTURE.md must name the folder. Each header of src/ must be included by some file.
function homes(root, files, rules) {
  const complaints = [];
  const say = (file, line, text) => complaints.push({check: 'homes', file, line, text});
  const folders = new Set(files.filter(({kind}) => kind !== 'public').map(({folder}) => folder));
  for (const file of files.filter(({kind}) => kind === 'public')) {
    const home = headerFloor(file.parts.slice(2).join('/'), rules);
    if (folders.has(home) || (rules.headersAlone || {})[home]) continue;
    say(file.file, 1, `lives in src/${home}/, which is not there: name its folder in headerFloors, or why it has none in headersAlone`);
  }
  const page = read(root, drawing.page);
  if (page === undefined || drawing.withTable(page, drawing.headerTable(files, rules)) !== page) {
    say(drawing.page, 1, `the table of public headers is not that of include/nodecpp: ${redraw}`);
  }
  const included = new Set(files.flatMap(({includes}) => includes.map(({name}) => name)));
  for (const file of ['tests', 'fuzz', 'bench', 'tools'].flatMap(folder => walk(path.join(root, folder)))) {
    if (!/\.(h|cpp)$/.test(file)) continue;
    for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(/^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm)) included.add(name);
  }
  for (const file of files.filter(({kind, name}) => kind === 'own' && name.endsWith('.h'))) {
    if (!included.has(file.parts.slice(1).join('/'))) say(file.file, 1, 'no file includes this header');
  }
  return complaints;
}

// Returns the files of the tree by their paths from its root, without built or installed files.
function tree(root) {
  const skipped = new Set(['build', 'node_modules', '.git', '.cache']);
  return fs.readdirSync(root, {withFileTypes: true}).filter(({name}) => !skipped.has(name)).flatMap(entry =>
    entry.isDirectory() ? walk(path.join(root, entry.name)) : [path.join(root, entry.name)])
    .map(file => path.relative(root, file).split(path.sep).join('/'));
}

// A folder must not have more files than a reader can keep in view: a larger one is divided into folders. Folders that
// cannot be divided, such as data or public headers, are in a table with the reason.
function fullFolders(root, rules) {
  const counts = new Map();
  for (const file of tree(root)) counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) || 0) + 1);
  const complaints = [];
  const say = (file, text) => complaints.push({check: 'full folders', file, line: 1, text});
  for (const [folder, count] of [...counts].sort()) {
    const known = rules.fullFolders[folder] || rules.fullFolders[`${path.posix.dirname(folder)}/`];
    if (!known && count > rules.mostFiles) {
      say(folder, `${count} files; a folder with more than ${rules.mostFiles} is divided into folders`);
    }
  }
  for (const folder of Object.keys(rules.fullFolders)) {
    const full = [...counts].some(([name, count]) => count > rules.mostFiles &&
      (name === folder || `${path.posix.dirname(name)}/` === folder));
    if (!full) say(folder, 'no longer full: take it out of fullFolders in tests/house/rules.js');
  }
  return complaints;
}

// Code on a page must run as a pair (docs/writing.md) or in another test, or the reason why it does not run must be
// given: in a table, or in the line before the code, as <!-- not run: reason -->. The table names an example by its
// first line.
function examples(root, rules) {
  const complaints = [];
  const say = (file, line, text) => complaints.push({check: 'examples', file, line, text});
  const pages = ['README.md', ...walk(path.join(root, 'docs')).filter(file => file.endsWith('.md'))
    .map(file => path.relative(root, file).split(path.sep).join('/'))];
  const met = new Set();
  for (const page of pages) {
    const known = rules.unrunExamples[page];
    const lines = (read(root, page) || '').split('\n');
    const wanted = [];  // the languages that a pair still needs
    for (let i = 0; i < lines.length; i++) {
      if (/^<!-- (pair|census): /.test(lines[i])) {
        wanted.splice(0, wanted.length, ...(lines[i].startsWith('<!-- pair') ? ['js', 'cpp'] : ['cpp']));
        continue;
      }
      const fence = /^\s*```(\w*)\s*$/.exec(lines[i]);
      if (!fence) continue;
      const start = i;
      for (i++; i < lines.length && !/^\s*```\s*$/.test(lines[i]); i++);
      if (fence[1] !== 'js' && fence[1] !== 'cpp') continue;
      if (wanted[0] === fence[1]) {
        wanted.shift();
        continue;
      }
      let before = start - 1;
      while (before >= 0 && lines[before].trim() === '') before--;
      if (before >= 0 && /^<!-- not run: \S.* -->$/.test(lines[before])) continue;
      const first = (lines[start + 1] || '').trim();
      if (typeof known === 'string') met.add(page);
      else if (known && known[first]) met.add(`${page}: ${first}`);
      else say(page, start + 1, `this example is in no pair, and does not say why: "${first}" (tests/house/rules.js, unrunExamples)`);
    }
  }
  for (const [page, known] of Object.entries(rules.unrunExamples)) {
    for (const name of typeof known === 'string' ? [page] : Object.keys(known).map(first => `${page}: ${first}`)) {
      if (!met.has(name)) say(page, 1, `unrunExamples of tests/house/rules.js has an example that is not there: ${name}`);
    }
  }
  return complaints;
}

// Returns the comments of a file, [{line, text}]. In C++ literals are skipped; in JavaScript a comment is any text
// behind // and a space.
function commentsOf(file, text) {
  const found = [];
  if (file.endsWith('.js')) {
    text.split('\n').forEach((line, i) => {
      const match = /(?:^|\s)\/\/ (.*)$/.exec(line);
      if (match) found.push({line: i + 1, text: match[1]});
    });
    return found;
  }
  const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\[\s\S])*"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\[\s\S])+'/g;
  for (const match of text.matchAll(tokens)) {
    if (match[0][0] !== '/') continue;
    const line = text.slice(0, match.index).split('\n').length;
    match[0].split('\n').forEach((one, i) => found.push({line: line + i, text: one.replace(/^\s*(\/\/|\/\*|\*\/|\*)\s?/, '')}));
  }
  return found;
}

// Finds words in comments that only the writer of the comment understands.
function riddles(root, rules) {
  const complaints = [];
  for (const folder of ['src', 'include', 'packages', 'tests', 'tools', 'bench', 'fuzz', 'examples']) {
    for (const full of walk(path.join(root, folder))) {
      if (!/\.(h|cpp|inc|js)$/.test(full)) continue;
      const file = path.relative(root, full).split(path.sep).join('/');
      for (const {line, text} of commentsOf(file, fs.readFileSync(full, 'utf8'))) {
        for (const [pattern, instead] of rules.riddles) {
          const match = text.match(pattern);
          if (match) complaints.push({check: 'riddles', file, line, text: `"${match[0]}" in a comment: ${instead}`});
        }
      }
    }
  }
  return complaints;
}

// What a page names must exist: each file, and each function, written as name(), in the file that is named beside it.
// That is the file in "name() in FILE" or "name() of FILE", or else the last file that was named before in the same
// paragraph, list item or row. Capitals stand for a name that the reader chooses.
function names(root, rules) {
  const complaints = [];
  const tops = new Set(fs.readdirSync(root));
  const isPath = word => tops.has(word.split('/')[0]) && !/[*…{\s]|(^|\/|_)(NAME|MODULE|BACKEND)(?![a-z])/.test(word);
  const isFile = word => fs.existsSync(path.join(root, word)) && fs.statSync(path.join(root, word)).isFile();
  for (const page of rules.checkedPages) {
    const whole = read(root, page);
    const say = (line, what) => complaints.push({check: 'names', file: page, line, text: what});
    if (whole === undefined) {
      say(1, 'is not there');
      continue;
    }
    const checkCall = (line, call, file) => {
      if (!file) return say(line, `${call}() has no file beside it`);
      const parts = call.split('::');
      const last = new RegExp(`(?<!\\w)${parts.at(-1)}\\s*[(<]`);
      const code = read(root, file);
      if (!last.test(code) || !parts.slice(0, -1).every(part => new RegExp(`\\b${part}\\b`).test(code))) say(line, `${call}() is not in ${file}`);
    };
    const checkBlock = (text, firstLine) => {
      let file;
      for (const match of text.matchAll(/`([^`]+)`|\]\(([^)#]+)[^)]*\)/g)) {
        const [all, code, link] = match;
        const line = firstLine + text.slice(0, match.index).split('\n').length - 1;
        const word = (code || link).replace(/\/$/, '');
        if (link && /^[a-z]+:/.test(link)) continue;
        if (link || isPath(word)) {
          if (!fs.existsSync(path.join(root, word))) say(line, `${word} is not there`);
          else if (isFile(word)) file = word;
        } else if (/^\w+(::\w+)*\(\)$/.test(word)) {
          const [, behind] = /^\s+(?:in|of)\s+`([^`]+)`/.exec(text.slice(match.index + all.length)) || [];
          checkCall(line, word.slice(0, -2), behind && isPath(behind) && isFile(behind) ? behind : file);
        }
      }
    };
    let block = [];
    let start = 1;
    let fenced = false;
    const close = next => {
      if (block.length) checkBlock(block.join('\n'), start);
      block = [];
      start = next;
    };
    whole.split('\n').forEach((line, i) => {
      if (/^\s*```/.test(line)) fenced = !fenced, close(i + 2);
      else if (!fenced) {
        if (/^\s*($|[-*] |\d+\. |\||#)/.test(line)) close(i + 1);
        block.push(line);
      }
    });
    close(0);
  }
  return complaints;
}

module.exports = {picture, homes, fullFolders, examples, riddles, names};
