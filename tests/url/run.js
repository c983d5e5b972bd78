'use strict';
// Compares url and querystring with Node's: both answer thousands of questions, and each result and each error must be
// the same.
//
//   node tests/url/run.js --program build/release/tests/url_cases [--seed N] [--count N] [--show N]
const {spawnSync} = require('child_process');
const url = require('url');
const querystring = require('querystring');
const {cases} = require('./generate.js');
const whatwg = require('./whatwg_answers.js');
const {sample} = require('../support/sample.js');

const option = (name, fallback) => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : fallback;

// Returns UTF-8 that keeps lone surrogates, as in Node.cpp's strings.
function hex(text) {
  const bytes = [];
  for (const character of text) {
    const code = character.codePointAt(0);
    if (code >= 0xd800 && code < 0xe000) bytes.push(0xe0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63);
    else bytes.push(...Buffer.from(character));
  }
  return Buffer.from(bytes).toString('hex');
}

// Joins the halves of surrogate pairs that came together when strings were concatenated.
const joined = line => line.replace(/eda([0-9a-f]{3})edb([0-9a-f]{3})/g, (all, high, low) => {
  const unit = three => 0xd000 | (parseInt('a' + three, 16) >> 8 & 63) << 6;
  const h = Buffer.from('eda' + high, 'hex'), l = Buffer.from('edb' + low, 'hex');
  const code = bytes => (bytes[0] & 15) << 12 | (bytes[1] & 63) << 6 | bytes[2] & 63;
  return Buffer.from(String.fromCharCode(code(h), code(l))).toString('hex');
});

function show(value) {
  if (value === undefined) return 'u';
  if (value === null) return 'n';
  if (value === true) return 't';
  if (value === false) return 'f';
  if (Buffer.isBuffer(value)) return 's' + value.toString('hex');
  if (Array.isArray(value)) return 'l' + value.map(x => hex(x) + ',').join('');
  if (typeof value === 'string') return 's' + hex(value);
  if (value instanceof url.Url)
    return ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path',
      'href']
      .map(name => show(value[name]) + ' ').join('');
  return 'o' + Object.keys(value).map(key => hex(key) + ':' + show(value[key]) + ';').join('');
}

// Converts a field of generate.js's objects, such as "s$text" or "d5". Texts are sent as hexadecimal digits.
const typed = field => {
  const rest = field.slice(field[1] === '$' ? 2 : 1);
  if (field[0] === 'u') return undefined;
  if (field[0] === 'n') return null;
  if (field[0] === 't' || field[0] === 'f') return field[0] === 't';
  if (field[0] === 'd') return Number(rest);
  if (field[0] === 'o') return querystring.parse(rest);
  if (field[0] === 'l') return field.slice(1).split(',').slice(0, -1).map(x => x.slice(1));
  return rest;
};
const wired = field => {
  if (field[0] === 'l') return 'l' + field.slice(1).split(',').slice(0,
    -1).map(x => 's' + hex(x.slice(1)) + ',').join('');
  return field[1] === '$' ? field[0] + hex(field.slice(2)) : field;
};

const upper = text => text.toUpperCase();
const coders = {
  '-': undefined,
  'upper': upper,
  'throw': text => {
    if (text.includes('a')) throw new Error('a');
    return text;
  },
};

const questions = {
  parse: [1, (text, query, slashes) => url.parse(text, query === '1', slashes === '1')],
  format: [1, text => url.format(text)],
  resolve: [2, (from, to) => url.resolve(from, to)],
  resolveObject: [2, (from, to) => url.resolveObject(from, to)],
  qsParse: [3, (text, sep, eq, maxKeys, coder) => querystring.parse(text, sep, eq,
    {maxKeys: maxKeys === '-' ? undefined : Number(maxKeys), decodeURIComponent: coders[coder]})],
  escape: [1, text => querystring.escape(text)],
  unescape: [1, text => querystring.unescape(text)],
  unescapeBuffer: [1, (text, spaces) => querystring.unescapeBuffer(text, spaces === '1')],
  domainToASCII: [1, text => url.domainToASCII(text)],
  domainToUnicode: [1, text => url.domainToUnicode(text)],
  fileURLToPath: [1, text => url.fileURLToPath(text)],
  fileURLToPathBuffer: [1, text => url.fileURLToPathBuffer(text)],
  pathToFileURL: [1, text => url.pathToFileURL(text).href],
  formatObject: [-1, (protocol, slashes, auth, host, hostname, port, pathname, search, query, hash) => {
    const all = {protocol, slashes, auth, host, hostname, port, pathname, search, query, hash};
    for (const name in all) all[name] = typed(all[name]);
    return url.format(all);
  }],
  qsStringify: [-2, (sep, eq, coder, ...entries) => {
    const object = {__proto__: null};
    for (let i = 0; i < entries.length; i += 2) object[entries[i]] = typed(entries[i + 1]);
    return querystring.stringify(object, sep, eq,
      {encodeURIComponent: coder === 'upper' ? text => upper(text) + '!' : undefined});
  }],
};

function nodeSays([name, ...args]) {
  try {
    if (whatwg[name]) return show(whatwg[name](...args));
    return show(questions[name][1](...args));
  } catch (error) {
    return `! ${hex(error.name)} ${hex(error.code || '')} ${hex(error.message)}`;
  }
}

function wire([name, ...args]) {
  // A letter is put in front, so that no field is empty.
  if (whatwg[name]) return [name, ...args.map(x => hex('s' + x))].join('\t');
  const texts = questions[name][0];
  if (texts === -1) return [name, ...args.map(wired)].join('\t');
  if (texts === -2) return [name, hex(args[0]), hex(args[1]), args[2], ...args.slice(3).map((x,
    i) => i % 2 ? wired(x) : hex(x))].join('\t');
  return [name, ...args.map((x, i) => i < texts ? hex(x) : x)].join('\t');
}

const readable = line => line.replace(/[0-9a-f]{2,}/g, x => x.length % 2 ? x : JSON.stringify(Buffer.from(x,
  'hex').toString()));

process.noDeprecation = true;
// When the first URL is empty, Node's resolveObject returns the second one unparsed: a documented difference.
const all = sample([...cases(Number(option('--seed', 1)), Number(option('--count', 6000)))]
  .filter(x => !(x[0] === 'resolveObject' && x[1] === '')), 4, JSON.stringify);
const run = spawnSync(option('--program'), {input: all.map(wire).join('\n') + '\n', maxBuffer: 1 << 30,
  encoding: 'latin1'});
if (run.status !== 0) {
  console.error(`the program ended with ${run.signal || run.status}\n${run.stderr}`);
  process.exit(1);
}
const lines = run.stdout.split('\n');
let different = 0;
all.forEach((question, i) => {
  const node = joined(nodeSays(question)), ours = joined(lines[i]);
  if (node === ours) return;
  if (++different <= Number(option('--show', 20)))
    console.error(`${JSON.stringify(question)}\n  Node.js:  ${readable(node)}\n  Node.cpp: ${readable(ours)}`);
});
console.log(`${all.length} questions, ${different} different answers`);
process.exit(different ? 1 : 0);
