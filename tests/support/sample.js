'use strict';
// `make test` runs a sample of the big suites, and another sample after each commit. NODECPP_SAMPLE is the seed, and
// the same seed gives the same sample on every machine. Without NODECPP_SAMPLE (in make test-all, or when a suite is
// run by hand) everything runs.
const seed = process.env.NODECPP_SAMPLE || '';

// FNV-1a with a final mixing step, so that names which differ in one character get unrelated values.
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ h >>> 16, 0x85ebca6b);
  return (h ^ h >>> 13) >>> 0;
}

// Returns about one of `n` items, and at least one. `nameOf` gives the name by which an item is chosen.
function sample(items, n, nameOf = item => item) {
  if (!seed || !items.length) return items;
  const place = item => hash(`${seed}:${nameOf(item)}`);
  const chosen = items.filter(item => place(item) % n === 0);
  return chosen.length ? chosen : [items.reduce((a, b) => (place(b) < place(a) ? b : a))];
}

// Returns one of `kinds`, chosen by the seed and `name`.
const pick = (kinds, name) => kinds[hash(`${seed}:${name}`) % kinds.length];

// Tests that take minutes to build take turns: returns which of `kinds` it is for this seed, or null (all kinds)
// without a seed. `make test TURN=KIND` chooses a kind.
function turn(kinds) {
  if (!seed) return null;
  const wanted = process.env.TURN;
  if (wanted && !kinds.includes(wanted)) throw new Error(`TURN is one of ${kinds.join(', ')}; this is "${wanted}"`);
  return wanted || pick(kinds, 'turn');
}

module.exports = {pick, sample, seed, turn};
