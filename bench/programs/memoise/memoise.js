'use strict';
// A memoised function: the result for each argument is computed once and kept in a Map.
const measure = require('../measure.js');

measure(() => {
  const known = new Map();
  const steps = n => {
    if (n === 1) return 0;
    if (known.has(n)) return known.get(n);
    const count = 1 + (n % 2 === 0 ? steps(n / 2) : steps(3 * n + 1));
    known.set(n, count);
    return count;
  };
  let longest = 0;
  let best = 0;
  for (let n = 1; n < 10000; n++) {
    const count = steps(n);
    if (count > longest) {
      longest = count;
      best = n;
    }
  }
  return `${best} ${longest} ${known.size}`;
});
