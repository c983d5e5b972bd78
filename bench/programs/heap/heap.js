'use strict';
// A priority queue: puts 20,000 tasks in and takes them out in order.
const measure = require('../measure.js');

class Queue {
  constructor() {
    this.items = [];
  }
  push(item) {
    const items = this.items;
    items.push(item);
    let i = items.length - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (items[parent].at <= items[i].at) break;
      [items[parent], items[i]] = [items[i], items[parent]];
      i = parent;
    }
  }
  pop() {
    const items = this.items;
    const first = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last;
      let i = 0;
      for (;;) {
        let least = i;
        const left = 2 * i + 1;
        const right = 2 * i + 2;
        if (left < items.length && items[left].at < items[least].at) least = left;
        if (right < items.length && items[right].at < items[least].at) least = right;
        if (least === i) break;
        [items[least], items[i]] = [items[i], items[least]];
        i = least;
      }
    }
    return first;
  }
}

measure(() => {
  const queue = new Queue();
  for (let i = 0; i < 20000; i++) queue.push({at: (i * 7919) % 20011, name: i});
  let sum = 0;
  let n = 0;
  while (queue.items.length > 0) {
    const task = queue.pop();
    sum = (sum * 31 + task.at + task.name) % 1000003;
    n++;
  }
  return `${n} ${sum}`;
});
