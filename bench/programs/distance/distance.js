'use strict';
// Computes Levenshtein's distance between words, with rows of numbers.
const measure = require('../measure.js');

const words = [];
for (let i = 0; i < 60; i++) words.push('w' + ((i * 7919) % 99991).toString(5) + 'ing'.repeat(i % 3));

function distance(a, b) {
  let before = [];
  for (let j = 0; j <= b.length; j++) before.push(j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row.push(Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + cost));
    }
    before = row;
  }
  return before[b.length];
}

measure(() => {
  let sum = 0;
  let most = 0;
  for (const a of words) {
    for (const b of words) {
      const far = distance(a, b);
      sum += far;
      if (far > most) most = far;
    }
  }
  return `${sum} ${most}`;
});
