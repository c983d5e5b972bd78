'use strict';
// `make check` runs nodecpp-check over the project's own programs: the examples, the pairs of docs/ and of tests/pairs,
// and the ports of npm packages in tests/ports and bench/ports. Each port may have two NODECPP_UNSAFE. The plugin is
// built first if necessary.
//
//   check.js [FILE…]      checks all programs, or only these files
//   --summary             prints the number of findings for each rule, and the number of NODECPP_UNSAFE
//   --sarif=FILE          writes all findings to one file
//   --update              rewrites the list of NODECPP_UNSAFE in docs/safety.md, which a run over all programs compares
//   --time[=ROUNDS]       measures the cost of the checker: the processor time to compile the examples, in turns with
//                         the checker and without it. With --update the result is written to docs/checker.md
const fs = require('fs');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {allPages, pageProgram} = require('../../tests/docs/pages.js');
const {sample, seed} = require('../../tests/support/sample.js');
const {each} = require('../../tests/support/users.js');
const {plugin, userFlags, compiler} = require('./build.js');

const root = path.resolve(__dirname, '../..');
const work = path.join(root, 'build/check/programs');
const ports = ['tests/ports', 'bench/ports'].map(folder => path.join(root, folder));

function filesUnder(folder) {
  return fs.readdirSync(folder, {withFileTypes: true}).flatMap(entry => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(file) : file.endsWith('.cpp') ? [file] : [];
  });
}

