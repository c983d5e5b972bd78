'use strict';
// Tests the memory weaknesses of NIST's Juliet suite for C++, each in Juliet's flow variants (juliet/flows.js), with
// programs of our own (juliet/cases.js): neither Debian nor npm, PyPI, crates.io or Maven has the suite itself.
//   juliet.js --refused     asks nodecpp-check: all programs in plain C++ must be refused, and the good ones with
//                           Node.cpp's types must be accepted
//   juliet.js --run         runs the accepted programs with AddressSanitizer: the bad ones must stop with an error
//                           before they touch memory
//   NAME…                   runs only these cases (121_index)
//   --table, --update       prints or writes the table of docs/safety.md; together with --refused
const fs = require('fs');
const path = require('path');
const {sample, seed} = require('../support/sample.js');
const {addressFlags, buildFolder, compiler, each, execute, flags: usersFlags, libraries, root} = require('../support/users.js');
const {flows} = require('./juliet/flows.js');
const {ours, raw} = require('./juliet/cases.js');

const page = path.join(root, 'docs/safety.md');
const nameOf = c => `${c.cwe}_${c.name}`;
const of = (part, kind) => (part && typeof part === 'object' ? part[kind] : part);

// Writes the two files of a case, with one namespace for each flow and kind: {a, b, places: {a, b: [{name, first,
// last}]}}.
function write(c, isRaw, kinds) {
  const files = {a: ['#include "juliet.h"'], b: ['#include "juliet.h"']};
  const places = {a: [], b: []};
  const put = (file, name, text) => {
    const lines = `namespace ${name} {\n${text}\n}`.split('\n');
    places[file].push({name, first: files[file].length + 1, last: files[file].length + lines.length});
    files[file].push(...lines);
  };
  for (const kind of kinds) {
    const parts = {T: c.T, decl: of(c.decl, kind), init: c.init, source: kind === 'good' ? c.good : c.bad, sink: c.sink};
    const head = (of(c.head, kind) || '') + '\n';
    for (const [number, flow] of Object.entries(flows)) {
      const {text, other} = flow(parts, isRaw);
      put('a', `${kind}_${number}`, head + text);
      if (other) put('b', `${kind}_${number}`, head + other);
    }
  }
  return {a: files.a.join('\n') + '\n', b: files.b.join('\n') + '\n', places};
}

const mainOf = written => `
static void call(String name, Function<void()> entry) {
  const auto wanted = process::argv[2];
  if (name != wanted && !name.startsWith(wanted + "_")) return;
  console::log("== " + name);
  try {
    entry();
  } catch (const Error& error) {
    console::log("! " + error->name + " " + error->code);
  }
}
int main(int argc, char** argv) { return run(argc, argv, [] {
${written.places.a.map(({name}) => `  call("${name}", ${name}::entry);`).join('\n')}
}); }
`;

const start = (command, args) => execute(command, args, {seconds: 300, env: {...process.env, ASAN_OPTIONS: 'detect_leaks=1:handle_abort=0'}});

let passed = 0;
const failures = [];
const fail = text => {
  failures.push(text);
  if (failures.length <= 20) console.log(text);
};

async function precompile(flags, work) {
  fs.mkdirSync(work, {recursive: true});
  const out = path.join(work, 'juliet.pch');
  const made = await start(compiler, [...flags, '-x', 'c++-header', path.join(__dirname, 'juliet/juliet.h'), '-o', out]);
  if (made.code !== 0) throw new Error(`tests/memsafe/juliet/juliet.h does not compile:\n${made.err}`);
  return ['-include-pch', out, `-I${path.join(__dirname, 'juliet')}`];
}

// Returns what nodecpp-check finds in a file: [{line, rule, text}]. An entry without a rule is an error of the
// compiler.
async function refused(only) {
  const {plugin, userFlags} = require('../../tools/check/build.js');
  const work = path.join(root, 'build/check/juliet');
  const flags = [...userFlags(), '-Wno-everything'];
  const headers = await precompile(flags, work);
  const found = async file => {
    const {err} = await start(compiler, [...flags, ...headers, '-fsyntax-only', '-ferror-limit=0', '-fno-color-diagnostics', '-fno-caret-diagnostics', `-fplugin=${plugin}`, file]);
    return err.split('\n').map(text => /^(?:.*\/)?[^/:]*:(\d+):\d+: (?:fatal )?error: (.*)$/.exec(text)).filter(Boolean)
      .map(([, line, text]) => ({line: Number(line), text, rule: (/\[nodecpp-check: \S+ (\S+)\]$/.exec(text) || [])[1]}));
  };
  const units = [...raw.map(c => ({c, isRaw: true})), ...ours.map(c => ({c, isRaw: false}))]
    .filter(({c}) => !only.length || only.includes(nameOf(c)));
  await each(sample(units, 3, ({c, isRaw}) => `${isRaw} ${nameOf(c)}`), async unit => {
    const {c, isRaw} = unit;
    const written = write(c, isRaw, isRaw ? ['bad'] : ['bad', 'good']);
    const base = path.join(work, `${isRaw ? 'raw' : 'ours'}_${nameOf(c)}`);
    const rules = new Map();
    for (const which of ['a', 'b']) {
      fs.writeFileSync(`${base}_${which}.cpp`, written[which]);
      for (const one of await found(`${base}_${which}.cpp`)) {
        const place = written.places[which].find(({first, last}) => first <= one.line && one.line <= last);
        if (!one.rule || !place) fail(`${base}_${which}.cpp:${one.line}: does not compile: ${one.text}`);
        else rules.set(place.name, (rules.get(place.name) || new Map()).set(one.rule, one.text));
      }
    }
    for (const {name} of written.places.a) {
      const mine = rules.get(name) || new Map();
      const where = `juliet ${isRaw ? 'raw' : 'ours'} ${nameOf(c)}, ${name}`;
      const wanted = name.startsWith('good') ? [] : c.rules || [];
      if (!wanted.length && mine.size) fail(`${where}: is refused: ${[...mine.values()][0]}`);
      else if (wanted.length && !wanted.some(rule => mine.has(rule))) fail(`${where}: is not refused by ${wanted.join(' or ')}, but by ${[...mine.keys()].join(', ') || 'nothing'}`);
      else passed++;
    }
    // A case lists the rules that refuse it in each of its variants.
    const all = Object.keys(flows).map(number => rules.get(`bad_${number}`) || new Map());
    unit.rules = [...(all[0] || new Map()).keys()].filter(rule => all.every(one => one.has(rule)));
  });
  return units;
}

