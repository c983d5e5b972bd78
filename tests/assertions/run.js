'use strict';
// Writes state errors into a copy of the tree and counts the errors that an assertion stops (README.md). Each error is
// a switch in one build, and the unit tests run once with each.
//   run.js [--only N[,N…]] [--copy]
// --only runs these errors and does not compute the share of errors that were stopped. --copy writes the copy and
// builds nothing.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const errors = require('./errors.js');

const root = path.resolve(__dirname, '../..');
const work = path.join(root, 'build/planted');
const tree = path.join(work, 'tree');
const build = path.join(work, 'out');
const compiler = process.env.NODECPP_CXX || 'clang++-19';
const jobs = Number(process.env.JOBS) || os.cpus().length;
const least = 0.8;          // the part of the errors that an assertion must notice
const seconds = 60;         // the time that a program has with an error in it
const plainSeconds = 600;   // the time that a program has without an error in it

// Writes a file only when it changes, so that a second build compiles little.
function write(file, bytes) {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(bytes)) return;
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, bytes);
}

// Copies the tree with all errors in it, and removes what the tree no longer has. What is built or installed is not copied.
function copy(all) {
  const kept = new Set();
  const visit = folder => {
    for (const entry of fs.readdirSync(path.join(root, folder), {withFileTypes: true})) {
      const name = path.join(folder, entry.name);
      if (['build', 'node_modules', '.git', '.cache'].includes(entry.name)) continue;
      if (entry.isDirectory()) {
        visit(name);
      } else if (entry.isFile()) {
        const own = all.filter(error => error.file === name.split(path.sep).join('/'));
        const bytes = fs.readFileSync(path.join(root, name));
        write(path.join(tree, name), own.length ? Buffer.from(errors.plant(bytes.toString(), own)) : bytes);
        kept.add(name);
      }
    }
  };
  visit('');
  const planted = path.join('include', 'nodecpp', 'planted.h');
  write(path.join(tree, planted), Buffer.from(errors.header));
  kept.add(planted);
  const clean = folder => {
    for (const entry of fs.readdirSync(path.join(tree, folder), {withFileTypes: true})) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) clean(name);
      else if (entry.isFile() && !kept.has(name)) fs.rmSync(path.join(tree, name));
    }
  };
  clean('');
  const modules = path.join(tree, 'node_modules');
  if (!fs.existsSync(modules) && fs.existsSync(path.join(root, 'node_modules')))
    fs.symlinkSync(path.join(root, 'node_modules'), modules);
}

// Builds the programs with all assertions and without sanitizers, which would end a program before an assertion does.
function compile(programs) {
  const cmake = args => spawnSync('cmake', args, {stdio: 'inherit'}).status === 0;
  const settings = {
    CMAKE_CXX_COMPILER: compiler,
    CMAKE_EXE_LINKER_FLAGS: '-fuse-ld=lld',
    CMAKE_BUILD_TYPE: 'Debug',
    CMAKE_CXX_FLAGS_DEBUG: '-O1 -D_GLIBCXX_ASSERTIONS',
    NODECPP_EXAMPLES: 'OFF',
    NODECPP_BENCH: 'OFF',
    NODECPP_TOOLS: 'OFF',
  };
  const given = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  if (!cmake(['-S', tree, '-B', build, '-G', 'Ninja', ...given])) return false;
  return cmake(['--build', build, '--parallel', String(jobs), '--target', ...programs]);
}

// Runs a program, with an error or without one (0).
function run(program, number, limit) {
  return new Promise(resolve => {
    const env = {...process.env, NODECPP_PLANTED: String(number)};
    const child = spawn(path.join(build, 'tests', program), [],
      {cwd: build, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true});
    const texts = ['', ''];  // kept apart, because a line of one may come within a line of the other
    let late = false, over = false;
    const end = result => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      resolve({out: texts.join('\n'), late, ...result});
    };
    // The program leads a group of processes of its own, so that those that it has started end with it.
    const stop = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process group has already ended.
      }
    };
    const timer = setTimeout(() => {
      late = true;
      stop();
    }, limit * 1000);
    for (const [i, stream] of [child.stdout, child.stderr].entries()) {
      stream.setEncoding('utf8');
      // A program that fails again and again would write without end, so only the first megabytes are kept.
      stream.on('data', chunk => { if (texts[i].length < 8 << 20) texts[i] += chunk; });
    }
    child.on('error', error => end({code: 127, signal: null, out: error.message}));
    child.on('close', (code, signal) => {
      stop();
      end({code, signal});
    });
  });
}

const assertions = out => [...out.matchAll(/^ASSERTION FAILED: (.*)\n.*\n  at (.*)$/gm)]
  .map(([, text, at]) => `${at}: ${text}`);

