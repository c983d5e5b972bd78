'use strict';
// Compares random patterns, and patterns of npm packages, on random texts in Node and in Node.cpp: the results of exec,
// replace, search, split and match, and the message of each SyntaxError. NODECPP_SAMPLE chooses other patterns, and
// fewer.
//   node tests/regexp/run.js --program build/asan/tests/regexp_cases [--seed N] [--count N] [--show]
const {spawnSync} = require('child_process');
const sample = require('../support/sample.js');

const option = (name, fallback) => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : fallback;
const program = option('--program');
const seed = Number(option('--seed', sample.seed ? parseInt(sample.seed, 16) || 1 : 1));
const packages = ['playwright-core', 'iconv-lite', 'path-to-regexp', 'ipaddr.js', 'content-disposition', 'negotiator', 'qs', 'send'];
const count = Number(option('--count', sample.seed ? 3000 : 40000));

function random(seed) {
  return n => {  // mulberry32
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
const below = random(seed);
const pick = list => list[below(list.length)];
const characters = ['a', 'b', 'c', 'A', 'B', 'K', 's', '1', '2', '_', ' ', '-', '\n', '\u00e9', '\u00c9', '\u0130', '\u017f', '\u212a', '\u2028',
  '\u03c3', '\u03c2', '\u00df', '\u1e9e', '\ud83d\ude00', '\ud83d', '\ude00', '\ufeff', '\u{10400}', '\u{10428}'];
const plain = ['a', 'b', 'c', 'A', '1', '_', ' ', '\n'];

// Makes a random pattern. `wide` says whether the pattern may contain characters outside of ASCII, `unicode` whether it has
// the flag u or v, and `sets` whether it has the flag v. The following constructs are left out, because V8 differs from
// ECMAScript in them:
// - With the flags i and v, a property such as \p{ASCII}, which contains k but not the Kelvin sign, although the two are
//   equal when case is ignored. V8 does not match the Kelvin sign.
// - With the flags i and v, a single letter in \q{…}. V8 matches the letter in the given case only.
// - (?i:…) in a part of a pattern. V8 ignores this modifier in some alternatives when it compiles without optimization, as
//   it does once a process has compiled some thousand patterns. `node --no-regexp-optimization` shows it at once:
//   /(?i:ab|c)/ does not match "AB" there.
// - Two groups of the same name that can both take part in a match, which V8 does not always report as an error.
function pattern(wide, unicode, sets) {
  let names = 0;
  const character = () => pick(wide ? characters : plain);
  const escapes = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\n', '\\t', '\\x61', '\\u0062', '\\cJ', '\\0', '\\.', '\\/',
    ...(unicode ? ['\\u{61}', '\\u{1f600}', '\\p{L}', '\\P{L}', '\\p{Lu}', '\\p{Script=Greek}', ...(sets ? [] : ['\\p{ASCII}']), '\\P{Ll}'] : ['\\8', '\\07', '\\141', '\\c', '\\a', '\\u', '\\-']),
    ...(wide ? ['\\ud83d', '\\ude00', '\\ud83d\\ude00'] : [])];
  const member = () => pick([character, character, () => `${pick(['a', 'A', '0'])}-${pick(['c', 'z', 'Z', '9'])}`,
    () => pick(escapes), () => '\\b', () => pick(['-', '^', '\\-', '.'])])();
  const setMember = depth => pick([character, () => 'a-c', () => pick(escapes), () => (depth < 2 ? setClass(depth + 1) : 'b'),
    () => `\\q{${pick(['ab', '1|bc', 'abc|', '-'])}}`])();
  const setClass = depth => {
    const negative = below(4) ? '' : '^';
    if (below(3)) return `[${negative}${Array.from({length: 1 + below(3)}, () => setMember(depth)).join('')}]`;
    return `[${negative}${Array.from({length: 2 + below(2)}, () => setMember(depth)).join(pick(['--', '&&']))}]`;
  };
  const oneClass = () => (sets ? setClass(0) : `[${below(3) ? '' : '^'}${Array.from({length: below(4)}, member).join('')}]`);
  const quantifier = () => pick(['*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?', '{2,}', '{0}', '{1,}?']);
  // Alternatives of few characters that are tried in an order, and something that comes after them.
  const few = () => Array.from({length: 1 + below(3)}, () => pick(['a', 'b', 'c', '[ab]', '[abc]', '\\w']) + pick(['', '', '?', '{0,2}'])).join('');
  const alternatives = () => `(?:${Array.from({length: 2 + below(2)}, few).join('|')})${pick(['', '1', '[ _]', '$', '(?:1|$)', '(?:_(?!$)|$)', '\\b'])}`;
  const runs = () => `(?:${pick(['[^ab]', '[^a]', '[a1]', 'b', '.'])}|${few()}|${few()})${pick(['*', '+'])}${pick(['a', 'b', '1', '$', '(?:b|$)', ''])}`;
  const word = () => pick(['\\w', '[ab]', 'a', '[ab1 ]']) + pick(['', '+', '*', '+?']) + pick(['\\b', '\\B']);
  const atom = depth => {
    const simple = () => pick([character, character, character, () => '.', oneClass, () => pick(escapes)])();
    if (depth > 3 || below(3)) return simple();
    const inner = () => disjunction(depth + 1);
    return pick([
      alternatives, runs, () => `(?:${alternatives()})${quantifier()}`, () => `(${word()})`,
      () => `(${inner()})`, () => `(${inner()})`, () => `(?:${inner()})`, () => `(?=${inner()})`, () => `(?!${inner()})`,
      () => `(?<=${inner()})`, () => `(?<!${inner()})`, () => `(?<${pick(['a', 'b', 'c'])}${names++ > 0 ? names : ''}>${inner()})`,
      () => `\\${1 + below(3)}`, () => '\\k<a>', () => `(?${pick(['s', 'm', '-s', 's-m'])}:${inner()})`,
      () => pick(['^', '$', '\\b', '\\B']), () => pick(['(?<y>a)|(?<y>b)', '(?:(?<y>a)|(?<y>b)\\k<y>)*']).replaceAll('y', `y${++names}`)])();
  };
  const term = depth => atom(depth) + (below(3) ? '' : quantifier());
  const sequence = depth => Array.from({length: 1 + below(3)}, () => term(depth)).join('');
  const disjunction = depth => Array.from({length: below(3) ? 1 : 1 + below(3)}, () => (below(12) ? sequence(depth) : '')).join('|');
  let out = disjunction(0);
  // Some of the patterns are malformed.
  if (!below(20)) out = out.slice(0, below(out.length + 1)) + pick(['(', ')', '[', '{', '*', '\\', '(?', ']', '}', '{1', '?', '\\k', '-']) + out.slice(below(out.length + 1));
  return out;
}

function questions() {
  return Array.from({length: count}, () => {
    const wide = below(2) === 1;
    let f = [...'dgimsy'].filter(() => !below(4)).join('');
    const mode = pick(['', '', 'u', 'v']);
    f += mode;
    const p = pattern(wide, mode !== '', mode === 'v');
    // The texts contain surrogate pairs, or halves of pairs, to see whether a pair was split.
    const without = pick([/^[\ud800-\udfff]$/u, /[\u{10000}-\u{10ffff}]/u]);
    const some = mode === '' ? characters : characters.filter(c => !without.test(c));
    const text = () => Array.from({length: below(10)}, () => pick(wide ? some : plain)).join('');
    const question = {p, f, i: below(4) ? 0 : below(6), t: [text(), text(), text()]};
    // (?i:…) around a whole pattern is the same as flag i, and (?-i:…) removes that flag.
    if (!below(8) && !answer(question).startsWith('["')) {
      question.like = {...question, f: f.includes('i') ? f.replace('i', '') : f + 'i'};
      question.p = f.includes('i') ? `(?-i:${p})` : `(?i:${p})`;
    }
    return question;
  });
}

// The patterns of npm packages, as literals in their sources, on random texts of the characters that they contain.
function packagePatterns() {
  const fs = require('fs');
  const path = require('path');
  const ts = require('typescript');
  const modules = path.join(__dirname, '../../node_modules');
  const found = new Map();
  const look = file => {
    const walk = node => {
      if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) found.set(node.text, path.relative(modules, file));
      ts.forEachChild(node, walk);
    };
    walk(ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  };
  const each = folder => {
    for (const entry of fs.readdirSync(folder, {withFileTypes: true})) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) each(file);
      else if (/\.[cm]?js$/.test(entry.name) && fs.statSync(file).size < 1 << 20) look(file);
    }
  };
  for (const name of packages) each(path.join(modules, name));
  return [...found.keys()];
}
function packageQuestions() {
  return packagePatterns().map(literal => {
    const end = literal.lastIndexOf('/');
    const p = literal.slice(1, end), f = literal.slice(end + 1);
    const letters = [...p.replace(/\\[a-zA-Z]/g, '')].filter(c => c !== '\\').concat(plain);
    const text = () => Array.from({length: below(40)}, () => pick(letters)).join('');
    return {p, f, i: 0, t: Array.from({length: 20}, text)};
  });
}

