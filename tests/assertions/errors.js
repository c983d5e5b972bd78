'use strict';
// Planted state errors are wrong pieces of code that an assertion must notice. This module reads their lists, checks
// whether they still fit the sources, and writes them into copies of the sources, where an environment variable
// switches one of them on at run time. An error's number is its place in the lists, counted from 1.
const fs = require('fs');
const path = require('path');
const {walk} = require('../house/checks.js');

const lists = ['loop', 'promise', 'stream', 'net', 'http', 'base'];

// A file of src/http is tested by test_http, unless the error names other programs.
const ownTest = file => [`test_${file.split('/')[1]}`];

function load() {
  return lists.map(name => ({list: `tests/assertions/errors/${name}.js`, errors: require(`./errors/${name}.js`)}))
    .flatMap(({list, errors}) => errors.map(error => ({...error, list})))
    .map((error, i) => ({tests: ownTest(error.file), ...error, number: i + 1}));
}

const isStatement = piece => /[;}]$/.test(piece);

// Whether each bracket of a piece is closed in it. The start of a statement cannot stand behind a switch.
function isClosed(piece) {
  const opened = [];
  for (const [bracket] of piece.matchAll(/[()[\]{}]/g)) {
    if ('([{'.includes(bracket)) opened.push(bracket);
    else if (opened.pop() !== {')': '(', ']': '[', '}': '{'}[bracket]) return false;
  }
  return !opened.length;
}

// Returns {at}, the position in the file's text of the piece of code that the error replaces, or {complaint} when the
// piece is missing or not unique.
function placeOf(error, text) {
  const only = (whole, piece) => {
    const at = whole.indexOf(piece);
    return at < 0 ? 'is not in' : whole.indexOf(piece, at + 1) >= 0 ? 'is there more than once in' : at;
  };
  const outer = error.within ? only(text, error.within) : 0;
  if (typeof outer === 'string') return {complaint: `"${error.within}" ${outer} ${error.file}`};
  const at = only(error.within || text, error.find);
  const where = error.within ? `"${error.within}" of ${error.file}` : error.file;
  if (typeof at === 'string') return {complaint: `"${error.find}" ${at} ${where}`};
  return {at: outer + at};
}

// Returns the errors with their positions in `text`, in the order of these positions.
const places = (text, errors) => errors.map(error => ({error, at: placeOf(error, text).at})).sort((a, b) => a.at - b.at);

// Returns what is wrong with the lists, for example pieces of code that the sources no longer have, and test programs
// that do not exist.
function complaints(root, errors = load()) {
  const found = [];
  const say = (error, text) => found.push({file: error.list, line: 1, text});
  const programs = new Set(walk(path.join(root, 'src')).filter(file => file.endsWith('_test.cpp'))
    .map(file => `test_${path.relative(path.join(root, 'src'), file).split(path.sep)[0]}`));
  for (const error of errors) {
    const file = path.join(root, error.file);
    const place = fs.existsSync(file)
      ? placeOf(error, fs.readFileSync(file, 'utf8')) : {complaint: `there is no ${error.file}`};
    if (place.complaint) say(error, `${place.complaint}: name the piece as it is now`);
    if (!error.about) say(error, `nothing says what is wrong with "${error.find}"`);
    if (error.wrong === error.find) say(error, `"${error.find}" is replaced by itself`);
    if (!isStatement(error.find) && !error.wrong) say(error, `the expression "${error.find}" is replaced by nothing`);
    for (const piece of [error.find, error.wrong]) if (!isClosed(piece)) say(error, `"${piece}" is not a whole statement or expression`);
    for (const test of error.tests) if (!programs.has(test)) say(error, `there is no program ${test}`);
  }
  for (const file of new Set(errors.map(error => error.file))) {
    if (!fs.existsSync(path.join(root, file))) continue;
    let end = 0;
    for (const {error, at} of places(fs.readFileSync(path.join(root, file), 'utf8'), errors.filter(one => one.file === file))) {
      if (at < end) say(error, `"${error.find}" overlaps with another error's piece in ${file}`);
      if (at >= 0) end = at + error.find.length;
    }
  }
  return found;
}

// Returns the text of a source with all of its planted errors, each behind a call of planted(), which switches it on.
// All lines keep their numbers.
function plant(text, errors) {
  let out = '', from = 0;
  for (const {error, at} of places(text, errors)) {
    const {find, wrong, number} = error;
    const on = `::nodecpp::detail::planted(${number})`;
    const both = isStatement(find) ? `{ if (${on}) { ${wrong} } else { ${find} } }` : `(${on} ? ${wrong} : ${find})`;
    out += text.slice(from, at) + both;
    from = at + find.length;
  }
  return `#include <nodecpp/planted.h>\n#line 1\n${out}${text.slice(from)}`;
}

// The text of the C++ header nodecpp/planted.h, which each source with planted errors includes. Its function planted()
// returns whether the error with this number is the one that the variable NODECPP_PLANTED chooses for this run.
const header = `// Written by tests/assertions/run.js.
#pragma once

#include <cstdlib>

namespace nodecpp::detail {

inline bool planted(int number) noexcept {
  static const int chosen = [] {
    const char* text = std::getenv("NODECPP_PLANTED");
    return text ? std::atoi(text) : 0;
  }();
  return chosen == number;
}

}  // namespace nodecpp::detail
`;

module.exports = {load, complaints, plant, header};
