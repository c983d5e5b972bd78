'use strict';
// Writes whatwg_url.inc: Node's answers to questions of tests/url/whatwg_generate.js, so that the unit tests can ask
// the same questions without Node.js and under the sanitizers.
const {whatwgCases} = require('../../url/whatwg_generate.js');
const answers = require('../../url/whatwg_answers.js');
const {keep, mark} = require('./table.js');

const FIELD = '\x1e';  // separates the texts of a question or an answer

// Returns a C++ literal. Octal escapes are used, because they end after three digits.
const literal = text => '"' + [...Buffer.from(text)].map(byte => byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c ||
  byte === 0x3f ? '\\' + byte.toString(8).padStart(3, '0') : String.fromCharCode(byte)).join('') + '"';

function answer([name, ...args]) {
  try {
    return answers[name](...args);
  } catch (error) {
    return ['throws', error.name, error.code, error.message];
  }
}

// Selects one of N questions of each kind. More of those without a base are kept.
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
keep('whatwg_url.inc', `${mark('whatwg_url.js')}\n${rows.join('\n')}\n`);
