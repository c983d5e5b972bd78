'use strict';
// Writes src/url/whatwg_cases.inc: what Node answers to questions of whatwg_generate.js, so that the unit tests ask them
// where there is no Node, and under the sanitizers. Run it with the Node of node_modules after the questions change:
//   node tests/url/table.js
const fs = require('fs');
const path = require('path');
const {whatwgCases} = require('./whatwg_generate.js');
const answers = require('./whatwg_answers.js');

const FIELD = '\x1e';  // between the texts of a question or an answer

// A literal of C++; octal escapes end after three digits.
const literal = text => '"' + [...Buffer.from(text)].map(byte => byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c ||
  byte === 0x3f ? '\\' + byte.toString(8).padStart(3, '0') : String.fromCharCode(byte)).join('') + '"';

function answer([name, ...args]) {
  try {
    return answers[name](...args);
  } catch (error) {
    return ['throws', error.name, error.code, error.message];
  }
}

// One question of so many of its kind: more of those without a base.
const every = question => question[0] === 'wParse' ? (question.length === 2 ? 2 : 6) : question[0] === 'wSet' ? 13 :
  question[0] === 'wFormat' ? 20 : 1;
const seen = {};
const rows = [];
for (const question of whatwgCases(() => 0, list => list[0], 0)) {
  const fits = question.every(text => text.isWellFormed() && !text.includes(FIELD) && text.length < 100);
  const kind = question[0] + question.length;
  seen[kind] = (seen[kind] || 0) + 1;
  if (fits && seen[kind] % every(question) === 0)
    rows.push(`{${literal(question.join(FIELD))}sv, ${literal(answer(question).join(FIELD))}sv},`);
}
fs.writeFileSync(path.join(__dirname, '../../src/url/whatwg_cases.inc'),
  `// Written by tests/url/table.js from the answers of Node ${process.version}. Do not edit.\n${rows.join('\n')}\n`);
console.log(`${rows.length} questions`);
