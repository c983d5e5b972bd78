'use strict';
// Finds the shortest paths through a graph of 3,000 nodes by breadth-first search.
const measure = require('../measure.js');

const roads = new Map();
for (let i = 0; i < 3000; i++) roads.set(i, [(i + 1) % 3000, (i * 17 + 5) % 3000, (i * 91 + 2) % 3000]);

function ways(from) {
  const distance = new Map([[from, 0]]);
  const queue = [from];
  while (queue.length > 0) {
    const at = queue.shift();
    for (const next of roads.get(at)) {
      if (distance.has(next)) continue;
      distance.set(next, distance.get(at) + 1);
      queue.push(next);
    }
  }
  return distance;
}

measure(() => {
  const found = ways(7);
  let far = 0;
  let sum = 0;
  for (const [, steps] of found) {
    sum += steps;
    if (steps > far) far = steps;
  }
  return `${found.size} ${far} ${sum}`;
});
