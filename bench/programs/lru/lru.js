'use strict';
// A cache that drops the entry that was used least recently, by the order of a Map.
const measure = require('../measure.js');

class Cache {
  constructor(most) {
    this.most = most;
    this.entries = new Map();
    this.hits = 0;
  }
  get(key) {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.hits++;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }
  set(key, value) {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value);
  }
}

const keys = [];
for (let i = 0; i < 20000; i++) keys.push('key' + (i * i) % 1009);

measure(() => {
  const cache = new Cache(200);
  let letters = 0;
  for (const key of keys) {
    let value = cache.get(key);
    if (value === undefined) {
      value = 'value of ' + key;
      cache.set(key, value);
    }
    letters += value.length;
  }
  return `${cache.hits} ${letters} ${cache.entries.size}`;
});
