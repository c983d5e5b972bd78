'use strict';
// Looks up 20,000 times one of 2,000 keys in a cache that has room for 500 texts.
const LRUCache = require('lru-cache');
const measure = require('../programs/measure.js');

const keys = [];
for (let i = 0; i < 20000; i++) keys.push('key' + i * i * 7 % 2003);

measure(() => {
  let gone = 0, found = 0;
  const cache = new LRUCache({max: 500, dispose: () => { gone++; }});
  for (const key of keys) {
    if (cache.get(key)) found++;
    else cache.set(key, 'value of ' + key);
  }
  return `${found} ${gone} ${cache.length} ${cache.keys()[0]}`;
});
