'use strict';
// Checks that the census names leaks (docs/safety.md): for each program of leaks.cpp the class of the objects, the line
// that made them, and their holders. It also checks that the census does not depend on addresses, that it can be
// requested by a signal, and what it prints without the option.
//
//   run.js PROGRAM [NAME…] [--show]     census_chat must be in the folder of PROGRAM
const {spawn, spawnSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const [given, ...rest] = process.argv.slice(2);
const program = path.resolve(given);
const chat = path.join(path.dirname(program), 'census_chat');
const show = rest.includes('--show');
const only = rest.filter(word => !word.startsWith('--'));
const source = fs.readFileSync(path.join(__dirname, 'leaks.cpp'), 'utf8').split('\n');
const many = 200;

// For each leak: the leaked class, its count, whether it is reachable, and the holders' classes and names from the
// nearest on.
const leaks = {
  listener_never_removed: {
    what: 'listener of FeedObject for "price"', kind: 'closure', heldBy: ['FeedObject', 'the variable feed'],
  },
  map_that_grows: {what: 'Session', kind: 'object', heldBy: ['Map<String, Handle<Session>>', 'Timeout', "the loop's timers"]},
  array_in_a_let: {what: 'Session', kind: 'object', heldBy: ['Array<Handle<Session>>', 'let<Array<Handle<Session>>>', 'the variable sessions']},
  timer_never_cleared: {what: 'Timeout', kind: 'object', heldBy: ["the loop's timers"]},
  promise_never_settled: {what: 'coroutine askFor', kind: 'frame', heldBy: ['Array<Function<void (int)>>', 'the variable toResolve'], waits: true},
  closure_that_cannot_be_copied: {what: 'listener of FeedObject for "price"', kind: 'closure', heldBy: [], reached: false},
  class_without_trace: {what: 'Neighbour', kind: 'object', heldBy: [], reached: false, count: 2 * many},
  tree_in_a_global: {what: 'var object', kind: 'cell', heldBy: ['var array', 'var object', 'the variable settings']},
  signal_for_all: {what: 'Function<void (Handle<EventObject>)>', kind: 'closure', heldBy: ['AbortSignal', 'AbortController', 'the variable forAll']},
  queue_nobody_reads: {what: 'text or bytes', kind: 'other', heldBy: ['Queue<String>', 'the variable messages']},
  writes_nobody_finishes: {what: 'Function<void (Error)>', kind: 'closure', heldBy: ['stream::Writable', 'the variable slowWriter']},
  thread_local_list: {what: 'Session', kind: 'object', heldBy: ['Array<Handle<Session>>', 'the variable recent']},
  owned_by_a_global: {what: 'Ticket', kind: 'other', heldBy: ['Registry', 'the variable registry']},
  functions_in_a_vector: {what: 'Function<void ()>', kind: 'closure', heldBy: ['the variable hooks']},
  sockets_in_a_list: {what: 'net::Socket', kind: 'object', heldBy: ['Array<Handle<net::SocketObject>>', 'net::Server'], count: 20, runtime: true},
};

// AddressSanitizer can keep variables outside of the stack, where the census does not search, so that is switched off.
const env = {...process.env, ASAN_OPTIONS: `${process.env.ASAN_OPTIONS || ''}:detect_stack_use_after_return=0`};

let passed = 0;
let failed = 0;
function check(name, failure) {
  if (!failure) return void passed++;
  failed++;
  console.log(`${name}: ${failure}`);
}

function run(...words) {
  const result = spawnSync(program, words, {encoding: 'utf8', timeout: 120000, maxBuffer: 1 << 28, env});
  if (result.error || result.status !== 0)
    throw new Error(`${words.join(' ')}: ${result.error ? result.error.message : `it ended with ${result.signal || result.status}: ${result.stderr.slice(0, 2000)}`}`);
  return result.stdout;
}

function describe(entry) {
  const at = place => (place.file ? ` ${path.basename(place.file)}:${place.line}` : ` ${place.function}`);
  return `${entry.count} × ${entry.what}${at(entry.made)}${entry.waits ? ` waits${at(entry.waits)}` : ''}` +
    `${entry.reached ? '' : ' NOT REACHED'} (${entry.bytes}, ${entry.holds}) < ${entry.heldBy.map(step => step.what + (step.made.file ? at(step.made) : '')).join(' < ')}`;
}

// Returns whether the wanted steps occur in the chain in this order.
function holds(chain, wanted) {
  let at = 0;
  for (const step of chain) if (at < wanted.length && step.what === wanted[at]) at++;
  return at === wanted.length;
}

function checkLeak(name, expected, census) {
  const line = source.findIndex(each => each.endsWith(`// leaks: ${name}`)) + 1;
  const isThere = entry => entry.what === expected.what && entry.kind === expected.kind && entry.count === (expected.count || many);
  const isHere = entry => expected.runtime || (path.basename((expected.waits ? entry.waits || entry.made : entry.made).file) === 'leaks.cpp' &&
    (expected.waits ? entry.waits || entry.made : entry.made).line === line);
  const entry = census.entries.find(each => isThere(each) && isHere(each));
  if (!entry)
    return `no entry for ${expected.count || many} × ${expected.what} of line ${line}; there are\n    ` +
      census.entries.slice(0, 25).map(describe).join('\n    ');
  if (entry.reached !== (expected.reached !== false)) return `it is ${entry.reached ? '' : 'not '}reached: ${describe(entry)}`;
  if (!holds(entry.heldBy, expected.heldBy)) return `it is not held by ${expected.heldBy.join(' < ')}: ${describe(entry)}`;
  if (!(entry.bytes > 0 && entry.holds >= entry.bytes)) return `it has no size: ${describe(entry)}`;
  return null;
}

const listed = run().trim().split('\n');
if (!only.length)
  check('names', String(listed) === String(Object.keys(leaks)) ? null : `the program has ${listed}`);
for (const name of only.length ? only : listed) {
  const text = run(name, '--nodecpp-census');
  const census = JSON.parse(text);
  if (show) console.log(`${name}\n    ${census.entries.slice(0, 40).map(describe).join('\n    ')}`);
  check(name, checkLeak(name, leaks[name], census));
}

// A second run must print the same, so nothing depends on addresses.
if (!only.length) {
  const first = run('map_that_grows', '--nodecpp-census'), second = run('map_that_grows', '--nodecpp-census');
  check('same again', first === second ? null : 'two runs have told different things');

  // Without the option the census knows only what the cycle collector knows, and says that it has noted nothing.
  const plain = JSON.parse(run('listener_never_removed'));
  const unnamed = plain.entries.find(entry => entry.what === 'FeedObject');
  check('without the option', plain.noted ? 'it claims to have noted' : unnamed && unnamed.count === 1 ? null : `no FeedObject in ${plain.entries.map(describe).join('\n')}`);

  const bad = spawnSync(program, ['--nodecpp-census-signal=SIGKILL'], {encoding: 'utf8', env});
  check('a signal that cannot be caught', bad.status === 9 && /bad option: --nodecpp-census-signal=SIGKILL/.test(bad.stderr) ? null : `${bad.status} ${bad.stderr}`);
}

// The program and the output in docs/safety.md must be those of chat.cpp. The numbers are those of a release build.
function checkPage() {
  const page = fs.readFileSync(path.join(__dirname, '../../docs/safety.md'), 'utf8');
  const shown = /<!-- census: chat -->\n```cpp\n([^]*?)```\n[^]*?```\n([^]*?)```/.exec(page);
  if (!shown) return 'docs/safety.md does not show the program chat';
  if (shown[1] !== fs.readFileSync(path.join(__dirname, 'chat.cpp'), 'utf8')) return 'the program on docs/safety.md is not tests/census/chat.cpp';
  const result = spawnSync(chat, ['--nodecpp-census'], {encoding: 'utf8', env});
  if (result.status !== 0) return `it ended with ${result.signal || result.status}: ${result.stderr}`;
  const plain = text => text.split('\n').map(line => line.trim().replace(/([ (])[^\s(]*\//g, '$1').replace(/(?<![:\d])\d[\d,]*/g, 'N').replace(/\s+/g, ' ')).filter(Boolean);
  const printed = plain(result.stdout);
  let at = 0;
  for (const line of plain(shown[2])) {
    const found = printed.indexOf(line, at);
    if (found < 0) return `it does not print this line at its place: ${line}\n${result.stdout}`;
    at = found + 1;
  }
  return null;
}

// A signal makes the program write the census as text, as JSON and as a page, and the program continues.
async function checkSignal() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'census-'));
  try {
    const child = spawn(program, ['--nodecpp-census-signal=SIGUSR2', '--wait'], {cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore']});
    child.stdout.once('data', () => child.kill('SIGUSR2'));
    const ended = new Promise(resolve => child.on('exit', (code, signal) => resolve(signal || code)));
    const name = ending => path.join(folder, `nodecpp-census-${child.pid}.${ending}`);
    const until = Date.now() + 60000;
    while (!fs.existsSync(name('html')) && Date.now() < until) await new Promise(resolve => setTimeout(resolve, 200));
    await new Promise(resolve => setTimeout(resolve, 300));
    child.kill('SIGTERM');
    const end = await ended;
    if (end !== 'SIGTERM') return `it ended with ${end}`;
    const missing = ['txt', 'json', 'html'].filter(ending => !fs.existsSync(name(ending)));
    if (missing.length) return `it did not write ${missing}`;
    const what = 'listener of FeedObject for "price"';
    const entry = JSON.parse(fs.readFileSync(name('json'), 'utf8')).entries.find(each => each.what === what);
    if (!entry || entry.count !== many) return `the file has ${entry ? entry.count : 'no'} × ${what}`;
    if (!fs.readFileSync(name('txt'), 'utf8').includes(`  ${what}, made at `)) return 'the text does not name it';
    const html = fs.readFileSync(name('html'), 'utf8');
    if (!html.includes('listener of FeedObject for &quot;price&quot;') || /<(script|link|img)/.test(html)) return 'the page does not name it, or is not one file';
    return null;
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
}

(async () => {
  if (!only.length) {
    check('docs/safety.md', checkPage());
    check('signal', await checkSignal());
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
