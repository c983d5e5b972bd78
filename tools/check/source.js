'use strict';
// Checks Node.cpp's own sources and headers with the rules that can apply there: rules about views across calls that
// may run the program, and about closures that outlive their captures. Each file is compiled twice: first to learn
// which function calls which, then to find violations with the knowledge which functions may run the program. Findings
// that were examined and are right are listed in accepted.txt with their reasons.
//
//   source.js [PART…]      checks all files of the library, or those with a PART in their names; the calls are always
//                          collected from all files
//   --again                uses the calls that were collected by the last run
//   --found                prints each finding, including the accepted ones
//   --accept               adds new findings to accepted.txt as open (not examined), and corrects its counts
//   --update               rewrites the table of docs/checker.md
const fs = require('fs');
const path = require('path');
const {spawn} = require('child_process');
const {each} = require('../../tests/support/users.js');
const {plugin} = require('./build.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const work = path.join(root, 'build/check/source');
const acceptedFile = path.join(__dirname, 'accepted.txt');
const page = path.join(root, 'docs/checker.md');

// The rules that can apply to the runtime, which works with addresses and manages memory itself.
const held = ['reference-capture', 'this-capture', 'view-capture', 'coroutine-capture', 'stale-reference', 'stale-view', 'stale-iterator',
  'across-await', 'coroutine-view', 'view-of-temporary', 'reentered-container', 'narrow-scope', 'uninitialized',
  'uninitialized-member', 'use-after-move'];
const rules = [...fs.readFileSync(path.join(__dirname, 'rules.cpp'), 'utf8').matchAll(/^ {4}\{(\d+), "([a-z-]+)", /gm)]
  .map(([, number, name]) => ({id: `NC${number.padStart(3, '0')}`, name}));
const off = rules.filter(rule => !held.includes(rule.name)).map(rule => `-fplugin-arg-nodecpp-off=${rule.name}`);

// Returns the compile commands of the library's files, several of which are compiled together as one. Only the options
// that matter for parsing are kept.
function commands(parts) {
  const file = path.join(build, 'compile_commands.json');
  if (!fs.existsSync(file)) throw new Error(`${file} is missing: cmake --preset release`);
  return JSON.parse(fs.readFileSync(file, 'utf8'))
    .filter(each => each.command.includes(' -o CMakeFiles/nodecpp.dir/') && !each.file.includes('cmake_pch'))
    .filter(each => !parts.length || parts.some(part => each.file.includes(part)))
    .map(({directory, command, file: name}) => {
      const words = command.split(/\s+/).filter(Boolean);
      const kept = [words[0]];
      for (let i = 1; i < words.length; i++) {
        if (['-o', '-mllvm', '-Xclang', '-include'].includes(words[i])) i++;
        else if (/^-(D|U(?!_FORTIFY)|I|std=|pthread|m(?!llvm)|isystem)/.test(words[i])) kept.push(words[i], ...(words[i] === '-isystem' ? [words[++i]] : []));
      }
      return {directory, name, words: kept};
    });
}

function compile({directory, name, words}, options) {
  return new Promise(resolve => {
    const args = [...words.slice(1), '-U_FORTIFY_SOURCE', '-fsyntax-only', '-Wno-everything', '-ferror-limit=0', '-fno-color-diagnostics',
      '-fno-caret-diagnostics', `-fplugin=${plugin}`, ...options.map(each => `-fplugin-arg-nodecpp-${each}`), ...off, name];
    const child = spawn(words[0], args, {cwd: directory, stdio: ['ignore', 'ignore', 'pipe']});
    let messages = '';
    child.stderr.on('data', chunk => { messages += chunk; });
    child.on('error', error => resolve(`${name}:1:1: error: ${error.message}`));
    child.on('close', () => resolve(messages));
  });
}

// Finds the functions that may call the program, directly or through other functions.
async function runsProgram(units, again) {
  const callers = new Map();
  await each(units, async unit => {
    const file = path.join(work, path.basename(unit.name) + '.calls');
    if (!again || !fs.existsSync(file)) {
      const messages = await compile(unit, [`calls=${file}`]);
      if (/ error: /.test(messages)) throw new Error(messages);
    }
    for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
      const [name, ...called] = line.split('\t');
      for (const each of called) {
        if (!callers.has(each)) callers.set(each, new Set());
        callers.get(each).add(name);
      }
    }
  });
  // src/os is left out: it calls back only from its own turn, when no other function is in the middle of its work.
  const isSystem = name => /(^|\|)_ZNK?7nodecpp2os/.test(name);
  const runs = new Set(['!']);
  for (const name of runs) for (const caller of callers.get(name) || []) if (!isSystem(caller)) runs.add(caller);
  const file = path.join(work, 'runs.txt');
  fs.writeFileSync(file, [...runs].join('\n') + '\n');
  return {file, count: runs.size - 1};
}

// Reads accepted.txt, which has `FILE RULE SUBJECT COUNT REASON` on each line.
function accepted() {
  const all = new Map();
  for (const line of fs.existsSync(acceptedFile) ? fs.readFileSync(acceptedFile, 'utf8').split('\n') : []) {
    if (!line || line.startsWith('#')) continue;
    const match = /^(\S+) (NC\d+) (\S+) (\d+) (.{10,})$/.exec(line);
    if (!match) throw new Error(`tools/check/accepted.txt: FILE RULE SUBJECT COUNT REASON, this is "${line}"`);
    all.set(match.slice(1, 4).join(' '), {most: Number(match[4]), reason: match[5]});
  }
  return all;
}

const isOpen = reason => reason.startsWith('open');
function table(counts) {
  const sum = [0, 0];
  const rows = rules.filter(rule => held.includes(rule.name)).map(rule => {
    const [right, open] = counts.get(rule.id) || [0, 0];
    sum[0] += right;
    sum[1] += open;
    return `| ${rule.id} ${rule.name} | ${right} | ${open} |`;
  });
  return ['| rule | looked at, and right | not looked at yet |', '|---|---|---|', ...rows, `| all | ${sum[0]} | ${sum[1]} |`].join('\n');
}

// Writes accepted.txt sorted by file. Findings that were not examined before are marked as open.
function accept(groups, known) {
  const head = fs.existsSync(acceptedFile) ? fs.readFileSync(acceptedFile, 'utf8').split('\n').filter(line => line.startsWith('#')) : [];
  const lines = [...groups].sort().map(([key, list]) => {
    const {reason} = known.get(key) || {reason: 'open: not looked at yet'};
    known.set(key, {most: list.length, reason});
    return `${key} ${list.length} ${reason}`;
  });
  for (const key of [...known.keys()]) if (!groups.has(key)) known.delete(key);
  fs.writeFileSync(acceptedFile, [...head, ...lines].join('\n') + '\n');
}

(async () => {
  const words = process.argv.slice(2);
  const parts = words.filter(word => !word.startsWith('--'));
  fs.mkdirSync(work, {recursive: true});
  const units = commands(parts);
  const {file: runs, count} = await runsProgram(commands([]), words.includes('--again'));
  const found = new Map();
  let failed = 0;
  await each(units, async unit => {
    const messages = (await compile(unit, [`runs=${runs}`])).split('\n');
    messages.forEach((line, i) => {
      const match = /^(\S+?):(\d+):(\d+): (?:fatal )?error: (.*)$/.exec(line);
      if (!match) return;
      const [, place, row, column, text] = match;
      const rule = /\[nodecpp-check: (NC\d+) \S+\]$/.exec(text);
      if (!rule) return failed++, console.log(line);
      const file = path.relative(root, path.resolve(unit.directory, place));
      const subject = (/'([^']*)'/.exec(text) || [, 'this'])[1].replaceAll(' ', '_') || 'this';
      const since = /^\S+?:(\d+):\d+: note: since/.exec(messages[i + 1] || '');
      found.set(`${file}:${row}:${column} ${rule[1]}`, {file, row, rule: rule[1], subject, since: since && since[1], text});
    });
  });
  const groups = new Map();
  for (const each of found.values()) {
    const key = `${each.file} ${each.rule} ${each.subject}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(each);
  }
  const known = accepted();
  const whole = !parts.length;
  if (whole && words.includes('--accept')) accept(groups, known);
  const counts = new Map();
  let right = 0;
  for (const [key, list] of [...groups].sort()) {
    const {most} = known.get(key) || {most: 0};
    right += Math.min(most, list.length);
    if (words.includes('--found') || list.length > most)
      for (const {file, row, text, since} of list) console.log(`${file}:${row}: ${text}${since ? ` (since ${since})` : ''}`);
    if (list.length > most) failed += list.length - most;
  }
  let fewer = 0;
  if (whole)
    for (const [key, {most}] of known) {
      const have = (groups.get(key) || []).length;
      if (have < most) fewer += most - have;
    }
  if (fewer) console.log(`${fewer} of tools/check/accepted.txt are not found any more: source.js --accept takes them out`);
  for (const [key, {most, reason}] of known) {
    const rule = key.split(' ')[1];
    if (!counts.has(rule)) counts.set(rule, [0, 0]);
    counts.get(rule)[isOpen(reason) ? 1 : 0] += most;
  }
  if (whole && fs.existsSync(page)) {
    const text = fs.readFileSync(page, 'utf8');
    const next = text.replace(/(<!-- source: [^\n]*\n)[^]*?(<!-- end of source -->)/, (all, begin, end) => `${begin}${table(counts)}\n${end}`);
    if (next !== text) {
      if (words.includes('--update')) fs.writeFileSync(page, next);
      else failed++, console.log('docs/checker.md has other numbers of findings in src/: tools/check/source.js --update');
    }
  }
  console.log(`${units.length} files, ${count} functions that may run the program: ${right} findings accepted, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})().catch(error => {
  console.log(error.message);
  process.exit(1);
});
