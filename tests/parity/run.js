'use strict';
// Parity: the same bytes are sent to Node.js and to Node.cpp. All bytes of the responses except the value of Date must
// be equal, and the connections must end in the same way (open, end, reset).
//
//   node tests/parity/run.js                       runs all pairs, with the C++ programs of build/release
//   node tests/parity/run.js --build build/asan    uses the programs of another build
//   node tests/parity/run.js --set listing1        runs one set, or all sets of a file of tests/parity/scripts
//   node tests/parity/run.js --only NAME           runs one script and prints it in full
//   node tests/parity/run.js --program PATH        uses another program instead of the pair's C++ programs
//   node tests/parity/run.js --self                compares Node with itself, to find scripts with varying answers
//   node tests/parity/run.js --random 2000 --seed 7    runs random scripts that are made from those of the sets
//   node tests/parity/run.js --golden DIR          writes Node's answers to DIR/SET.json (see README.md here)
const fs = require('fs');
const path = require('path');
const {converse, sleep} = require('./client.js');
const {Pulse} = require('./pulse.js');
const {randomScripts} = require('./random.js');
const {Server} = require('./server.js');
const {sample, seed: sampled} = require('../support/sample.js');

const root = path.resolve(__dirname, '../..');
const scriptsDir = path.join(__dirname, 'scripts');
const CUTS = 20;
// Fast timing is used first. A difference is tested again, alone and more slowly, before it counts.
const PROBE = 'GET / HTTP/1.0\r\n\r\n';
const FAST = {quiet: 25, probe: PROBE};
const SLOW = {quiet: 250, probe: PROBE};
const AT_ONCE = 48;
const TRIES = 4;
const PUNCTUAL_TRIES = 8;

function options(argv) {
  const result = {build: path.join(root, 'build/release'), sets: [], only: null, program: null};
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i];
    if (word === '--self') result.self = true;
    else if (word === '--if-stale') result.ifStale = true;
    else if (word === '--quiet') result.quiet = true;
    else if (word === '--build') result.build = path.resolve(argv[++i]);
    else if (word === '--set') result.sets.push(argv[++i]);
    else if (word === '--random') result.random = Number(argv[++i]);
    else if (word === '--seed') result.seed = Number(argv[++i]);
    else if (word === '--only') result.only = argv[++i];
    else if (word === '--program') result.program = path.resolve(argv[++i]);
    else if (word === '--golden') result.golden = path.resolve(argv[++i]);
    else throw new Error(`unknown option ${word}`);
  }
  return result;
}

// A file is one set, or several sets with the same programs: its variants, each with its own environment.
function loadSets(names) {
  const all = fs.readdirSync(scriptsDir).filter(f => f.endsWith('.js')).sort().flatMap(file => {
    const {variants, ...shared} = require(path.join(scriptsDir, file));
    const name = file.slice(0, -3);
    if (!variants) return [{name, file, ...shared}];
    return Object.entries(variants).map(([variant, own]) => ({name: `${name}_${variant}`, file, ...shared, ...own}));
  });
  for (const name of names) {
    if (!all.some(set => set.name === name || set.file === name + '.js')) {
      throw new Error(`no script set ${name}; there are ${all.map(set => set.name).join(', ')}`);
    }
  }
  return all.filter(set => !names.length || names.some(name => set.name === name || set.file === name + '.js')).map(set => {
    const seen = new Set();
    for (const script of set.scripts) {
      if (seen.has(script.name)) throw new Error(`${set.name} has two scripts "${script.name}"`);
      seen.add(script.name);
      if (set.half === false) script.half = false;
    }
    return set;
  });
}

// The folder of a set's C++ programs depends on the folder of its JavaScript: examples/ or tests/parity/programs/.
const builtIn = set => (set.js.startsWith('examples/') ? 'examples' : 'parity');

// Cuts the steps of a script in two at the given offset of all the bytes that it sends.
function cutAt(steps, offset) {
  const result = [];
  let at = 0;
  for (const step of steps) {
    if (step.send && offset > at && offset < at + step.send.length) {
      result.push({send: step.send.subarray(0, offset - at)}, {gap: true}, {send: step.send.subarray(offset - at)});
    } else {
      result.push(step);
    }
    if (step.send) at += step.send.length;
  }
  return result;
}

