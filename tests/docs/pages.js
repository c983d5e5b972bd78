'use strict';
// Finds the pairs in the pages of docs/ and writes them as programs. docs/writing.md describes the format.
const fs = require('fs');
const path = require('path');

// {page, pairs: [{name, words, js: {text, line}, cpp: {text, line}}], complaints: [text]}
function readPage(file) {
  const page = path.basename(file, '.md');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const pairs = [];
  const complaints = [];
  const say = (line, text) => complaints.push(`docs/${page}.md:${line}: ${text}`);
  let open = null;
  for (let i = 0; i < lines.length; i++) {
    const mark = /^<!-- pair: (.*?) -->\s*$/.exec(lines[i]);
    if (mark) {
      if (open) say(open.line, `pair ${open.name} has no js and cpp block after it`);
      const [name, ...words] = mark[1].trim().split(/\s+/);
      if (!/^[a-z][a-z0-9_]*$/.test(name)) say(i + 1, `the name of a pair is snake_case: ${name}`);
      if (pairs.some(pair => pair.name === name)) say(i + 1, `there is a pair ${name} already`);
      open = {name, words, line: i + 1};
      continue;
    }
    const fence = /^(\s*)```(\w*)\s*$/.exec(lines[i]);
    if (!fence) continue;
    const start = i + 1;
    for (i++; i < lines.length && !/^\s*```\s*$/.test(lines[i]); i++);
    if (!open) continue;
    const block = {text: lines.slice(start, i).join('\n') + '\n', line: start + 1};
    if (fence[2] === 'js' && !open.js) {
      open.js = block;
    } else if (fence[2] === 'cpp' && open.js) {
      open.cpp = block;
      pairs.push(open);
      open = null;
    } else {
      say(start, `pair ${open.name}: a js block, then a cpp block, not "${fence[2]}"`);
      open = null;
    }
  }
  if (open) say(open.line, `pair ${open.name} has no js and cpp block after it`);
  return {page, pairs, complaints};
}

// Returns one C++ file for a page: its pairs in namespaces of their own, and a main that runs the pair that an
// environment variable names. A pair that starts its own program again therefore runs the same pair.
function pageProgram({page, pairs}) {
  const includes = new Set(['#include <nodecpp/console.h>', '#include <nodecpp/process.h>', '#include <cstdlib>', '#include <cstring>']);
  const bodies = [];
  for (const {name, cpp} of pairs) {
    const whole = /\bint main\s*\(/.test(cpp.text);
    const kept = cpp.text.split('\n').map(line => {
      if (/^\s*#\s*include\b/.test(line)) {
        includes.add(line.trim());
        return '';
      }
      return line;
    }).join('\n');
    bodies.push(`namespace pair_${name} {\nusing namespace nodecpp;\n` +
      (whole ? `#line ${cpp.line} "docs/${page}.md"\n${kept}`
        : `int main(int argc, char** argv) { return run(argc, argv, []${/\bco_await\b/.test(kept) ? '() -> Promise<>' : ''} {\n#line ${cpp.line} "docs/${page}.md"\n${kept}}); }\n`) +
      '}\n');
  }
  return `// Written by tests/docs/run.js from docs/${page}.md.\n${[...includes].sort().join('\n')}\n\n${bodies.join('\n')}\n` +
    `#line 1 "main of docs/${page}.md"\nint main(int argc, char** argv) {\n` +
    '  const char* name = getenv("NODECPP_DOCS_PAIR");\n' +
    pairs.map(({name}) => `  if (!strcmp(name, "${name}")) return pair_${name}::main(argc, argv);\n`).join('') +
    '  return 99;\n}\n';
}

function allPages(docs) {
  return fs.readdirSync(docs).filter(file => file.endsWith('.md') && file !== 'README.md').sort()
    .map(file => readPage(path.join(docs, file)));
}

module.exports = {readPage, pageProgram, allPages};
