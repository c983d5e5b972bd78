'use strict';
// Computes unions, intersections and differences of sets of numbers and of texts.
const measure = require('../measure.js');

measure(() => {
  const evens = new Set();
  const thirds = new Set();
  for (let i = 0; i < 5000; i++) {
    if (i % 2 === 0) evens.add(i);
    if (i % 3 === 0) thirds.add(i);
  }
  const both = evens.intersection(thirds);
  const any = evens.union(thirds);
  const only = evens.difference(thirds);
  const names = new Set();
  for (const n of any) names.add('n' + n % 700);
  for (const name of names) if (name.endsWith('7')) names.delete(name);
  let sum = 0;
  for (const n of only) sum += n;
  return `${both.size} ${any.size} ${only.size} ${names.size} ${sum} ${names.has('n8')}`;
});
