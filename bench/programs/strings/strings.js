'use strict';
// Builds a text piece by piece, reverses it, and joins it.
const measure = require('../measure.js');

measure(() => {
  let text = '';
  for (let i = 0; i < 5000; i++) text += String.fromCharCode(97 + i % 26) + (i % 10 === 9 ? ' ' : '');
  const words = text.split(' ');
  const turned = words.map(word => [...word].reverse().join(''));
  const titled = turned.map(word => word.charAt(0).toUpperCase() + word.slice(1));
  const joined = titled.join('-');
  let found = 0;
  for (let at = joined.indexOf('A'); at !== -1; at = joined.indexOf('A', at + 1)) found++;
  return `${joined.length} ${found} ${joined.slice(0, 60)} ${joined.lastIndexOf('z')} ${'x'.repeat(20).padStart(25, '.')}`;
});
