'use strict';
// Runs the simulator on the examples, on worlds of several programs, and on programs with deliberate bugs.
//
//   run.js                     tries a few seeds of each, and all deliberate bugs: part of make test
//   run.js --seeds 1000        make sim: so many seeds, each run twice; all digests must be equal. FROM=1 is the first
//   run.js --only proxy        runs only what has that name
//
// Each failure prints the command that repeats it.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn} = require('child_process');
const {sample} = require('../support/sample.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const long = option('seeds', '') !== '';
const seeds = Number(option('seeds', '') || 6);
const first = Number(process.env.FROM || 1);
const only = option('only', '');
const jobs = Number(process.env.JOBS) || os.cpus().length;
const found = 90;

const relative = file => path.relative(process.cwd(), file) || file;
const example = (name, ...args) => ({
  name, command: seed => [path.join(build, 'examples', name), ...args, `--nodecpp-sim=${seed}`], allowed: [0]});
const world = name => ({
  name: `world ${name}`, command: seed => [path.join(build, 'tests/sim_worlds'), name, String(seed)], allowed: [0]});
const clients = (one, file) => ({...one,
  name: `${one.name} with ${path.basename(file)}`, command: seed => [...one.command(seed), `--nodecpp-sim-clients=${file}`]});
// These programs may print an error and end with exit code 1.
const mayFail = one => ({...one, allowed: [0, 1]});

const swarm = [
  example('listing1'), example('listing1_classic'), example('listing1_async'), example('echo'), example('gather'),
  clients(example('proxy'), path.join(__dirname, 'proxy.clients')),
  mayFail(example('records', 'write', '/tmp/file', '100000', '1000')),
  mayFail(example('names', 'localhost')),
  world('echo'), world('proxy'), world('gather'), world('files'), world('records'), world('names'),
].filter(one => one.name.includes(only));

// Programs are stopped while they work, when closures may hold each other. So memory errors are checked, but not leaks.
const env = {...process.env, ASAN_OPTIONS: `${process.env.ASAN_OPTIONS || ''}:detect_leaks=0`};

// Runs a command: {code, out, err}. A command that takes a minute of real time counts as hanging.
function run(command, cwd = __dirname) {
  return new Promise(resolve => {
    const child = spawn(command[0], command.slice(1), {cwd, env, stdio: ['ignore', 'pipe', 'pipe']});
    let out = '';
    let err = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), 60000);
    child.stdout.on('data', chunk => { out += chunk; });
    child.stderr.on('data', chunk => { err += chunk; });
    child.on('error', error => { err += error.message; });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({code: signal || code, out, err});
    });
  });
}

const digestOf = result => (/digest ([0-9a-f]{16})/.exec(result.err) || [])[1] || 'none';
const shown = command => [relative(command[0]), ...command.slice(1).map(word => word.startsWith('--nodecpp-sim-clients=')
  ? `--nodecpp-sim-clients=${relative(word.slice(22))}` : word)].join(' ');

let passed = 0;
let failed = 0;
const count = {runs: 0, seeds: 0, different: 0};

function check(right, text) {
  if (right) {
    ++passed;
  } else {
    ++failed;
    console.log(text);
  }
}

// Runs one seed twice.
async function twice(one, seed) {
  const command = one.command(seed);
  const once = await run(command);
  const again = await run(command);
  count.runs += 2;
  ++count.seeds;
  const same = once.code === again.code && once.out === again.out && once.err === again.err;
  if (!same) ++count.different;
  const right = one.allowed.includes(once.code) && digestOf(once) !== 'none';
  const why = !same ? `two runs differ: ${digestOf(once)} and ${digestOf(again)}` : `exit code ${once.code}`;
  check(same && right, `FAILED: ${one.name}, seed ${seed}: ${why}\n  repeat it: ${shown(command)}\n`
    + (once.out + once.err).split('\n').slice(-12).map(line => `    ${line.slice(0, 300)}`).join('\n'));
}

async function swarmOver(list) {
  const started = Date.now();
  let shownAt = started;
  let tasks = [];
  for (let seed = first; seed < first + seeds; seed++) for (const one of list) tasks.push([one, seed]);
  tasks = sample(tasks, 8, ([one, seed]) => `${one.name} ${seed}`);
  const digests = tasks.length;
  let next = 0;
  await Promise.all(Array.from({length: jobs}, async () => {
    while (next < tasks.length) {
      await twice(...tasks[next++]);
      if (long && Date.now() - shownAt > 10000) {
        shownAt = Date.now();
        console.log(`  ${count.seeds} of ${digests} pairs of runs, ${failed} failed, ${Math.round((shownAt - started) / 1000)} s`);
      }
    }
  }));
  console.log(`${seeds} simulation seeds of ${list.length} programs, each run twice: `
    + (count.different ? `${count.different} of ${digests} digests DIFFER` : `all ${digests} digests equal`)
    + `, in ${Math.round((Date.now() - started) / 1000)} s`);
}

