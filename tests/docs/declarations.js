'use strict';
// Finds the names that a header declares for programs: functions, members, types, constants, enumerators. Names in a
// namespace `detail` and private names are left out. The parser knows only the C++ that this project's headers use: it
// skips bodies and initial values, and keeps only the name of each declaration.

const NOT_NAMES = new Set(['requires', 'decltype', 'noexcept', 'explicit', 'alignas', 'static_assert', 'sizeof']);

function tokensOf(text) {
  const plain = text
    .replace(/R"(\w*)\([\s\S]*?\)\1"/g, '""')
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'/g,
      found => (found[0] === '/' ? ' ' : '""'))
    .replace(/^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm, '')
    .replace(/\[\[[^\]]*\]\]/g, '');
  return plain.match(/~?[A-Za-z_]\w*|\d[\w.']*|::|->|""|[^\s\w]/g) || [];
}

const isName = token => /^~?[A-Za-z_]/.test(token || '');
const OPEN = {'(': ')', '{': '}', '[': ']'};

// Returns the index after the group that opens at `at`.
function behind(tokens, at) {
  const close = OPEN[tokens[at]];
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    if (tokens[i] === tokens[at]) depth++;
    else if (tokens[i] === close && --depth === 0) return i + 1;
  }
  return tokens.length;
}

function behindAngles(tokens, at) {
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    if (tokens[i] === '(') i = behind(tokens, i) - 1;
    else if (tokens[i] === '<') depth++;
    else if (tokens[i] === '>' && --depth === 0) return i + 1;
  }
  return tokens.length;
}

// Returns the index after a requires clause, from the word after `requires` on. Its constraints are joined by && and
// ||.
function behindConstraint(tokens, at) {
  let i = at;
  for (;;) {
    while (tokens[i] === '!') i++;
    if (tokens[i] === 'requires') {
      i = tokens[i + 1] === '(' ? behind(tokens, i + 1) : i + 1;
      i = behind(tokens, i);
    } else if (tokens[i] === '(') {
      i = behind(tokens, i);
    } else {
      while (isName(tokens[i]) || tokens[i] === '::') {
        if (isName(tokens[i]) && isName(tokens[i + 1])) {
          i++;
          break;
        }
        i++;
        if (tokens[i] === '<') {
          i = behindAngles(tokens, i);
          if (tokens[i] !== '::') break;
        }
      }
    }
    if (!/^[&|]$/.test(tokens[i]) || tokens[i + 1] !== tokens[i]) return i;
    i += 2;
  }
}

// Returns the tokens without template parameter lists and requires clauses.
function withoutTemplates(tokens) {
  const out = [];
  for (let i = 0; i < tokens.length;) {
    if (tokens[i] === 'template' && tokens[i + 1] === '<') i = behindAngles(tokens, i + 1);
    else if (tokens[i] === 'requires' && !/^[=&|]$/.test(out.at(-1))) i = behindConstraint(tokens, i + 1);
    else out.push(tokens[i++]);
  }
  return out;
}

// Returns where the next declaration ends: at its `;`, at its `{`, or at the `}` of the scope around it.
function declarationEnd(tokens, from) {
  let i = from;
  let assigned = false;
  while (i < tokens.length) {
    const token = tokens[i];
    if (token === ';' || token === '}') return i;
    if (token === '=') assigned = true;
    if (token === '{' && !assigned) return i;
    if (token === 'operator') while (tokens[i + 1] !== '(' && i < tokens.length) i++; // operator==
    i = token === '(' || token === '[' || token === '{' ? behind(tokens, i) : i + 1;
  }
  return i;
}

// Returns a declaration without the parts in angle brackets before its initial value.
function outline(tokens) {
  const out = [];
  for (let i = 0; i < tokens.length;) {
    const opens = tokens[i] === '<' && isName(tokens[i - 1]) && tokens[i - 1] !== 'operator';
    if (opens && !out.includes('=')) i = behindAngles(tokens, i);
    else if (tokens[i] === 'operator' && tokens[i + 1] !== '(') out.push(tokens[i++], tokens[i++]);
    else out.push(tokens[i++]);
  }
  return out;
}

// Returns the name of a function, or null when the declaration is not a function.
function functionName(tokens) {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i] === '=') return null;
    if (tokens[i] === 'operator') return 'operator';
    if (tokens[i] !== '(') continue;
    if (isName(tokens[i - 1]) && !NOT_NAMES.has(tokens[i - 1])) return tokens[i - 1];
    i = behind(tokens, i) - 1;
  }
  return null;
}

// Returns the names of variables, as in: int a = 1, b[2], c{}
function variableNames(tokens) {
  const names = [];
  let last = null;
  let value = false;
  for (let i = 0; i <= tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined || token === ',') {
      if (last) names.push(last);
      last = null;
      value = false;
    } else if (token === '=' || token === '[' || token === '{' || token === ':' || token === '(') {
      value = true;
      if (OPEN[token]) i = behind(tokens, i) - 1;
    } else if (!value && isName(token)) {
      last = token;
    }
  }
  return names;
}

class Reader {
  constructor(text) {
    this.tokens = withoutTemplates(tokensOf(text));
    this.at = 0;
    this.names = new Set();
  }

