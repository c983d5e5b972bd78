'use strict';
// Readers of INI, a subset of TOML and a subset of YAML, and a writer.
class ParseError extends SyntaxError {
  constructor(message, {line, column = 1, source = ''}) {
    super(`${message} (${line}:${column})`);
    this.name = this.constructor.name;
    Object.assign(this, {line, column, source});
  }
  get excerpt() { return `${this.source}\n${' '.repeat(this.column - 1)}^`; }
}
function ini(text, {arrays = true, env = {}} = {}) {
  const root = {};
  let section = root;
  for (let [index, line] of text.split(/\r?\n/).entries()) {
    line = line.replace(/(^|\s)[;#].*$/, '').trim();
    if (line === '') continue;
    const header = /^\[([^\]]*)\]$/.exec(line);
    if (header) {
      section = header[1].split('.').reduce((at, name) => at[name.trim()] ??= {}, root);
      continue;
    }
    const [, key, list, , value = 'true'] = line.match(/^([^=\[]+?)\s*(\[\])?\s*(=\s*(.*))?$/) ?? [];
    if (key === undefined) throw new ParseError('cannot read', {line: index + 1, source: line});
    const given = value.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name, other) => env[name] ?? other ?? '').replace(/^(["'])(.*)\1$/, '$2');
    if (list && arrays) (section[key] ??= []).push(given);
    else section[key] = given;
  }
  return root;
}
function toml(text) {
  const root = {};
  let table = root, position = 0, line = 1;
  const fail = (message) => {
    const start = text.lastIndexOf('\n', position - 1) + 1;
    throw new ParseError(message, {line, column: position - start + 1, source: text.slice(start).split('\n', 1)[0]});
  };
  const peek = () => text[position];
  const match = (re) => { const m = new RegExp(re.source, 'y' + re.flags); m.lastIndex = position; const found = m.exec(text); if (found) position += found[0].length; return found; };
  const space = () => match(/[ \t]*/);
  const blank = () => { for (const c of match(/(?:\s|#[^\n]*)*/)[0]) if (c === '\n') line++; };
  const key = () => {
    const parts = [];
    do {
      space();
      const m = match(/[\w-]+/) ?? match(/"((?:[^"\\]|\\.)*)"/) ?? match(/'([^']*)'/) ?? fail('a key is missing');
      parts.push(m[1] ?? m[0]);
      space();
    } while (match(/\./));
    return parts;
  };
  const reach = (at, path) => path.reduce((o, name) => { const next = o[name] ??= {}; if (typeof next !== 'object') fail(`${name} is no table`); return Array.isArray(next) ? next.at(-1) : next; }, at);
  const value = () => {
    let m;
    switch (peek()) {
      case '"':
        if ((m = match(/"""\n?(.*?)"""/s))) { line += m[0].split('\n').length - 1; return m[1]; }
        return JSON.parse((match(/"(?:[^"\\\n]|\\.)*"/) ?? fail('a text is not closed'))[0]);
      case "'": return (match(/'([^'\n]*)'/) ?? fail('a text is not closed'))[1];
      case '[': {
        const list = [];
        position++;
        for (blank(); !match(/\]/); blank()) { list.push(value()); blank(); if (!match(/,/) && peek() !== ']') fail('a comma is missing'); }
        return list;
      }
      case '{': {
        const object = {};
        position++;
        space();
        while (!match(/\}/)) { pair(object); space(); if (!match(/,\s*/) && peek() !== '}') fail('a comma is missing'); }
        return object;
      }
    }
    if ((m = match(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?/))) return new Date(m[0].replace(' ', 'T'));
    if ((m = match(/0x[\da-f_]+|0b[01_]+|0o[0-7_]+/i))) return Number(m[0].replaceAll('_', ''));
    if ((m = match(/[+-]?(?:inf|nan)\b/))) return m[0].endsWith('nan') ? NaN : m[0][0] === '-' ? -Infinity : Infinity;
    if ((m = match(/[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?/i))) return +m[0].replace(/_/g, '');
    if ((m = match(/(true|false)\b/))) return m[1] === 'true';
    return fail('a value is missing');
  };
  const pair = (into) => {
    const path = key(), name = path.pop();
    if (!match(/=\s*/)) fail('= is missing');
    const target = reach(into, path);
    if (Object.hasOwn(target, name)) fail(`${name} is given twice`);
    target[name] = value();
  };
  for (blank(); position < text.length; blank()) {
    if (match(/\[\[/)) {
      const path = key(), name = path.pop();
      if (!match(/\]\]/)) fail(']] is missing');
      const parent = reach(root, path);
      (parent[name] ??= []).push(table = {});
    } else if (match(/\[/)) {
      table = reach(root, key());
      if (!match(/\]/)) fail('] is missing');
    } else pair(table);
    space();
    if (!match(/#[^\n]*/) && position < text.length && peek() !== '\n') fail('a line ends here');
  }
  return root;
}
function yaml(text) {
  const lines = text.split('\n').map((source, i) => ({source, line: i + 1, indent: source.search(/\S/), text: source.replace(/\s+#.*$/, '').trim()})).filter(({text}) => text && text[0] !== '#' && text !== '---');
  let at = 0;
  const scalar = (s) => {
    if (/^(~|null|)$/.test(s)) return null;
    if (s === 'true' || s === 'false') return s === 'true';
    if (/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(s)) return Number(s);
    if (/^\[.*\]$/.test(s)) return s.slice(1, -1).split(',').map(x => x.trim()).filter(Boolean).map(scalar);
    return /^(['"]).*\1$/.test(s) ? s.slice(1, -1) : s;
  };
  const block = (indent) => {
    const isList = lines[at].text.startsWith('- ') || lines[at].text === '-';
    const out = isList ? [] : {};
    while (at < lines.length && lines[at].indent === indent) {
      const entry = lines[at];
      if (isList) {
        if (!/^-( |$)/.test(entry.text)) break;
        const rest = entry.text.slice(1).trim();
        if (rest === '') { at++; out.push(lines[at]?.indent > indent ? block(lines[at].indent) : null); }
        else if (/^[\w-]+:( |$)/.test(rest)) { lines[at] = {...entry, indent: indent + 2, text: rest}; out.push(block(indent + 2)); }
        else { at++; out.push(scalar(rest)); }
        continue;
      }
      const m = /^("[^"]*"|[^:]+):(?:\s+(.*))?$/.exec(entry.text);
      if (!m) throw new ParseError('a colon is missing', {...entry, column: entry.indent + 1});
      at++;
      const [, name, rest = ''] = m;
      if (rest === '|' || rest === '>') {
        const body = [], first = lines[at]?.indent ?? 0;
        while (at < lines.length && lines[at].indent > indent) body.push(lines[at++].source.slice(first));
        out[scalar(name)] = body.join(rest === '|' ? '\n' : ' ');
      } else out[scalar(name)] = rest === '' && lines[at]?.indent > indent ? block(lines[at].indent) : scalar(rest);
    }
    if (at < lines.length && lines[at].indent > indent) throw new ParseError('unexpected indent', {...lines[at], column: lines[at].indent + 1});
    return out;
  };
  return lines.length ? block(lines[0].indent) : null;
}
console.log(ini('; first\nname = "a b"\nflag\nhome=${HOME:-/root}/x${NONE}\n[paths.bin]\nall[]=/bin # c\nall[] = /usr/bin\n[ paths ]\nx = a=b\r\n', {env: {HOME: '/h'}}));
console.dir(toml('title = "T\\u00f6ml \\"x\\""\nhex = 0xFF_ff\nbig = 1_000.5e3\na.b."c d" = [1, 2,\n # no\n 3,]\n[owner]\nborn = 1979-05-27T07:32:00Z\nday = 2024-02-29\nraw = \'C:\\x\'\ntext = """\nline 1\nline 2"""\npoint = {x = 1, y = -inf, deep.er = true}\n[[items]]\nid = 1\n[items.sub]\nok = false\n[[items]]\nid = +2 # end'), {depth: 5});
for (const bad of ['a = 1\nb = \n', 'a = "x', '[a\n', 'x = [1 2]', 'a = 1 b', 'a = 1\na = 2', 'a = 1\na.b = 2']) {
  try { toml(bad); } catch (error) { console.log(error.name, error.message, error instanceof ParseError && error.excerpt); }
}
console.log(JSON.stringify(yaml('---\nname: test # c\nlist:\n  - 1\n  - two: 2\n    three: [a, 3.5, ~]\n  -\n    - x\n  - "q: r"\nempty:\nnested:\n  deep:\n    on: true\ntext: |\n  a\n   b\nfold: >\n  c\n  d\n"quoted key": -1e3\n')));
for (const bad of ['a: 1\n   b: 2', 'just text', '']) {
  try { console.log(yaml(bad)); } catch ({name, message, line, column}) { console.log(name, message, line, column); }
}