// Returns the ways to run a script: whole, half-closed, and cut at twenty offsets. The offsets are spread over the
// script, and shifted a little by its name, so that scripts of equal length are not all cut at the same places.
function variantsOf(script, cuts = CUTS, borders = false) {
  const variants = [{label: 'whole', steps: script.steps}];
  if (script.ends) return variants;
  if (script.half !== false && !script.steps.some(step => step.end || step.reset)) {
    variants.push({label: 'half-closed', half: true, steps: [...script.steps, {end: true}]});
  }
  const length = script.steps.reduce((sum, step) => sum + (step.send ? step.send.length : 0), 0);
  const shift = [...script.name].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 7;
  const offsets = new Set();
  for (let i = 1; i <= cuts; i++) {
    const offset = Math.floor((i * length) / (cuts + 1)) + (length > 200 ? shift - 3 : 0);
    if (offset > 0 && offset < length) offsets.add(offset);
  }
  // The answer changes at the end of a line, or where a request follows a body, so these places are cut as well.
  if (borders) {
    const all = Buffer.concat(script.steps.filter(step => step.send).map(step => step.send));
    const ends = [...all.keys()].filter(at => all[at] === 10);
    for (const at of ends.filter((_, i) => i < 40 || i >= ends.length - 12)) {
      for (const offset of [at, at + 1, at + 2]) if (offset > 0 && offset < length) offsets.add(offset);
    }
    for (const {index} of all.toString('latin1').matchAll(/(?<=[^\n])(?:(?:GET|HEAD|POST|PUT) |BAD)/g)) {
      for (const offset of [index - 1, index, index + 1]) if (offset > 0 && offset < length) offsets.add(offset);
    }
  }
  for (const offset of offsets) variants.push({label: `cut at ${offset}`, offset, steps: cutAt(script.steps, offset)});
  return variants;
}

const key = answer => `${answer.fate}\n${answer.output}`;

// Gets one answer of one server. A script that ends its server gets a server of its own, and the exit code is compared.
async function ask(server, script, variant, timing) {
  if (script.ends) {
    const own = new Server(server.label, server.command, server.env);
    const port = await own.port();
    const answer = await converse(port, variant.steps, timing);
    const deadline = Date.now() + 2000;
    while (!own.end && Date.now() < deadline) await sleep(10);
    answer.fate += own.end ? `, exit code ${own.end.code}` : ', alive';
    if (own.end && own.end.signal) answer.fate += ` (${own.end.signal})`;
    await own.stop();
    return answer;
  }
  const port = await server.port();
  const deaths = server.deaths;
  const asked = Date.now();
  const answer = await converse(port, variant.steps, timing);
  if (server.deaths !== deaths || answer.fate === 'refused') {
    await sleep(50);
    answer.died = server.end && {...server.end, stderr: server.stderr};
    answer.fate += ', the server ended';
  }
  // Servers cache the text of the date for a second, so a date may be a second old.
  for (const date of answer.dates) {
    if (date < asked - 2500 || date > Date.now() + 1000) answer.output += `\n[Date is wrong: ${new Date(date)}]`;
  }
  return answer;
}

async function pool(items, width, work) {
  let next = 0;
  await Promise.all(Array.from({length: Math.min(width, items.length)}, async () => {
    while (next < items.length) await work(items[next++]);
  }));
}

function show(answer) {
  const text = answer.output.replace(/[^\x20-\x7e\n]/g, c =>
    c === '\r' ? '\\r' : '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0')).replace(/\n/g, '\\n\n      ');
  return `    [${answer.fate}] ${answer.output.length} bytes\n      ${text.length > 1500 ? text.slice(0, 1500) + ' …' : text}`;
}

const node = process.execPath;

