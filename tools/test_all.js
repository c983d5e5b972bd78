'use strict';
// make test-all SHARD=i/n: runs every suite completely, where make test runs a sample. The parts are distributed over n
// shards of about the same length, in the same way on every machine. Without SHARD all parts run one after the other.
//   node tools/test_all.js [--shard i/n] [--list]
const {root, conclude, buildAndTest, program} = require('./runner.js');

const {pairTargets} = require('../tests/pairs/pairs.js');

const node = process.execPath;
const pairs = pairTargets();
const whole = {WHOLE: '1'};
const release = targets => buildAndTest({preset: 'release', targets});

// `minutes` is the time of a part on two cores, by which the parts are distributed.
const parts = [
  {name: 'release: all tests', minutes: 14, run: () => [buildAndTest({preset: 'release', targets: [], select: []})]},
  {name: 'asan: unit tests, parity, pairs, pages and the corpus of memory safety', minutes: 55, run: () => [
    buildAndTest({preset: 'asan-whole', targets: ['unit_tests', 'unit_questions', 'parity_tests', 'whole_tests', 'examples', 'checked_tests', ...pairs],
      select: ['-L', 'unit|questions|golden|parity|checked|pages|rules|script|whole']})]},
  {name: 'tsan: unit tests', minutes: 20, run: () => [
    buildAndTest({preset: 'tsan', targets: ['unit_tests', 'unit_questions', 'whole_tests'],
      select: ['-L', 'unit|questions|golden|whole']})]},
  {name: 'debug: each file compiles alone', minutes: 10, run: () => [buildAndTest({preset: 'debug', targets: ['nodecpp']})]},
  {name: 'simulation: 1,000 seeds', minutes: 15, run: async () => [await release(['examples', 'sim_planted', 'sim_worlds']),
    await program('simulation', node, ['tests/sim/run.js', '--seeds', '1000'])]},
  {name: 'replay: every cut, 10,000 flips, crashes under load', minutes: 25, run: async () => [await release([]),
    await program('crashes', node, ['tests/replay/proof.js']), await program('replay', node, ['tests/replay/run.js'], whole)]},
  {name: 'parity: 20,000 random scripts', minutes: 15, run: async () => [await release(['examples']),
    await program('parity', node, ['tests/parity/run.js', '--build', 'build/release', '--random', '20000', '--seed', '7'])]},
  {name: 'test262: JavaScript\'s own library', minutes: 3, run: async () => [
    await program('test262', node, ['tests/test262/run.js'])]},
  {name: 'wycheproof: attacks against cryptography', minutes: 3, run: async () => [await release(['wycheproof_verdicts']),
    await program('wycheproof', node, ['tests/wycheproof/run.js'], whole)]},
  {name: 'assertions: 100 planted state errors', minutes: 40, run: async () => [
    await program('planted errors', node, ['tests/assertions/run.js'])]},
  {name: 'url: every code point as a host', minutes: 4, run: async () => [await release(['url_cases']),
    await program('hosts', node, ['tests/url/hosts.js', '--program', 'build/release/tests/url_cases'], whole)]},
];

// Gives the longest parts first, each to the shard with the least work, so that i/n always has the same parts.
function deal(parts, n) {
  const shards = Array.from({length: n}, () => ({minutes: 0, parts: []}));
  for (const part of [...parts].sort((a, b) => b.minutes - a.minutes)) {
    const least = shards.reduce((a, b) => (b.minutes < a.minutes ? b : a));
    least.parts.push(part);
    least.minutes += part.minutes;
  }
  return shards;
}

const at = process.argv.indexOf('--shard');
const given = at < 0 || !process.argv[at + 1] ? '1/1' : process.argv[at + 1];
const [, i, n] = (/^(\d+)\/(\d+)$/.exec(given) || []).map(Number);
if (!(i >= 1 && i <= n)) {
  console.error(`SHARD is i/n, from 1/n to n/n, as in SHARD=1/2; this is "${given}"`);
  process.exit(2);
}
const shard = deal(parts, n)[i - 1];
console.log(`shard ${i} of ${n}: about ${shard.minutes} minutes on two cores`);
for (const part of shard.parts) console.log(`  ${part.name} (${part.minutes} minutes)`);
if (process.argv.includes('--list')) process.exit(0);

(async () => {
  process.chdir(root);
  const started = Date.now();
  let passed = 0;
  let failed = 0;
  for (const part of shard.parts) {
    console.log(`\n${part.name}`);
    for (const total of await Promise.all(await part.run())) {
      passed += total.passed;
      failed += total.failed;
    }
  }
  conclude(passed, failed, started);
})();