  keep(name, open) {
    if (open && name) this.names.add(name);
  }

  // Reads the contents of braces up to the closing one. `open` says whether programs can see any of the contents, and
  // `visible` whether they can see its first part.
  scope(open, visible = open, isType = false) {
    while (this.at < this.tokens.length && this.tokens[this.at] !== '}') {
      if (isType && /^(public|protected|private)$/.test(this.tokens[this.at]) && this.tokens[this.at + 1] === ':') {
        visible = open && this.tokens[this.at] !== 'private';
        this.at += 2;
      } else {
        this.declaration(visible);
      }
    }
    this.at++;
  }

  declaration(visible) {
    this.begin = this.at;
    const end = declarationEnd(this.tokens, this.at);
    const head = outline(this.tokens.slice(this.at, end))
      .filter(token => !/^(inline|constexpr|static|extern)$/.test(token));
    const first = head.find(token => !/^(typedef|alignas)$/.test(token));
    this.at = end;
    const body = this.tokens[end] === '{';
    if (/^NODECPP_[A-Z_]+$/.test(first) && head[1] === '(') {
      head.slice(2).filter(isName).forEach(name => this.keep(name, visible));
      return this.rest(body);
    }
    if (first === 'namespace' && body) {
      this.at++;
      const inside = visible && !head.includes('detail');
      head.slice(1).filter(isName).forEach(one => this.keep(one, inside));
      return this.scope(inside);
    }
    if (first === undefined && body) return this.rest(body); // extern "C" has no declarations of ours
    if (first === 'using' || first === 'concept') {
      this.keep(head.includes('=') ? head[head.indexOf('=') - 1] : head.at(-1), visible);
      return this.rest(body);
    }
    if (first === 'friend' || first === 'static_assert') return this.rest(body);
    const type = head.findIndex(token => /^(class|struct|union|enum)$/.test(token));
    if (type >= 0 && !functionName(head) && (body || head.length === type + 2))
      return this.type(head, type, body, visible);
    const name = functionName(head);
    if (!name && body && first !== 'typedef') return this.variables(visible);
    if (name) {
      this.keep(name, visible);
      return this.rest(body);
    }
    if (first === 'typedef') this.keep(head.at(-1), visible);
    else variableNames(head).forEach(one => this.keep(one, visible));
    return this.rest(body);
  }

  // Reads variables with initial values in braces, up to the semicolon.
  variables(visible) {
    this.at = this.begin;
    let end = this.at;
    while (end < this.tokens.length && this.tokens[end] !== ';' && this.tokens[end] !== '}')
      end = OPEN[this.tokens[end]] ? behind(this.tokens, end) : end + 1;
    variableNames(outline(this.tokens.slice(this.at, end))).forEach(one => this.keep(one, visible));
    this.at = end;
    return this.rest(false);
  }

  type(head, at, body, visible) {
    const isEnum = head[at] === 'enum';
    const named = head.slice(at + 1).filter(token => !/^(class|struct|final)$/.test(token));
    this.keep(isName(named[0]) ? named[0] : null, visible && body);
    if (!body) return this.rest(false);
    if (isEnum) {
      const end = behind(this.tokens, this.at);
      variableNames(this.tokens.slice(this.at + 1, end - 1)).forEach(name => this.keep(name, visible));
      this.at = end;
    } else {
      this.at++;
      this.scope(visible, visible && head[at] !== 'class', true);
    }
    const end = declarationEnd(this.tokens, this.at);
    variableNames(this.tokens.slice(this.at, end)).forEach(name => this.keep(name, visible));
    this.at = end;
    return this.rest(this.tokens[end] === '{');
  }

  // Skips what follows a declaration: its body, the initialisers of members, its semicolon.
  rest(body) {
    if (!body) {
      if (this.tokens[this.at] === ';') this.at++;
      return;
    }
    do this.at = behind(this.tokens, this.at);
    while (this.tokens[this.at] === '{' || (this.tokens[this.at] === ',' && this.initialiser()));
    if (this.tokens[this.at] === ';') this.at++;
  }

  // Skips a member initialiser of a constructor, `, member_{…}`, up to its brace.
  initialiser() {
    const end = declarationEnd(this.tokens, this.at);
    if (this.tokens[end] !== '{') return false;
    this.at = end;
    return true;
  }
}

function declaredNames(text) {
  // The line that names a struct's fields declares nothing, and no semicolon ends it.
  const reader = new Reader(text.replace(/^NODECPP_FIELDS(?:_WHEN_USED)?\([^)]*\);?$/gm, ''));
  while (reader.at < reader.tokens.length) reader.scope(true);
  optionsOf(text).forEach(name => reader.names.add(name));
  return reader.names;
}

// Returns the names in lists of options that several structs have: `#define X_OPTIONS(F) F(type, name, default) …`.
function optionsOf(text) {
  return [...text.matchAll(/^#define NODECPP_\w+_OPTIONS\(F\)(?:[^\n]*\\\n)*[^\n]*/gm)]
    .flatMap(([list]) => [...list.matchAll(/\bF\([^\n]*?, (\w+), \{/g)].map(match => match[1]));
}

module.exports = {declaredNames};
