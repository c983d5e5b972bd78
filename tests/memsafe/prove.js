'use strict';
// Runs the programs of this folder (README.md): the good ones as users' programs are built, and the bad ones without
// the protection that stops them, until a sanitizer names what they do to memory. Then each run-time check is switched
// off once.
//   prove.js [FILE…] [--only NAME] [--update] [--table]
const fs = require('fs');
const path = require('path');
const {sample, seed} = require('../support/sample.js');
const {addressFlags, buildFolder, compiler, each, execute, flags, libraries, root} = require('../support/users.js');
const {folder, read, pairsOf, proofs, asFunction} = require('./programs.js');

const build = buildFolder('asan');
const work = path.join(build, 'memsafe');
const words = process.argv.slice(2);
const update = words.includes('--update');
const oneOf = words.includes('--only') ? words[words.indexOf('--only') + 1] : '';
const files = words.filter(word => !word.startsWith('--') && word !== oneOf).map(name => name.replace(/(\.cpp)?$/, '.cpp'));
const perUnit = 16;  // the number of programs that are compiled as one file
const seconds = 20;

const users = flags(build);
const common = ['-O0', '-g1', '-w', '-fno-color-diagnostics', `-I${__dirname}`];
// A bad program is compiled without the flags that would refuse or stop it: without the assertions of the standard
// library, and without warnings that are errors.
const bare = users.filter(flag => !/^-W|_GLIBCXX_ASSERTIONS|^-ftrivial|^-fsanitize/.test(flag));
const manners = {
  good: {flags: [...users.filter(flag => !flag.startsWith('-W')), ...addressFlags, ...common], library: true},
  bad: {flags: [...bare, ...addressFlags, ...common], library: true},
  // These programs use only the library's headers, because the library is not built with these sanitizers.
  msan: {flags: [...bare, '-fsanitize=memory', '-fno-sanitize-recover=all', '-fsanitize-memory-use-after-dtor', ...common]},
  tsan: {flags: [...bare, '-fsanitize=thread', ...common]},
};

const checks = new Map([...fs.readFileSync(path.join(root, 'include/nodecpp/numbered_checks.h'), 'utf8')
  .matchAll(/^ {2}(\w+) = (\d+),/gm)].map(([, name, number]) => [name, number]));
const isNumbered = users.some(flag => flag.startsWith('-DNODECPP_NUMBERED_CHECKS=1'));

let passed = 0;
let failed = 0;
const fail = text => { failed++; console.log(text); };

const precompiled = new Map();
function precompile(manner) {
  if (!precompiled.has(manner)) {
    const out = path.join(work, `headers.${manner}.pch`);
    precompiled.set(manner, execute(compiler, [...manners[manner].flags, '-x', 'c++-header', path.join(__dirname, 'headers.h'), '-o', out], {seconds: 300})
      .then(made => {
        if (made.code !== 0) throw new Error(`tests/memsafe/headers.h does not compile:\n${made.err}`);
        return out;
      }));
  }
  return precompiled.get(manner);
}

// Makes one program of many. Its first argument chooses the one that runs.
function source(name, head, cases, manner) {
  const bodies = cases.map(each => `namespace of_${each.name} { using namespace nodecpp;\n#line ${each.first + 1} "${each.file}"\n${each.code}${asFunction(each.run)}\n}\n`);
  const calls = cases.map(each => `  if (!std::strcmp(name, "${each.name}")) return void(of_${each.name}::run());\n`);
  const main = manners[manner].library ? 'return nodecpp::run(argc, argv, [] { choose(); });' : 'choose(); return 0;';
  const stand = manners[manner].library ? '' : 'namespace nodecpp::detail { extern const int builtWithSafetyOn; const int builtWithSafetyOn = 1; constinit thread_local const char* stackLimit = nullptr; }\n' +
    'namespace nodecpp::process::detail { void enableChannel() {} }\n';
  return `${head}\n${stand}${bodies.join('')}static const char* name = "";\nstatic void choose() {\n${calls.join('')}}\n` +
    `int main(int argc, char** argv) { if (argc > 1) name = argv[1]; ${main} }\n`;
}

async function make(name, unit, cases, manner) {
  const text = path.join(work, `${name}.${manner}.cpp`);
  const program = path.join(work, `${name}.${manner}`);
  fs.writeFileSync(text, source(name, unit.head, cases, manner));
  const libraryFlags = manners[manner].library ? libraries(build) : ['-fuse-ld=lld', '-Wl,--unresolved-symbols=ignore-all,-z,lazy'];
  const made = await execute(compiler, [...manners[manner].flags, '-include-pch', await precompile(manner), text, '-o', program, ...libraryFlags], {seconds: 600});
  if (made.code === 0) return program;
  fail(`${text} does not compile:\n${made.err.split('\n').filter(line => /error/.test(line)).slice(0, 6).join('\n') || made.err.slice(-600)}`);
  return null;
}

