'use strict';
// Parity of the client: a scripted server behaves the same towards client.js under Node.js and towards client.cpp. Both
// must send the same bytes and print the same events.
//
//   node tests/parity/client/run.js                       runs all scripts, with the client of build/release
//   node tests/parity/client/run.js --build build/asan    uses the client of another build
//   node tests/parity/client/run.js --program PATH        uses another program
//   node tests/parity/client/run.js --set bodies          runs one file of scripts/
//   node tests/parity/client/run.js --only NAME           runs one script and prints it in full
//   node tests/parity/client/run.js --self                compares Node with itself
const fs = require('fs');
const os = require('os');
const path = require('path');
const {Program} = require('./program.js');
const {Slot} = require('./slot.js');
const {sample} = require('../../support/sample.js');

const root = path.resolve(__dirname, '../../..');
const scriptsDir = path.join(__dirname, 'scripts');
const CUTS = 6;
const BORDERS = 4;
const AT_ONCE = 8;
const TRIES = 4;
// A difference is tested again, alone and more slowly, before it counts.
const FAST = {quiet: 8};
const SLOW = {quiet: 120};

function options(argv) {
  const result = {build: path.join(root, 'build/release'), sets: [], only: null};
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i];
    if (word === '--build') result.build = path.resolve(argv[++i]);
    else if (word === '--program') result.program = path.resolve(argv[++i]);
    else if (word === '--set') result.sets.push(argv[++i]);
    else if (word === '--only') result.only = argv[++i];
    else if (word === '--self') result.self = true;
    else if (word === '--whole') result.whole = true;
    else throw new Error(`unknown option ${word}`);
  }
  return result;
}

function loadScripts({sets, only}) {
  const names = fs.readdirSync(scriptsDir).filter(file => file.endsWith('.js')).map(file => file.slice(0, -3)).sort();
  const scripts = [];
  for (const name of names) {
    if (sets.length && !sets.includes(name)) continue;
    for (const script of require(path.join(scriptsDir, name + '.js'))) scripts.push({...script, set: name});
  }
  const seen = new Set();
  for (const {name} of scripts) {
    if (seen.has(name)) throw new Error(`two scripts are called '${name}'`);
    seen.add(name);
  }
  return only ? scripts.filter(script => script.name === only) : sample(scripts, 4, script => script.name);
}

// Cuts the bytes that the first connection sends into two pieces at `offset`.
function cutAt(connections, offset) {
  let at = 0;
  const first = connections[0].flatMap(step => {
    if (!step.send) return [step];
    const here = offset - at;
    at += step.send.length;
    if (here <= 0 || here >= step.send.length) return [step];
    return [{send: step.send.subarray(0, here)}, {wait: true}, {send: step.send.subarray(here)}];
  });
  return [first, ...connections.slice(1)];
}

// Returns the ways to run a script: whole, cut at offsets spread over the bytes, and cut around the ends of the first
// lines and of the head.
function variantsOf(script) {
  const variants = [{label: 'whole', steps: script.connections}];
  const all = Buffer.concat((script.connections[0] || []).filter(step => step.send).map(step => step.send));
  if (script.ends || script.cuts === 0 || all.length > 20000) return variants;
  const offsets = new Set();
  const cuts = script.cuts ?? CUTS;
  for (let i = 1; i <= cuts; i++) offsets.add(Math.floor((i * all.length) / (cuts + 1)));
  const head = all.indexOf('\r\n\r\n');
  for (let at = all.indexOf(10), i = 0; at >= 0 && i < BORDERS; at = all.indexOf(10, at + 1), i++) offsets.add(at + i % 2);
  for (const offset of head < 0 ? [] : [head + 3, head + 4]) offsets.add(offset);
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    if (offset > 0 && offset < all.length) {
      variants.push({label: `cut at ${offset}`, steps: cutAt(script.connections, offset)});
    }
  }
  return variants;
}

// A client program with slots for several runs at a time.
class Client {
  constructor(label, command, env, directory) {
    this.label = label;
    this.program = new Program(command, env);
    this.slots = Array.from({length: AT_ONCE}, (_, i) => new Slot(this.program, path.join(directory, `${label}${i}.sock`)));
  }
  async open() {
    for (const slot of this.slots) await slot.open();
  }
  async all(items, name, timing) {
    let next = 0;
    await Promise.all(this.slots.map(async slot => {
      while (next < items.length) {
        const item = items[next++];
        item[name] = await slot.perform(item.script, item.variant.steps, timing);
      }
    }));
  }
  one(item, timing) {
    return this.slots[0].perform(item.script, item.variant.steps, timing);
  }
  async close() {
    for (const slot of this.slots) slot.close();
    return this.program.stop();
  }
}

function key({lines, connections, died}) {
  const end = died ? `\ndied ${died.code} ${died.signal}` : '';
  return lines.join('\n') + connections.map(({text, fate}) => `\n[${fate}] ${text}`).join('') + end;
}

