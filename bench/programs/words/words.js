'use strict';
// Counts the words of a text and lists the ten most frequent ones.
const measure = require('../measure.js');

let text = '';
for (let i = 0; i < 20000; i++) text += (i % 9 === 0 ? 'The ' : 'word' + (i * i) % 997 + ' ') + (i % 13 === 0 ? '\n' : '');

measure(() => {
  const counts = new Map();
  for (const line of text.split('\n')) {
    for (const word of line.trim().toLowerCase().split(' ')) {
      if (word === '') continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted.slice(0, 10).map(([word, count]) => word + '=' + count).join(' ');
});