// Returns the outcome of a run as [kind, words], in the form of the marks.
function verdict(run) {
  const found = /ERROR: (Address|Leak|Thread|Memory)Sanitizer:? (?:attempting )?([\w-]+)/.exec(run.err) ||
    /WARNING: (Memory|Thread)Sanitizer: ([\w-]+(?: race)?)/.exec(run.err);
  if (found) return found[1] === 'Leak' ? ['leak', ''] : [{Address: 'asan', Thread: 'tsan', Memory: 'msan'}[found[1]], found[2]];
  const undefinedOne = /runtime error: ([^\n]*)/.exec(run.err);
  if (undefinedOne) return ['ubsan', undefinedOne[1].replace(/ ?0x[0-9a-f]+/g, '').replace(/;/g, ',')];
  if (run.late) return ['ends', 'never'];
  if (run.signal || run.code !== 0) {
    const said = run.err.split('\n').find(line => /^(FATAL ERROR|\w*Error|Uncaught|.*Assertion)/.test(line.trim())) || run.err.split('\n')[0];
    return ['ends', `${said.trim().replace(/;/g, ',').slice(0, 100)}` || run.signal || String(run.code)];
  }
  return ['prints', run.out.trimEnd().replaceAll('\n', ' | ')];
}

const quiet = 'detect_leaks=1:detect_stack_use_after_return=1:handle_segv=0:handle_abort=0';
const telling = 'detect_leaks=1:detect_stack_use_after_return=1:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_abort=0:allow_user_segv_handler=0:abort_on_error=0:max_malloc_fill_size=1000000';
const start = (program, name, off, options) => execute('/bin/sh', ['-c', 'ulimit -s 8192; exec "$0" "$1"', program, name],
  {seconds, cwd: work, env: {...process.env, ASAN_OPTIONS: options, UBSAN_OPTIONS: 'print_stacktrace=0', NODECPP_OPTIONS: '', ...(off ? {NODECPP_CHECK_OFF: off} : {})}});

const marks = new Map();  // file: [[line, change]], for --update
const note = (each, change) => marks.set(each.file, [...(marks.get(each.file) || []), [each, change]]);

function saidOf(each, reasons) {
  const kind = proofs.find(one => one in each.said);
  if (kind) return [kind, each.said[kind]];
  const reason = each.rules.map(rule => reasons[rule]).find(Boolean);
  return reason ? ['because', reason] : null;
}

async function holdGood(each, program, where) {
  const run = await start(program, each.name, '', quiet);
  const [kind, what] = verdict(run);
  if (kind !== 'prints') return fail(`${where}: the good twin: ${kind} ${what}\n${run.err.slice(0, 400)}`);
  // Spaces at the ends of lines are removed, because the files do not contain them.
  const bare = text => text.split('\n').map(line => line.trimEnd()).join('\n').trimEnd();
  const wanted = bare(each.prints.join('\n'));
  each.printed = run.out;
  if (run.err) return fail(`${where}: the good twin says on stderr: ${run.err.slice(0, 200)}`);
  if (bare(run.out) === wanted) return passed++;
  if (update) return note(each, {prints: run.out.trimEnd().split('\n')});
  fail(`${where}: the good twin prints: ${run.out.trim().slice(0, 300)}`);
}

async function holdBad(each, program, manner, unit, where) {
  const said = saidOf(each, unit.reasons);
  const run = await start(program, each.name, 'all', telling);
  let [kind, what] = verdict(run);
  if (kind === 'prints' && manner === 'bad' && run.out === each.twin.printed) kind = 'as its twin';
  const found = what ? `${kind}: ${what}` : kind;
  if (!said) {
    if (update && kind !== 'as its twin' && (kind !== 'prints' || what)) return note(each, {proof: found});
    return fail(`${where}: nothing proves it bad: ${found}`);
  }
  if (said[0] === 'because') {
    // A reason that a file gives for a whole rule applies to those of its programs that show no effect.
    const shows = !each.said.because && ((kind === 'prints' && what) || kind === 'ends');
    if (!shows && !['asan', 'ubsan', 'leak'].includes(kind)) return passed++;
    if (update) return note(each, {proof: found});
    return fail(`${where}: has a reason where there is a proof: ${found}`);
  }
  if (kind === said[0] && what.startsWith(said[1])) return passed++;
  fail(`${where}: is to be ${said.join(': ')}, and is ${found}\n${run.err.slice(0, 300)}`);
}

const noticed = new Set();
async function holdStop(each, program, where) {
  const run = await start(program, each.name, '', quiet);
  const [kind, what] = verdict(run);
  if (kind !== 'ends' || !run.err.includes(each.what)) return fail(`${where}: does not stop with "${each.what}": ${kind}: ${what}\n${run.err.slice(0, 300)}`);
  passed++;
  if (each.said.check) await holdWithout(each, program, where, off => off.err.includes(each.what));
}
// Checks a program that is right because of a run-time check.
const holdHeld = (each, program, where) => holdWithout(each, program, where, off => off.code === 0 && off.out === each.printed);