// Tests a deliberate bug: some seed must find it, the same seed must find it again, and without the bug all these seeds
// must pass.
async function planted(name, kind, file) {
  const program = path.join(build, 'tests/sim_planted');
  const command = (seed, fixed) => [program, name, ...(fixed ? ['fixed'] : []), `--nodecpp-sim=${seed}`,
    ...(file ? [`--nodecpp-sim-clients=${path.join(__dirname, 'planted', file)}`] : [])];
  let by = 0;
  for (let seed = 1; seed <= 20 && !by; seed++) {
    const result = await run(command(seed, false));
    if (result.code === 0) continue;
    by = seed;
    check(result.code === found && result.err.includes(`found: ${kind}: `),
      `FAILED: ${name}, seed ${seed}: a ${kind} is planted, and this is found:\n${result.err}\n  ${shown(command(seed))}`);
    const again = await run(command(seed, false));
    check(again.err === result.err, `FAILED: ${name}, seed ${seed}: two runs differ:\n${result.err}\n${again.err}`);
  }
  check(by > 0, `FAILED: ${name}: 20 seeds do not find the ${kind}`);
  for (let seed = 1; seed <= Math.max(by, 6); seed++) {
    const result = await run(command(seed, true));
    check(result.code === 0, `FAILED: ${name} without its bug, seed ${seed}: ${result.err}\n  ${shown(command(seed, true))}`);
  }
  console.log(`planted ${kind}: found by seed ${by || 'NONE'}`);
}

// A mistake in a script must be reported with its line.
async function badScripts() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-sim-'));
  const file = path.join(folder, 'script');
  for (const [text, reason] of [
    ['clients 8\nport 99999\n', '2: port takes a whole number from 1 to 65535'],
    ['# a comment\n\nGET index.html\n', '3: a path begins with /'],
    ['FETCH /\n', '1: "FETCH" is no word of a script'],
    ['0 GET /\n', '1: a weight is above 0'],
    ['POST / {bytes many}\n', '1: {bytes N} takes a size, as 500 or 16K'],
    ['fault resets 2\n', '1: resets is a chance from 0 to 1'],
    ['memory lots\n', '1: memory takes a number, as 500 or 16M'],
  ]) {
    fs.writeFileSync(file, text);
    const result = await run([path.join(build, 'examples/listing1'), '--nodecpp-sim=1', `--nodecpp-sim-clients=${file}`]);
    check(result.code === 9 && result.err === `simulation: ${file}:${reason}\n`,
      `FAILED: the script ${JSON.stringify(text)}: ${result.code} ${result.err}`);
  }
  fs.rmSync(folder, {recursive: true});
}

// The program reads the real disk, but writes only to the simulated one.
async function realFiles() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-sim-'));
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, 'x'.repeat(12345));
  const records = path.join(build, 'examples/records');
  // Of /tmp, the simulation shows only the program's own folder.
  const read = await run([records, 'read', 'file', '1000', '--nodecpp-sim=0'], folder);
  check(read.out.includes('"bytes":12345'), `FAILED: a real file is read: ${read.out}${read.err}`);
  const other = await run([records, 'read', file, '1000', '--nodecpp-sim=0']);
  check(other.code === 1 && other.err.includes('ENOENT'), `FAILED: /tmp is not the real one: ${other.out}${other.err}`);
  const write = await run([records, 'write', 'file', '777', '10', '--nodecpp-sim=0'], folder);
  check(write.out.includes('"bytes":777'), `FAILED: a file is written: ${write.out}${write.err}`);
  check(fs.readFileSync(file, 'utf8') === 'x'.repeat(12345), 'FAILED: a real file has been written');
  fs.rmSync(folder, {recursive: true});
}

(async () => {
  if (!only) {
    await realFiles();
    for (const bug of sample([
      ['lost_wake_up', 'lost wake-up'],
      ['use_after_close', 'use after close'],
      ['unbounded_queue', 'unbounded queue', 'unbounded_queue.clients'],
      ['endless_retry', 'endless retry'],
    ], 4, ([name]) => name)) await planted(...bug);
    await badScripts();
  }
  await swarmOver(swarm);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