// Returns how a run with an error has ended. Failed assertions of tests that break one on purpose are also in `plain`, the run
// without an error.
function judge(result, plain) {
  const ok = result.code === 0 && !result.late;
  const known = new Set(assertions(plain.out));
  const broken = assertions(result.out).find(one => !known.has(one));
  if (broken && !ok) return {how: 'assertion', what: broken};
  if (result.late) return {how: 'hung', what: `after ${seconds} s`};
  if (ok) return {how: 'unnoticed', what: ''};
  const fatal = /^FATAL ERROR: .*$/gm;
  const before = new Set(plain.out.match(fatal) || []);
  const check = (result.out.match(fatal) || []).find(one => !before.has(one));
  if (check) return {how: 'memory check', what: check.slice(13)};
  const crashed = /CRASHED: .*?(SIG[A-Z]+)/.exec(result.out);
  if (result.signal || crashed) return {how: 'crashed', what: result.signal || crashed[1]};
  const failed = /TEST CASE: +(.*)/.exec(result.out);
  return {how: 'test failed', what: failed ? failed[1] : `exit code ${result.code}`};
}

// The outcomes from best to worst. The test programs of an error run one after the other until an assertion stops one
// of them.
const order = ['assertion', 'memory check', 'crashed', 'test failed', 'hung', 'unnoticed'];

async function tryError(error, plain) {
  let best = null;
  for (const program of error.tests) {
    const verdict = {...judge(await run(program, error.number, seconds), plain.get(program)), program};
    if (!best || order.indexOf(verdict.how) < order.indexOf(best.how)) best = verdict;
    if (best.how === 'assertion') break;
  }
  return best;
}

// Calls `f` for each item, as many at a time as there are processors.
async function each(items, f) {
  let next = 0;
  await Promise.all(Array.from({length: Math.min(jobs, items.length)}, async () => {
    while (next < items.length) await f(items[next++]);
  }));
}

// Runs the programs without an error. Returns their results by name, or null when one fails.
async function runPlain(programs) {
  const plain = new Map();
  await each(programs, async program => plain.set(program, await run(program, 0, plainSeconds)));
  const bad = programs.filter(program => plain.get(program).code !== 0);
  for (const program of bad) console.log(`${program} fails without an error:\n${plain.get(program).out.slice(-4000)}`);
  return bad.length ? null : plain;
}

function report(all, verdicts) {
  const line = error => {
    const {how, what, program} = verdicts.get(error.number);
    return [String(error.number).padStart(3), how.padEnd(12), error.file, error.about, program, what];
  };
  const rows = all.map(line);
  fs.writeFileSync(path.join(work, 'results.tsv'), rows.map(row => `${row.map(cell => cell.trim()).join('\t')}\n`).join(''));
  for (const [number, how, file, about, program, what] of rows)
    console.log(`${number}  ${how}  ${file}: ${about}\n${' '.repeat(19)}${program}${what ? `: ${what}` : ''}`);
  console.log();
  for (const how of order) console.log(`${String(rows.filter(row => row[1].trim() === how).length).padStart(4)}  ${how}`);
  return rows.filter(row => row[1].trim() === 'assertion').length;
}

(async () => {
  const at = process.argv.indexOf('--only');
  const chosen = at < 0 ? null : String(process.argv[at + 1]).split(',').map(Number);
  const all = errors.load();
  const complaints = errors.complaints(root, all);
  for (const {file, text} of complaints) console.log(`${file}: ${text}`);
  const unknown = chosen && chosen.filter(number => !all.some(error => error.number === number));
  if (complaints.length || (unknown && unknown.length)) {
    if (unknown && unknown.length) console.log(`the errors have the numbers 1 to ${all.length}`);
    return process.exit(1);
  }
  const own = chosen ? all.filter(({number}) => chosen.includes(number)) : all;
  console.log(`copying the tree with ${all.length} errors to ${path.relative(root, tree)}`);
  copy(all);
  if (process.argv.includes('--copy')) return;
  const programs = [...new Set(own.flatMap(({tests}) => tests))].sort();
  console.log(`building ${programs.join(', ')}`);
  if (!compile(programs)) return process.exit(1);
  console.log('running them without an error');
  const plain = await runPlain(programs);
  if (!plain) return process.exit(1);
  const verdicts = new Map();
  await each(own, async error => {
    const verdict = await tryError(error, plain);
    verdicts.set(error.number, verdict);
    console.log(`[${verdicts.size}/${own.length}] ${error.number} ${verdict.how}`);
  });
  console.log();
  const stopped = report(own, verdicts);
  if (chosen) return;
  const wanted = Math.ceil(all.length * least);
  console.log(`${stopped} of ${all.length} errors stop at an assertion; ${wanted} must`);
  console.log(`${stopped} passed, ${Math.max(0, wanted - stopped)} failed`);
  process.exit(stopped < wanted ? 1 : 0);
})();
