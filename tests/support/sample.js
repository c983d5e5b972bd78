'use strict';
// `make test` runs a sample of the big suites, another one after each commit: NODECPP_SAMPLE is its seed, and the same
// seed gives the same sample on every machine. Without NODECPP_SAMPLE (make test-all, a suite run by hand) all is run.
const seed = process.env.NODECPP_SAMPLE || '';

// FNV-1a, and a last stir: names that differ in one character are to be as good as unrelated.
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ h >>> 16, 0x85ebca6b);
  return (h ^ h >>> 13) >>> 0;
}

// About one of `n` items, and at least one, chosen by what `nameOf` calls them.
function sample(items, n, nameOf = item => item) {
  if (!seed || !items.length) return items;
  const place = item => hash(`${seed}:${nameOf(item)}`);
  const chosen = items.filter(item => place(item) % n === 0);
  return chosen.length ? chosen : [items.reduce((a, b) => (place(b) < place(a) ? b : a))];
}

// One of `kinds`, as the sample has it of what is called `name`.
const pick = (kinds, name) => kinds[hash(`${seed}:${name}`) % kinds.length];

// What takes minutes to build is asked by turns: which of `kinds` it is for this seed. Without a seed all are: null.
// `make test TURN=KIND` chooses another one.
function turn(kinds) {
  if (!seed) return null;
  const wanted = process.env.TURN;
  if (wanted && !kinds.includes(wanted)) throw new Error(`TURN is one of ${kinds.join(', ')}; this is "${wanted}"`);
  return wanted || pick(kinds, 'turn');
}

module.exports = {pick, sample, seed, turn};