const visible = text => text.replace(/[^\x20-\x7e]/g, c =>
  (c === '\r' ? '\\r' : c === '\n' ? '\\n' : '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0'))).slice(0, 600);

function tell(answer) {
  const text = answer.lines.map(line => `      ${line.slice(0, 700)}`);
  for (const {text: bytes, fate} of answer.connections) text.push(`      [${fate}] ${visible(bytes)}`);
  if (answer.died) text.push(`      died: ${answer.died.code} ${answer.died.signal} ${answer.died.stderr}`);
  return text.join('\n');
}

// Returns the lines of both programs, with a mark at lines that only one of them has.
function tellBoth(theirs, mine) {
  const lines = answer => [...answer.lines.map(line => line.slice(0, 900)),
    ...answer.connections.map(({text, fate}) => `[${fate}] ${visible(text)}`),
    ...(answer.died ? [`died: ${answer.died.code} ${answer.died.signal} ${answer.died.stderr}`] : [])];
  const a = lines(theirs);
  const b = lines(mine);
  const out = [];
  // Computes the longest common subsequence. The lists are short.
  const length = Array.from({length: a.length + 1}, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push(`      ${a[i]}`);
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && length[i + 1][j] >= length[i][j + 1])) {
      out.push(`    - ${a[i++]}`);
    } else {
      out.push(`    + ${b[j++]}`);
    }
  }
  return out.join('\n');
}

// A difference under fast timing may be chance. Both programs run again, and each answer that Node gives in several
// tries is allowed.
async function settle(item, node, ours) {
  const allowed = new Map();
  let mine;
  for (let i = 0; i < TRIES; i++) {
    const theirs = await node.one(item, SLOW);
    allowed.set(key(theirs), theirs);
    mine = await ours.one(item, SLOW);
    if (allowed.has(key(mine)) && !!mine.died === !!item.script.ends) return null;
    if (i >= 1 && allowed.size === 1) break;
  }
  return {item, mine, allowed: [...allowed.values()]};
}

async function main(opts, log = console.log) {
  const scripts = loadScripts(opts);
  const nodeCommand = [process.execPath, path.join(__dirname, 'client.js')];
  const program = opts.program || path.join(opts.build, 'tests/parity_client');
  if (!opts.self && !fs.existsSync(program)) throw new Error(`${program} is not built`);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'client-parity-'));
  const node = new Client('node', nodeCommand, {}, directory);
  const ours = new Client('ours', opts.self ? nodeCommand : [program], {}, directory);
  // Scripts that end the client program use separate programs, so that the exit of the other programs can be checked.
  const fatalNode = new Client('fatal-node', node.program.command, {}, directory);
  const fatalOurs = new Client('fatal-ours', ours.program.command, {}, directory);
  const clients = [node, ours, fatalNode, fatalOurs];
  for (const client of clients) await client.open();
  const items = scripts.flatMap(script => (opts.whole ? variantsOf(script).slice(0, 1) : variantsOf(script))
    .map(variant => ({script, variant})));
  const together = items.filter(({script}) => !script.ends);
  await Promise.all([node.all(together, 'node', FAST), ours.all(together, 'ours', FAST)]);
  const failed = new Map();
  for (const item of items) {
    if (failed.has(item.script.name)) continue;
    if (item.ours && !item.node.died && !item.ours.died && key(item.node) === key(item.ours)) continue;
    const difference = await settle(item, ...(item.script.ends ? [fatalNode, fatalOurs] : [node, ours]));
    if (difference) failed.set(item.script.name, difference);
  }
  if (opts.only && !failed.size) {
    for (const {variant, ours: mine} of items) if (mine) log(`  ${variant.label}\n${tell(mine)}`);
  }
  for (const [name, {item, mine, allowed}] of failed) {
    log(`${item.script.set}: ${name} (${item.variant.label}, ${item.script.recipe}) differs: - Node.js, + ours` +
      `${allowed.length > 1 ? ` (Node.js has ${allowed.length} answers)` : ''}\n${tellBoth(allowed.at(-1), mine)}`);
  }
  const end = await ours.close();
  for (const client of clients) if (client !== ours) await client.close();
  fs.rmSync(directory, {recursive: true});
  let bad = failed.size;
  if (end.code !== 0 || end.stderr) {
    log(`the client ended with ${end.code} ${end.signal}:\n${end.stderr.slice(0, 60000)}`);
    bad++;
  }
  return {passed: scripts.length - failed.size, failed: bad, runs: items.length};
}

if (require.main === module) {
  const started = Date.now();
  main(options(process.argv.slice(2))).then(({passed, failed, runs}) => {
    console.log(`${runs} runs of each client, ${((Date.now() - started) / 1000).toFixed(1)} s`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
  }, error => {
    console.error(error);
    process.exit(2);
  });
}

module.exports = {main};