async function holdWithout(each, program, where, isStill) {
  const name = each.said.check;
  const number = checks.get(name);
  if (!number) return fail(`${where}: there is no check ${name}`);
  if (!isNumbered) return;
  const off = await start(program, each.name, number, telling);
  const [offKind, offWhat] = verdict(off);
  const found = offWhat ? `${offKind}: ${offWhat}` : offKind;
  const said = saidOf(each, {});
  if (isStill(off)) return fail(`${where}: is the same without the check ${name}`);
  noticed.add(name);
  if (!said) {
    if (update) return note(each, {proof: found});
    return fail(`${where}: does not say what comes without the check ${name}: ${found}`);
  }
  if (offKind === said[0] && offWhat.startsWith(said[1])) return passed++;
  fail(`${where}: without the check ${name} is to be ${said.join(': ')}, and is ${found}`);
}

async function holdUnit({name, unit, pairs}) {
  for (const {bad, good} of pairs) if (bad) bad.twin = good;
  const where = one => `tests/memsafe/programs/${one.file}:${one.first}: ${one.name}`;
  for (const {bad, good} of pairs)
    if (!good.run) fail(`${where(good)}: the good twin is not run`);
  const good = pairs.map(pair => pair.good).filter(one => one.run);
  const program = good.length ? await make(name, unit, good, 'good') : null;
  for (const one of good) if (program) {
    await holdGood(one, program, where(one));
    if (one.said.check) await holdHeld(one, program, where(one));
  }
  const mannerOf = one => one.stop ? 'good' : 'msan' in one.said ? 'msan' : 'tsan' in one.said ? 'tsan' : 'bad';
  for (const manner of ['bad', 'msan', 'tsan']) {
    const bad = pairs.map(pair => pair.bad).filter(one => one && one.run && !one.stop && mannerOf(one) === manner);
    const program = bad.length ? await make(`${name}_bad`, unit, bad, manner) : null;
    for (const one of bad) if (program) await holdBad(one, program, manner, unit, where(one));
  }
  const stops = pairs.map(pair => pair.bad).filter(one => one && one.stop);
  const stopping = stops.length ? await make(`${name}_stop`, unit, stops, 'good') : null;
  for (const one of stops) if (stopping) await holdStop(one, stopping, where(one));
  for (const {bad} of pairs)
    if (bad && !bad.run && (saidOf(bad, unit.reasons) || [])[0] !== 'because') fail(`${where(bad)}: is not run, and no reason says why`);
}

// Writes the results into the programs.
function writeMarks() {
  for (const [file, changes] of marks) {
    const at = path.join(folder, file);
    const lines = fs.readFileSync(at, 'utf8').split('\n');
    for (const [one, {prints, proof}] of changes.sort((a, b) => b[0].first - a[0].first)) {
      if (proof) {
        const kinds = new RegExp(`; (${proofs.join('|')})(: .*)?$`);
        lines[one.first - 1] = `${lines[one.first - 1].replace(kinds, '')}; ${proof}`;
        continue;
      }
      let run = one.first;
      while (!/^\/\/! run( good)?: /.test(lines[run])) run++;
      let last = run + 1;
      while (/^\/\/! run/.test(lines[last] || '')) last++;
      let end = last;
      while (/^\/\/! prints:/.test(lines[end] || '')) end++;
      lines.splice(last, end - last, ...prints.map(line => `//! prints: ${line}`.trimEnd()));
    }
    fs.writeFileSync(at, lines.join('\n'));
  }
}

(async () => {
  fs.mkdirSync(work, {recursive: true});
  fs.writeFileSync(path.join(work, 'text.txt'), 'a text\n');
  const units = (files.length ? files : fs.readdirSync(folder).sort()).map(read);
  const parts = units.flatMap(unit => {
    const pairs = pairsOf(unit).filter(({good}) => !oneOf || good.name === oneOf);
    return Array.from({length: Math.ceil(pairs.length / perUnit)}, (_, i) =>
      ({name: `${unit.file.replace('.cpp', '')}_${i}`, unit, pairs: pairs.slice(i * perUnit, (i + 1) * perUnit)}));
  });
  const chosen = sample(parts, 24, part => part.name);
  await each(chosen, holdUnit);
  if (update) writeMarks();
  if (!files.length && !oneOf && !seed) {
    for (const name of checks.keys()) if (isNumbered && !noticed.has(name)) fail(`no program would notice that the check ${name} is gone`); else passed++;
  }
  if (words.includes('--table')) {
    const counts = {};
    for (const unit of units) for (const {bad, good} of pairsOf(unit)) {
      if (!bad) { counts[good.said.check ? 'held' : 'right'] = (counts[good.said.check ? 'held' : 'right'] || 0) + 1; continue; }
      const kind = bad.stop ? 'stop' : (saidOf(bad, unit.reasons) || ['nothing'])[0];
      counts[kind] = (counts[kind] || 0) + 1;
    }
    console.log(Object.entries(counts).map(([kind, count]) => `${kind} ${count}`).join(', '));
  }
  console.log(`${passed} passed, ${failed} failed${seed ? ' (a sample)' : ''}`);
  process.exit(failed ? 1 : 0);
})();