const shown = m => {
  if (!m) return null;
  const out = [m.index, ...Array.from(m, x => x ?? null)];
  if (m.groups) out.push(Object.fromEntries(Object.entries(m.groups).map(([k, v]) => [k, v ?? null])));
  if (m.indices) out.push(m.indices.flatMap(x => x ?? [null]));
  return out;
};
function asked({p, f, i: at}, text) {
  const out = [];
  const r = new RegExp(p, f);
  r.lastIndex = at;
  for (let i = 0; i < 4; i++) {
    const match = r.exec(text);
    out.push(shown(match), r.lastIndex);
    if (!match) break;
    if (match[0] === '') r.lastIndex++;
  }
  r.lastIndex = 0;
  out.push(text.replace(r, '[$&|$1|$<a>|$`]'));
  out.push(text.replace(r, (match, first, second) => '<' + match + first + second + '>'));
  out.push(text.search(r));
  out.push(text.split(r, 20).map(x => x ?? null));
  out.push([...text.match(r) || []].map(x => x ?? null).slice(0, 20));
  return out;
}
function answer(question) {
  try {
    return JSON.stringify(question.t.map(text => asked(question, text)));
  } catch (error) {
    return JSON.stringify([String(error)]);
  }
}

const asks = packageQuestions();
const all = [...asks, ...questions()];
const {stdout, stderr, status, signal} = spawnSync(program, {input: all.map(one => JSON.stringify(one)).join('\n') + '\n', maxBuffer: 1 << 30, encoding: 'utf8'});
const answers = stdout.split('\n');
let failed = 0, patterns = 0, expensive = 0;
all.forEach((question, i) => {
  const expected = answer(question.like || question);
  if (!expected.startsWith('["SyntaxError')) patterns++;
  if (answers[i] === expected) return;
  // With the flags u and v, V8 also finds an empty match between the halves of a surrogate pair. ECMAScript does not.
  if (/[uv]/.test(question.f) && question.t.every(text => text.isWellFormed()) &&
      (/\\ud[89a-f]/.test(expected) || question.t.some(text => !text.slice(0, question.i).isWellFormed()))) return;
  if ((answers[i] ?? '').includes('RangeError: Regular expression too expensive')) return void expensive++;
  if ((answers[i] ?? '').includes('Duplicate capture group name') && /(\(\?<\w+>).*\1/s.test(question.p)) return;
  if (failed++ < 20) console.log(`${JSON.stringify(question)}\n  Node      ${expected}\n  Node.cpp  ${answers[i]}`);
});
if (status !== 0) {
  failed++;
  console.log(`the program ended with ${status ?? signal}\n${stderr.slice(-3000)}`);
}
console.log(`${all.length} questions, ${asks.length} of them with patterns of npm packages, ${patterns} of them with valid patterns; ` +
  `${expensive} refused as too expensive, ${failed} with another answer than Node's (seed ${seed})`);
process.exit(failed || expensive > all.length / 2000 ? 1 : 0);
