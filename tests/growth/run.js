'use strict';
// Measures how the cost of each operation grows with its input: the instructions under callgrind at the sizes n, 2n, 4n
// and 8n, which are the same on every machine. The exponent is computed from the last doubling; a constant part of the
// cost only makes it smaller. Fails when an exponent is more than a tenth above V8's.
//
//   run.js PROGRAM [--only WORD] [--show]
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {sample} = require('../support/sample.js');

const [program, ...flags] = process.argv.slice(2);
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1] : '';
const show = flags.includes('--show');
const tolerance = 0.1;
const sizes = 4;
const entry = '*growth::*measured<*';
// From some size on glibc copies and fills memory with 'rep movsb', and valgrind counts each byte of it as an
// instruction. No processor has such a jump in its cost, so glibc is told not to use that instruction.
const tunables = 'glibc.cpu.x86_rep_movsb_threshold=4000000000:glibc.cpu.x86_rep_stosb_threshold=4000000000';

const listed = spawnSync(program, ['--list'], {encoding: 'utf8'});
if (listed.error || listed.status !== 0) {
  console.error(`${program} --list failed: ${listed.error || listed.stderr}`);
  process.exit(1);
}
const operations = listed.stdout.trimEnd().split('\n').map((line, number) => {
  const [name, size, exponent, reason] = line.split('\t');
  return {number, name, size: Number(size), exponent: Number(exponent), reason};
});

// Returns the cost of each measured<NUMBER> including the functions that it called, in the order of NUMBER.
function inclusiveCosts(file) {
  const names = new Map();
  const costs = new Map();
  let callee = '';
  let isCall = false;
  for (const line of fs.readFileSync(file, 'latin1').split('\n')) {
    const named = /^(c?)fn=\((\d+)\)(?: (.*))?$/.exec(line);
    if (named) {
      if (named[3]) names.set(named[2], named[3]);
      if (named[1]) callee = names.get(named[2]);
    } else if (line.startsWith('calls=')) {
      isCall = true;
    } else if (isCall) {
      isCall = false;
      const slot = /growth::\(anonymous namespace\)::measured<(\d+)/.exec(callee);
      if (slot) costs.set(Number(slot[1]), (costs.get(Number(slot[1])) || 0) + Number(line.split(' ')[1]));
    }
  }
  return costs;
}

// Measures the operations from `first` on in a process of their own.
function measure(first, count) {
  const out = path.join(os.tmpdir(), `nodecpp-growth-${process.pid}-${first}`);
  return new Promise((resolve, reject) => {
    const run = spawn('valgrind', ['--tool=callgrind', `--callgrind-out-file=${out}`, '--collect-atstart=no',
      `--toggle-collect=${entry}`, program, String(first), String(count)],
      {env: {...process.env, GLIBC_TUNABLES: tunables}});
    let errors = '';
    run.stdout.on('data', () => {});
    run.stderr.on('data', text => { errors += text; });
    run.on('error', error => reject(new Error(`valgrind: ${error.message}. Install it with: apt-get install valgrind`)));
    run.on('close', code => {
      if (code !== 0) return reject(new Error(`${program} ${first} ${count} failed under valgrind:\n${errors}`));
      const costs = inclusiveCosts(out);
      fs.unlinkSync(out);
      for (let i = 0; i < count; ++i)
        operations[first + i].costs = Array.from({length: sizes}, (_, at) => costs.get(i * sizes + at));
      resolve();
    });
  });
}

async function main() {
  let jobs = [];
  if (only) {
    for (const one of operations) if (one.name.includes(only)) jobs.push([one.number, 1]);
  } else {
    const step = Math.ceil(operations.length / (8 * os.availableParallelism()));
    for (let first = 0; first < operations.length; first += step) jobs.push([first, Math.min(step, operations.length - first)]);
    jobs = sample(jobs, 8, ([first]) => operations[first].name);
  }
  await Promise.all(Array.from({length: os.availableParallelism()}, async () => {
    for (let job; (job = jobs.shift());) await measure(...job);
  }));
  const chosen = operations.filter(one => one.costs);
  let failed = 0;
  for (const one of chosen) {
    const [, , before, last] = one.costs;
    if (!(before > 0 && last > 0)) throw new Error(`${one.name} was not counted: ${one.costs}`);
    const exponent = Math.log2(last / before);
    const wrong = exponent > one.exponent + tolerance;
    if (wrong) ++failed;
    if (wrong || show)
      console.log(`${wrong ? 'FAIL' : 'ok  '} ${exponent.toFixed(2)} (V8: ${one.exponent}) ${one.name}: ` +
        `${one.costs.join(', ')} instructions at ${one.size}, …, ${8 * one.size}`);
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

main().catch(error => {
  console.error(error.message);
  process.exit(1);
});
