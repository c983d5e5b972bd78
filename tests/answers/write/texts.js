// Writes texts.inc: JavaScript's answers for String's methods on texts that are not ASCII, each with the same call in
// C++.
'use strict';
const {keep, mark} = require('./table.js');

const texts = ['', 'a', 'ł', 'żółw', 'aé😀b', '😀', '😀😀x', '\ud83d', '\ude00', 'a\ud83d', '\ude00a', '\ude00\ud83d', 'x\ud83dy\ude00z', 'Straße', 'ΑΣ ΑΣΑ Σ Σ',
  'İI ıi', 'ﬁﬀǅŉΐ', 'e\u0301o\u0323\u0302', 'Ångström ﬃ ²', '각한글', '\u1e9b\u0323', '한글'.normalize('NFD'), '日本語テキスト', 'a\u0315\u0300\u05ae\u0300b', '\u2028 \ufeffx\u00a0',
  'x'.repeat(30) + 'ł'.repeat(40) + '😀'.repeat(20) + 'end', 'abc'.repeat(20), 'ЖЗ'.repeat(100) + '😀' + 'ЖЗ'.repeat(300), '\ue000\uffff😀\u{10ffff}', '$& $1 $$'];
const indices = [0, 1, 2, 5, -1, 40, 201];
const words = ['', 'a', 'ł', '😀', '\ud83d', '\ude00', '😀x', 'ЖЗ😀', '日本', 'Σ'];

// Returns the bytes in WTF-8, where a lone surrogate is three bytes.
const bytes = text => [...text].flatMap(c => {
  const code = c.codePointAt(0);
  return code >= 0xd800 && code < 0xe000 ? [0xed, 0x80 | code >> 6 & 0x3f, 0x80 | code & 0x3f] : [...Buffer.from(c)];
});
const lit = text => '"' + bytes(text).map(b => (b >= 32 && b < 127 && b !== 34 && b !== 92 && b !== 63 ? String.fromCharCode(b) : '\\' + b.toString(8).padStart(3, '0'))).join('') + '"';
const plain = v => (Array.isArray(v) ? '[' + v.map(one => one + '|').join('') + ']' : String(v));
// A long answer is replaced by its length and a hash (FNV-1a).
const show = v => {
  const text = plain(v), all = bytes(text);
  if (all.length <= 40 || /^[-01 ]*$/.test(text)) return text;
  return `${all.length}#${all.reduce((hash, b) => Math.imul(hash ^ b, 16777619) >>> 0, 2166136261)}`;
};

// Each call as [C++, JavaScript].
const calls = [];
const same = (method, cppArguments = '', args = []) => calls.push([`s.${method}(${cppArguments})`, s => s[method](...args)]);
calls.push(['s.length()', s => s.length], ['s.byteLength()', s => bytes(s).length], ['points(s)', s => [...s]], ['s + s', s => s + s],
  ['s.charCodeAt(0) < 0', s => s.length === 0], ['String::fromCodePoint(0x1f600, 65) + s', s => '😀A' + s], ['s + String::fromCharCode(0xde00, 0xd83d)', s => s + '\ude00\ud83d']);
for (const method of ['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'isWellFormed', 'toWellFormed', 'normalize', 'toString']) same(method);
for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) same('normalize', `"${form}"`, [form]);
for (const i of indices) {
  same('charAt', i, [i]);
  same('at', i, [i]);
  calls.push([`s[${i}]`, s => s[i]], [`s.charCodeAt(${i})`, s => (Number.isNaN(s.charCodeAt(i)) ? -1 : s.charCodeAt(i))], [`s.codePointAt(${i})`, s => s.codePointAt(i) ?? -1]);
  for (const method of ['slice', 'substring', 'substr']) {
    same(method, i, [i]);
    for (const j of indices) same(method, `${i}, ${j}`, [i, j]);
  }
  if (i >= 0 && i < 50) for (const fill of ['ł😀', 'ab', '']) for (const method of ['padStart', 'padEnd']) same(method, `${i}, ${lit(fill)}`, [i, fill]);
}
for (const n of [0, 1, 3]) same('repeat', n, [n]);
for (const w of words) {
  const word = lit(w);
  for (const method of ['indexOf', 'lastIndexOf', 'includes', 'startsWith', 'endsWith']) {
    same(method, word, [w]);
    for (const i of indices) same(method, `${word}, ${i}`, [w, i]);
  }
  if (!/[\ud800-\udfff]/.test(w.replace(/😀/g, ''))) for (const n of [undefined, 2]) same('split', n ? `${word}, ${n}` : word, [w, n]);
  for (const method of ['replace', 'replaceAll']) {
    for (const by of ['<>', '', '😀', "[$&|$`|$'|$$|$1|$]", '\ude00']) same(method, `${word}, ${lit(by)}`, [w, by]);
    calls.push([`s.${method}(${word}, [](String match, double at, String whole) { return "<" + match + at + "," + whole.length() + ">"; })`,
      s => s[method](w, (match, at, whole) => `<${match}${at},${whole.length}>`)]);
  }
  calls.push([`s + ${word}`, s => s + w], [`${word} + s`, s => w + s], [`s == ${word}`, s => s === w], [`s < ${word}`, s => s < w], [`s >= ${word}`, s => s >= w]);
}
for (const w of texts) calls.push([`order(s, ${lit(w)})`, s => (s < w ? -1 : s > w ? 1 : 0)], [`s.concat(${lit(w)}, 1.5, true)`, s => s.concat(w, 1.5, true)]);

const words2 = ['', 'a', 'A', 'b', 'B', 'á', 'à', 'ä', 'z', 'Z', 'ae', 'æ', 'af', 'ad', 'co-op', 'coop', 'CO-OP', 'résumé', 'resume', 'Resume', 'Résumé', '10', '9', '1', '_a', '-a', 'a b', 'ab', 'ż', 'ź', 'ł', 'l', 'Ł', 'm', 'ß', 'ss', 'st', 'ж', 'Ж', 'з', 'ё', 'е', 'я',
  'α', 'ά', 'β', 'Ω', 'ω', 'a\u0301', 'a\u0001b', "it's", 'its', '!', '?', '~', '{', '$', '€', 'ñ', 'n', 'o', 'ø', 'ö', 'oe', 'œ', ' a', 'é', 'e', 'f', 'Ǆ', '日', '本'];
for (const w of words2) calls.push([`orders(${lit(w)})`, () => words2.map(other => w.localeCompare(other, 'en-US')).join(' ')]);
let ordered = '';
for (const w of words2) ordered += `${lit(w)},\n`;

let out = mark('texts.js') + '\n#ifdef TEXTS\n' + texts.map(s => `${lit(s)},\n`).join('') + '#elif defined(ORDERED)\n' + ordered + '#else\n';
for (const [cpp, js] of calls) out += cpp.startsWith('orders') ? `{${lit(cpp)}, [](const String&) { return ${cpp}; }, {${lit(show(js()))}}},\n` : `{${lit(cpp)}, [](const String& s) { return shown(${cpp}); }, {${texts.map(s => lit(show(js(s)))).join(', ')}}},\n`;
keep('texts.inc', out + '#endif\n');
