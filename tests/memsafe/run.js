'use strict';
// Tests nodecpp-check with pairs of programs (see README.md).
//   run.js [FILE…]       tests all, or these files of programs/
//   --table              prints how many bad programs each rule has
//   --update             rewrites the rules in docs/checker.md
const fs = require('fs');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {plugin, userFlags, compiler} = require('../../tools/check/build.js');
const {sample, seed} = require('../support/sample.js');
const {each} = require('../support/users.js');
const {folder, read} = require('./programs.js');
const {holdPage} = require('./page.js');

const work = path.resolve(__dirname, '../../build/check/memsafe');

const headers = path.join(work, 'headers.pch');
function precompile() {
  const made = spawnSync(compiler, [...userFlags(), '-Wno-everything', '-x', 'c++-header', path.join(__dirname, 'headers.h'), '-o', headers],
    {encoding: 'utf8'});
  if (made.status !== 0) throw new Error(`tests/memsafe/headers.h does not compile:\n${made.stderr}`);
}

function compile(unit, options) {
  const source = path.join(work, unit.file);
  return new Promise(resolve => {
    const child = spawn(compiler, [...userFlags(), '-include-pch', headers, '-fsyntax-only', '-Wno-everything', '-ferror-limit=0', '-fno-color-diagnostics',
      '-fno-caret-diagnostics', `-fplugin=${plugin}`, ...options.map(each => `-fplugin-arg-nodecpp-${each}`), source],
    {stdio: ['ignore', 'ignore', 'pipe']});
    let messages = '';
    child.stderr.on('data', chunk => { messages += chunk; });
    child.on('error', error => resolve([{line: 0, text: error.message}]));
    child.on('close', () => resolve(messages.split('\n').map(text => /^(?:.*\/)?[^/:]*:(\d+):\d+: (?:fatal )?(?:error|remark): (.*)$/.exec(text))
      .filter(match => match && (match[0].startsWith(source) || !/ remark: /.test(match[0]))).map(([, line, text]) => ({line: Number(line), text, rule: (/\[nodecpp-check: \S+ (\S+)\]$/.exec(text) || [])[1]}))));
  });
}

// The rules of the plugin.
const known = [...fs.readFileSync(path.resolve(__dirname, '../../tools/check/rules.cpp'), 'utf8')
  .matchAll(/^ {4}\{(\d+), "([a-z-]+)", "(.*)"(?:, (reports))?\},$/gm)]
  .map(([, number, name, message, strength]) => ({number, name, message, strength}));

(async () => {
  const words = process.argv.slice(2);
  const only = words.filter(word => !word.startsWith('--'));
  fs.mkdirSync(work, {recursive: true});
  const files = only.length ? only.map(name => name.replace(/(\.cpp)?$/, '.cpp')) : fs.readdirSync(folder).sort();
  const units = files.map(read);
  precompile();
  let passed = 0;
  let failed = 0;
  const fail = text => { failed++; console.log(text); };
  const witnesses = new Map();
  const counts = new Map();
  await each(units, async unit => {
    fs.writeFileSync(path.join(work, unit.file), unit.text);
    const found = await compile(unit, []);
    const broken = found.filter(one => !one.rule);
    for (const one of broken.slice(0, 8)) fail(`tests/memsafe/programs/${unit.file}:${one.line}: does not compile: ${one.text}`);
    if (broken.length) return;
    for (const each of unit.cases) {
      const where = `tests/memsafe/programs/${unit.file}:${each.first}: ${each.name}`;
      const own = found.filter(one => one.rule && each.first <= one.line && one.line <= each.last);
      const rules = new Set(own.map(one => one.rule));
      const missing = each.rules.filter(rule => !rules.has(rule));
      const unknown = each.rules.filter(rule => !known.some(one => one.name === rule));
      if (unknown.length) {
        fail(`${where}: there is no rule ${unknown.join(', ')}`);
      } else if ((each.good || each.stop) && own.some(one => one.rule !== each.said.also)) {
        fail(`${where}: is refused, line ${own[0].line}: ${own[0].text}`);
      } else if (missing.length) {
        fail(`${where}: is not refused by ${missing.join(', ')}, but by ${[...rules].join(', ') || 'nothing'}`);
      } else {
        passed++;
      }
      if (each.good || each.stop) continue;
      for (const rule of each.rules) counts.set(rule, (counts.get(rule) || 0) + 1);
      if (rules.size === 1 && !witnesses.has([...rules][0])) witnesses.set([...rules][0], {unit, each});
    }
  });
  if (!only.length) {
    const complaint = holdPage(known, units, words.includes('--update'));
    if (complaint) fail(complaint); else passed++;
  }
  // Each rule is also switched off once: the program that only this rule refuses must then be accepted.
  if (!only.length && !words.includes('--update')) {
    await each(sample(known, 6, rule => rule.name), async rule => {
      const witness = witnesses.get(rule.name);
      if (!witness) return fail(`no program would notice that ${rule.name} is gone`);
      const found = await compile(witness.unit, [`off=${rule.name}`]);
      const {first, last, name} = witness.each;
      const left = found.filter(one => first <= one.line && one.line <= last);
      if (left.length) fail(`${name} is refused without ${rule.name}, too: ${left[0].text}`); else passed++;
    });
  }
  if (words.includes('--table')) {
    for (const {number, name} of known) console.log(`NC${number.padStart(3, '0')} ${name}: ${counts.get(name) || 0}`);
    console.log(`${units.reduce((sum, unit) => sum + unit.cases.filter(each => !each.good && !each.stop).length, 0)} bad programs`);
  }
  console.log(`${passed} passed, ${failed} failed${seed ? ' (a sample of the rules switched off)' : ''}`);
  process.exit(failed ? 1 : 0);
})();