// Builds the accepted programs with AddressSanitizer and runs them.
async function runAll(only) {
  const build = buildFolder('asan');
  const work = path.join(build, 'juliet');
  const flags = [...usersFlags(build), ...addressFlags, '-O0', '-g1', '-w'];
  const headers = await precompile(flags, work);
  const expect = (c, name, got, kind) => {
    const where = `juliet ours ${nameOf(c)}, ${name}`;
    const wanted = kind === 'good' ? `  ${c.prints}` : c.right ? `  ${c.right}` : null;
    const holds = wanted !== null ? got === wanted : /^! /m.test(got) && got.split(/\s/).includes(c.stops);
    if (holds) passed++;
    else fail(`${where}: ${wanted !== null ? `is to print "${wanted}"` : `is to stop by ${c.stops}`}, and says: ${got.slice(0, 300)}`);
  };
  await each(sample(ours.filter(c => !only.length || only.includes(nameOf(c))), 12, nameOf), async c => {
    const written = write(c, false, c.rules ? ['good'] : ['bad', 'good']);
    const base = path.join(work, nameOf(c));
    for (const which of ['a', 'b']) fs.writeFileSync(`${base}_${which}.cpp`, written[which] + (which === 'a' ? mainOf(written) : ''));
    const made = await start(compiler, [...flags, ...headers, `${base}_a.cpp`, `${base}_b.cpp`, '-o', base, ...libraries(build)]);
    if (made.code !== 0) return fail(`juliet ours ${nameOf(c)}: does not compile: ${(made.err.split('\n').find(line => /error/.test(line)) || made.err).slice(0, 500)}`);
    const names = kind => written.places.a.map(({name}) => name).filter(name => name.startsWith(kind));
    for (const kind of c.rules ? ['good'] : ['good', 'bad']) {
      if (kind === 'bad' && c.stops === 'SIGABRT') continue;
      const run = await start(base, [kind]);
      if (run.code !== 0) fail(`juliet ours ${nameOf(c)}, ${kind}: ends with ${run.signal || run.code}: ${run.err.slice(0, 1500)}`);
      const answers = new Map(run.out.split(/^== /m).slice(1).map(text => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1).trimEnd()]));
      for (const name of names(kind)) expect(c, name, answers.get(name) ?? 'nothing', kind);
    }
    if (!c.rules && c.stops === 'SIGABRT') {
      for (const name of sample(names('bad'), 12)) {
        const run = await start(base, [name]);
        if (run.signal === 'SIGABRT' && !/Sanitizer|runtime error/.test(run.err)) passed++;
        else fail(`juliet ours ${nameOf(c)}, ${name}: is to end by SIGABRT, and ends with ${run.signal || run.code}: ${run.out.slice(0, 200)} ${run.err.slice(0, 500)}`);
      }
    }
    fs.rmSync(base);
  });
}

const titles = {121: 'beyond an end, on the stack', 122: 'beyond an end, on the heap', 124: 'before a beginning: written', 126: 'beyond an end: read', 127: 'before a beginning: read',
  415: 'freed twice', 416: 'used after free', 457: 'not initialised', 476: 'null', 562: 'address of what is on the stack returned', 787: 'written out of bounds',
  825: 'pointer to what has ended', 843: 'of another type'};

function tableOf(units) {
  const rows = Object.entries(titles).map(([cwe, title]) => {
    const mine = isRaw => units.filter(unit => unit.isRaw === isRaw && unit.c.cwe === Number(cwe));
    const rules = [...new Set(mine(true).flatMap(unit => unit.rules))].join(', ');
    const ends = mine(false).map(({c}) => `${c.name.replace('_', '\\_')}: ${c.rules ? 'refused, ' + c.rules.join(', ') : c.right ? `right, \`${c.right}\`` : c.stops}`).join('; ');
    return `| ${cwe} | ${title} | ${rules} | ${ends} |`;
  });
  return ['| CWE | | in plain C++ refused by | in Node.cpp\'s words |', '|---|---|---|---|', ...rows].join('\n');
}

(async () => {
  const words = process.argv.slice(2);
  const only = words.filter(word => !word.startsWith('--'));
  if (words.includes('--refused')) {
    const units = await refused(only);
    if (!only.length && !seed) {
      const table = tableOf(units);
      const text = fs.readFileSync(page, 'utf8');
      const filled = text.replace(/(<!-- juliet -->\n)[^]*?(<!-- end -->)/, (whole, begin, end) => `${begin}${table}\n${end}`);
      if (words.includes('--table')) console.log(table);
      if (words.includes('--update')) fs.writeFileSync(page, filled);
      else if (filled !== text || !text.includes('<!-- juliet -->')) fail('docs/safety.md has another table of Juliet\'s weaknesses: juliet.js --refused --update');
    }
  }
  if (words.includes('--run')) await runAll(only);
  console.log(`${passed} passed, ${failures.length} failed${seed ? ' (a sample)' : ''}`);
  process.exit(failures.length ? 1 : 0);
})();