// Compares one program with Node over all scripts of a set. Returns the names of the scripts that differ.
async function compare(set, scripts, label, command, oracle, log, self) {
  const ours = new Server(label, command, set.env);
  await ours.port();
  const nodes = new Server('Node.js', [node, path.join(root, set.js)], set.env);
  await nodes.port();
  const work = [];
  for (const script of scripts) {
    for (const variant of variantsOf(script, set.cuts)) work.push({script, variant});
  }
  const suspects = [];
  await pool(work, AT_ONCE, async item => {
    const memo = `${set.name}/${item.script.name}/${item.variant.label}`;
    // Node's answer is recorded once and kept for the other programs of the pair.
    if (!oracle.has(memo)) oracle.set(memo, await ask(nodes, item.script, item.variant, FAST));
    item.node = oracle.get(memo);
    item.ours = await ask(ours, item.script, item.variant, FAST);
    if (key(item.node) !== key(item.ours)) suspects.push(item);
  });
  const failed = new Map();
  for (const item of suspects) {
    if (failed.has(item.script.name)) continue;
    const allowed = new Map();
    let same = false;
    let mine;
    for (let i = 0; i < TRIES && !same; i++) {
      const theirs = await ask(nodes, item.script, item.variant, SLOW);
      allowed.set(key(theirs), theirs);
      mine = await ask(ours, item.script, item.variant, SLOW);
      same = allowed.has(key(mine));
      // A difference that persists in the first two tries counts, when Node itself has only one answer.
      if (!same && i >= 1 && allowed.size === 1) break;
    }
    if (!same) failed.set(item.script.name, {item, mine, allowed: [...allowed.values()]});
  }
  await ours.stop();
  await nodes.stop();
  // Scripts with a deliberate difference must differ.
  const asMeant = [];
  const same = [];
  for (const script of scripts.filter(one => one.differs && !self)) {
    if (failed.delete(script.name)) asMeant.push(script);
    else same.push(script.name);
  }
  for (const {name, differs} of asMeant) log(`${label}: ${name}: differs on purpose: ${differs}`);
  for (const name of same) log(`${label}: ${name}: is to differ, and does not any more`);
  for (const [name, {item, mine, allowed}] of failed) {
    log(`${label}: ${name} (${item.variant.label}) differs`);
    log(`  sent: ${JSON.stringify(Buffer.concat(item.script.steps.filter(s => s.send).map(s => s.send))
      .toString('latin1')).slice(0, 600)}`);
    for (const answer of allowed) log(`  Node.js:\n${show(answer)}`);
    log(`  ${label}:\n${show(mine)}`);
    if (mine.died) {
      log(`  it ended: code ${mine.died.code}, signal ${mine.died.signal}\n${mine.died.stderr.slice(-2000)}`);
    }
  }
  return [...failed.keys(), ...same];
}

// Returns what must be asked again: [{variant, times}]. Node's answers to a variant should be equal. The answer to a
// cut script is usually the answer to the whole script, and any other answer must be seen more than once.
function doubtful(entry) {
  const to = [...entry.asked.values()];
  const whole = new Set(entry.asked.get(0).answers);
  return to.flatMap(({variant, answers}) => {
    if (new Set(answers).size > 1) return [{entry, variant, times: 4}];
    return variant.offset && answers.length === 1 && !whole.has(answers[0]) ? [{entry, variant, times: 1}] : [];
  });
}

