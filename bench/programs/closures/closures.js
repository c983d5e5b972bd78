'use strict';
// Counters and queues made of closures that share their variables.
const measure = require('../measure.js');

function counter(step) {
  let n = 0;
  return {next: () => { n += step; return n; }, reset: () => { n = 0; }};
}

function limiter(most) {
  let used = 0;
  let refused = 0;
  const waiting = [];
  return {
    take(task) {
      if (used < most) {
        used++;
        task();
      } else {
        refused++;
        waiting.push(task);
      }
    },
    give() {
      used--;
      const task = waiting.shift();
      if (task) {
        used++;
        task();
      }
    },
    refused: () => refused,
  };
}

measure(() => {
  const counters = [counter(1), counter(2), counter(3)];
  let sum = 0;
  for (let i = 0; i < 10000; i++) {
    sum += counters[i % 3].next();
    if (i % 1000 === 999) counters[i % 3].reset();
  }
  const limit = limiter(5);
  let done = 0;
  for (let i = 0; i < 2000; i++) {
    limit.take(() => { done += i % 10; });
    if (i % 2 === 0) limit.give();
  }
  return `${sum} ${done} ${limit.refused()}`;
});
