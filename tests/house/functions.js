'use strict';
// Measures the lengths of functions in C++ files by their braces. Function-like macros and the contents of literals are
// skipped.

// The text without preprocessor lines, which may hold braces that do not match.
const withoutDirectives = code => code.replace(/^[ \t]*#(?:[^\n\\]|\\[\s\S])*/gm, found => found.replace(/[^\n]/g, ' '));

// Returns the kind of a brace at namespace or class scope, from the text in front of it: 'scope' for a namespace or
// class, 'function', or 'value' for an initializer.
function kindOf(head) {
  const plain = head.replace(/\[\[[^\]]*\]\]/g, '').replace(/^(?:\s*[A-Z][A-Z0-9_]+\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)+(?=\S)/, '');
  let words = plain;  // the text without template arguments, which may contain parentheses
  for (let before = ''; before !== words;) words = (before = words).replace(/<[^<>;{}]*>/g, '');
  if (/\b(?:namespace|class|struct|enum|union)\b[^()]*$|\bextern\s*$/.test(words)) return 'scope';
  return /\(/.test(plain) && !/=\s*$/.test(plain) ? 'function' : 'value';
}

// Returns {line, lines, name} for each function of `code`, in which comments and literals are blank.
function functionsIn(code) {
  const text = withoutDirectives(code);
  const starts = [0];
  for (let i = 0; i < text.length; i++) if (text[i] === '\n') starts.push(i + 1);
  const lineOf = place => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  const found = [];
  const open = [];
  let start = 0;  // of the declaration or statement that is being read
  let inside = 0;  // the number of open braces of the function
  let brackets = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '(' || c === '[') brackets++;
    else if (c === ')' || c === ']') brackets--;
    else if (c === ';' && !brackets) start = i + 1;
    else if (c === '{') {
      const head = text.slice(start, i);
      const kind = inside || brackets ? 'inner' : kindOf(head);
      open.push({kind, from: start + Math.max(0, head.search(/\S/)), brackets, head});
      brackets = 0;
      if (kind === 'function' || inside) inside++;
      start = i + 1;
    } else if (c === '}') {
      const last = open.pop();
      if (!last) break;
      brackets = last.brackets;
      if (inside && --inside === 0) {
        const line = lineOf(last.from);
        const name = (/([\w~:<>]+|operator\S+)\s*\(/.exec(last.head) || [, '?'])[1];
        found.push({line, lines: lineOf(i) - line + 1, name});
      }
      if (!brackets) start = i + 1;
    }
  }
  return found;
}

// Finds functions that are longer than rules.mostFunctionLines, because such a function does more than one thing. Tests
// are not examined, because a test case may be a long list.
function longFunctions(files, rules) {
  const complaints = [];
  for (const file of files.filter(file => file.kind !== 'test')) {
    for (const {line, lines, name} of functionsIn(file.code)) {
      if (lines <= rules.mostFunctionLines) continue;
      complaints.push({check: 'function size', file: file.file, line,
        text: `${name}() has ${lines} lines, more than ${rules.mostFunctionLines}: give its parts names`});
    }
  }
  return complaints;
}

module.exports = {functionsIn, longFunctions};
