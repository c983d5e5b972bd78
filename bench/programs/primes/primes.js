'use strict';
// Computes the primes below 100,000 with the sieve of Eratosthenes.
const measure = require('../measure.js');

measure(() => {
  const limit = 100000;
  const composite = new Array(limit + 1).fill(false);
  const primes = [];
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = true;
  }
  return `${primes.length} ${primes[primes.length - 1]}`;
});