// Returns the index that is most frequent in `answers`. Of several the first one is returned.
function mostFrequent(answers) {
  const counts = new Map();
  for (const index of answers) counts.set(index, (counts.get(index) || 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

// Records Node's answers, for tests that do not use sockets. README.md describes the format.
async function writeGolden(set, directory, ifStale) {
  const file = path.join(directory, set.name + '.json');
  if (ifStale && fs.existsSync(file)) {
    const written = fs.statSync(file).mtimeMs;
    const sources = [path.join(scriptsDir, set.file), path.join(root, set.js), node,
      ...fs.readdirSync(__dirname).filter(f => f.endsWith('.js')).map(f => path.join(__dirname, f))];
    if (sources.every(source => fs.statSync(source).mtimeMs < written) &&
      JSON.parse(fs.readFileSync(file, 'utf8')).sample === sampled) return;
  }
  const server = new Server('Node.js', [node, path.join(root, set.js)], set.env);
  // When the script depends on times, an answer counts only if neither client nor server had to wait for a processor.
  const timed = set.scripts.some(script => script.steps.some(step => step.pause));
  const pulse = timed ? new Pulse(await server.port(), PROBE) : null;
  const entries = new Map();

  const askAll = (work, width) => pool(work, width, async ({entry, variant}) => {
    let answer;
    for (let i = 0; i < PUNCTUAL_TRIES; i++) {
      const began = performance.now();
      answer = await ask(server, entry.script, variant, {quiet: 60, gaps: 2, probe: PROBE});
      if (!pulse || !pulse.wasLate(began)) break;
    }
    const {results, asked} = entry;
    if (!results.has(key(answer))) {
      results.set(key(answer), {
        output: Buffer.from(answer.output, 'latin1').toString('base64'), fate: answer.fate, index: results.size});
    }
    asked.get(variant.offset || 0).answers.push(results.get(key(answer)).index);
  });
  const askScripts = async (wanted, borders) => {
    const work = [];
    for (const script of wanted) {
      for (const variant of variantsOf(script, borders ? set.cuts : Math.min(set.cuts ?? CUTS, 6), borders)) {
        const end = !!variant.half;
        const name = `${script.name}/${end}`;
        if (!entries.has(name)) entries.set(name, {script, end, results: new Map(), asked: new Map()});
        const entry = entries.get(name);
        const offset = variant.offset || 0;
        if (entry.asked.has(offset)) continue;
        entry.asked.set(offset, {variant, answers: []});
        // Differences between two runs of Node are allowed, so whole and half-closed scripts are asked twice more.
        for (let i = offset ? 2 : 0; i < 3; i++) work.push({entry, variant});
      }
    }
    await askAll(work, AT_ONCE);
  };
  const scripted = sample(set.scripts.filter(one => !one.differs), 4, script => script.name);
  await askScripts(scripted, !!set.borders);
  // Where a cut changes the answer, or may change it, the borders of lines and requests are cut as well: where the
  // answers differed, where the connection was closed, or where no more requests followed.
  const telling = answer => !answer.startsWith('open');
  const foreign = ({steps}) => steps.some(({send}) => send && /upgrade|CONNECT/i.test(send.toString('latin1')));
  await askScripts(scripted.filter(script => {
    const {results} = entries.get(`${script.name}/false`);
    return results.size > 1 || foreign(script) || [...results.keys()].some(telling);
  }), true);
  // An answer that came late on a busy machine is not reliable, so the most frequent answer counts. First all new
  // answers are asked again, and then those that are still uncertain, with fewer at the same time.
  for (const width of [AT_ONCE, 4]) {
    await askAll([...entries.values()].flatMap(doubtful).flatMap(({times, ...item}) => Array(times).fill(item)), width);
  }
  if (pulse) await pulse.stop();
  await server.stop();
  const scripts = [...entries.values()].map(({script, end, results, asked}) => {
    const sends = script.steps.filter(step => step.send);
    const cuts = [...asked].filter(([offset]) => offset).map(([offset, {answers}]) => [offset, mostFrequent(answers)]);
    return {
      name: script.name,
      half: end,
      ends: !!script.ends,
      ...(sends.length === 1 && script.steps.length === 1 ? {input: sends[0].send.toString('base64')} : {}),
      steps: script.steps.map(step => (step.send ? {send: step.send.toString('base64')} : step)),
      results: [...results.values()].map(({output, fate}) => ({output, fate})),
      whole: mostFrequent(asked.get(0).answers),
      ...(cuts.length ? {cuts: cuts.sort((a, b) => a[0] - b[0])} : {}),
    };
  });
  fs.mkdirSync(directory, {recursive: true});
  fs.writeFileSync(file + '.new', JSON.stringify({node: process.version, sample: sampled, set: set.name, env: set.env ?? {}, scripts}, null, 1));
  fs.renameSync(file + '.new', file);
}

// Runs sets as options() returns them. Returns {passed, failed, differing: [text]}.
async function run(opts, log = console.log) {
  const sets = loadSets(opts.sets);
  if (opts.golden) {
    for (const set of sets.filter(one => one.golden !== false)) await writeGolden(set, opts.golden, opts.ifStale);
    return {passed: sets.length, failed: 0};
  }
  if (opts.random) {
    // All scripts become one set with the programs of the first set. There are many scripts, so each is cut at few
    // places.
    const seed = opts.seed ?? Date.now() % 100000;
    log(`seed ${seed}`);
    const scripts = randomScripts(sets.flatMap(set => set.scripts), opts.random, seed);
    sets.splice(0, sets.length, {...sets[0], scripts, cuts: 2});
  }
  let passed = 0;
  let failed = 0;
  for (const set of sets) {
    const scripts = opts.only ? set.scripts.filter(script => script.name === opts.only)
      : opts.random ? set.scripts : sample(set.scripts, 4, script => script.name);
    if (!scripts.length) continue;
    const oracle = new Map();
    const programs = opts.commands ? opts.commands : opts.self ? [['Node.js again', [node, path.join(root, set.js)]]]
      : opts.program ? [[path.basename(opts.program), [opts.program]]]
        : set.programs.map(name => [name, [path.join(opts.build, builtIn(set), name)]]);
    for (const [label, command] of programs) {
      if (!fs.existsSync(command[0])) {
        log(`${set.name}: ${command[0]} is not built`);
        failed += scripts.length;
        continue;
      }
      const started = Date.now();
      const differing = await compare(set, scripts, label, command, oracle, log, opts.self);
      failed += differing.length;
      passed += scripts.length - differing.length;
      log(`${set.name}: ${label}: ${scripts.length - differing.length} of ${scripts.length} scripts identical ` +
        `(${((Date.now() - started) / 1000).toFixed(1)} s)`);
    }
  }
  return {passed, failed};
}

module.exports = {run, loadSets};

if (require.main === module) {
  (async () => {
    const opts = options(process.argv.slice(2));
    const {passed, failed} = await run(opts);
    if (!opts.golden) console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
  })().catch(error => {
    console.error(error.message);
    process.exit(2);
  });
}