// Writes the pairs of each page into one program, with line markers that name the lines of the page.
function pageFiles() {
  fs.mkdirSync(work, {recursive: true});
  return allPages(path.join(root, 'docs')).filter(page => page.pairs.length).map(page => {
    const file = path.join(work, page.page + '.cpp');
    fs.writeFileSync(file, pageProgram(page).replace(/\nint main\(int argc, char\*\* argv\) \{\n  const char\* name[^]*$/, '\n'));
    return file;
  });
}

function check(file, flags) {
  const sarif = path.join(work, file.replaceAll('/', '_') + '.sarif');
  return new Promise(resolve => {
    const most = ports.some(folder => file.startsWith(folder)) ? ['-fplugin-arg-nodecpp-max-unsafe=2'] : [];
    const child = spawn(compiler, [...flags, ...most, `-fplugin=${plugin}`, `-fplugin-arg-nodecpp-sarif=${sarif}`, '-fsyntax-only',
      '-fno-color-diagnostics', '-fno-caret-diagnostics', '-Wno-everything', '-ferror-limit=0',
      file], {cwd: root, stdio: ['ignore', 'ignore', 'pipe']});
    let messages = '';
    child.stderr.on('data', chunk => { messages += chunk; });
    child.on('error', error => resolve({file, code: 127, messages: error.message, run: null}));
    child.on('close', code => {
      const run = fs.existsSync(sarif) ? JSON.parse(fs.readFileSync(sarif, 'utf8')).runs[0] : null;
      resolve({file, code, messages, run});
    });
  });
}

// Returns the seconds of processor time that the compiler needs for the file, as the shell's `times` reports them.
function seconds(file, flags, options) {
  const {stdout, stderr, status} = spawnSync('/bin/sh', ['-c', '"$@" && times', 'sh', compiler, ...flags, '-w', ...options, '-c', file, '-o', '/dev/null'],
    {cwd: root, encoding: 'utf8'});
  const match = /^\S+ \S+\n(\d+)m([\d.]+)s/m.exec(stdout);
  if (status !== 0 || !match) throw new Error(`${file} does not compile: ${stderr}`);
  return Number(match[1]) * 60 + Number(match[2]);
}

// Compares the list of NODECPP_UNSAFE in docs/safety.md with those of all these files. Fewer than ten are allowed.
const mostUnsafe = 9;
function holdUnsafe(reasons, update) {
  const page = path.join(root, 'docs/safety.md');
  const text = fs.readFileSync(page, 'utf8');
  const rows = reasons.map(({file, reason}) => `| ${file} | ${reason} |`).sort();
  const list = [`There are ${reasons.length}, and at most ${mostUnsafe} are allowed:`, '', '| where | why |', '|---|---|', ...rows].join('\n');
  const next = text.replace(/(<!-- unsafe: [^\n]*\n)[^]*?(<!-- end of unsafe -->)/, (all, begin, end) => `${begin}${list}\n${end}`);
  if (reasons.length > mostUnsafe) return `${reasons.length} NODECPP_UNSAFE, and at most ${mostUnsafe} are allowed`;
  if (next === text) return '';
  if (!update) return 'docs/safety.md lists other NODECPP_UNSAFE: tools/check/check.js --update';
  fs.writeFileSync(page, next);
  return '';
}

const median = list => list.sort((a, b) => a - b)[list.length >> 1];

// The compilations run one after the other, because parallel ones would compete for the processor's caches. One
// compilation runs first, uncounted, to bring the files into memory.
function time(rounds) {
  const flags = userFlags();
  const files = filesUnder(path.join(root, 'examples'));
  const ratios = files.map(() => []);
  seconds(files[0], flags, [`-fplugin=${plugin}`]);
  for (let round = 0; round < rounds; round++)
    files.forEach((file, i) => {
      const without = round % 2 ? 0 : seconds(file, flags, []);
      const given = seconds(file, flags, [`-fplugin=${plugin}`]);
      ratios[i].push(given / (without || seconds(file, flags, [])));
    });
  const each = ratios.map(median);
  files.forEach((file, i) => console.log(`${each[i].toFixed(3)} ${path.relative(root, file)}`));
  const text = `${median([...each]).toFixed(3)} times as long with the checker, at most ${Math.max(...each).toFixed(3)}: ${files.length} programs, ${rounds} rounds.`;
  console.log(text);
  const page = path.join(root, 'docs/checker.md');
  const old = fs.readFileSync(page, 'utf8');
  if (process.argv.includes('--update'))
    fs.writeFileSync(page, old.replace(/(<!-- time: [^\n]*\n)[^]*?(<!-- end of time -->)/, (all, begin, end) => `${begin}${text}\n${end}`));
}

(async () => {
  const words = process.argv.slice(2);
  const timed = words.find(word => /^--time(=\d+)?$/.test(word));
  if (timed) return time(Number(timed.slice(7)) || 3);
  const only = words.filter(word => !word.startsWith('--')).map(file => path.resolve(file));
  const wanted = words.find(word => word.startsWith('--sarif='));
  const files = only.length ? only
    : sample([...[path.join(root, 'examples'), ...ports, path.join(root, 'tests/pairs')].flatMap(filesUnder), ...pageFiles()], 10,
      file => path.relative(root, file));
  fs.mkdirSync(work, {recursive: true});
  const flags = userFlags();
  const counts = new Map();
  let failed = 0;
  const unsafe = [];
  let all = null;
  await each(files, async name => {
    const {file, code, messages, run} = await check(name, flags);
    if (code !== 0) {
      failed++;
      console.log(messages.split('\n').filter(line => / (error|note): /.test(line)).join('\n') || `${file}: ${messages}`);
    }
    if (!run) return;
    for (const {reason} of run.properties.unsafe) unsafe.push({file: path.relative(root, file).replace('build/check/programs/', 'docs/').replace(/^(docs.*)cpp$/, '$1md'), reason});
    for (const {ruleId, level} of run.results) if (level === 'error') counts.set(ruleId, (counts.get(ruleId) || 0) + 1);
    if (all) all.results.push(...run.results); else all = run;
  });
  if (words.includes('--summary')) for (const [rule, count] of [...counts].sort()) console.log(`${rule} ${count}`);
  if (wanted && all) fs.writeFileSync(wanted.slice(8), JSON.stringify({version: '2.1.0', runs: [all]}, null, 1) + '\n');
  const complaint = only.length || seed ? '' : holdUnsafe(unsafe, words.includes('--update'));
  if (complaint) failed++, console.log(complaint);
  console.log(`${files.length - failed} passed, ${failed} failed; ${unsafe.length} unsafe${seed ? ' (a sample)' : ''}`);
  process.exit(failed ? 1 : 0);
})();
