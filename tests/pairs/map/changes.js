// Maps and Sets that change while they are iterated over.
const map = new Map([[1, 'a'], [2, 'b'], [3, 'c']]);
for (const [key, value] of map) {
  console.log(key, value);
  if (key === 1) {
    map.delete(2);
    map.set(4, 'd');
  }
  if (key === 3) {
    map.delete(3);
    map.delete(1);
    map.set(1, 'again');
  }
}
console.log(map);
let left = 3;
map.forEach((value, key) => {
  console.log(key, value);
  if (left-- > 0) {
    map.clear();
    map.set(left, 'fresh').set(100 + left, 'more');
  }
});
console.log(map);

// A queue: each job that is done adds two more, up to a limit.
const queue = new Set([0]);
let served = 0;
for (const job of queue) {
  queue.delete(job);
  served++;
  if (job < 1000) queue.add(2 * job + 1).add(2 * job + 2);
}
console.log(served, queue.size);

// A cache that drops the entry that was used least recently.
const cache = new Map();
function use(key) {
  const value = cache.has(key) ? cache.get(key) : key * key;
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > 3) cache.delete(cache.keys().next().value);
  return value;
}
for (const key of [1, 2, 3, 1, 4, 5, 1, 6]) console.log(use(key), cache);

// Iterators are objects. They see entries that are added later, and once an iterator is done it stays done.
const letters = new Map([['a', 1], ['b', 2], ['c', 3]]);
const keys = letters.keys(), entries = letters.entries();
console.log(keys.next(), entries.next().value);
letters.delete('b');
letters.set('d', 4);
console.log(keys, entries, letters.values());
for (const key of keys) {
  console.log(key);
  if (key === 'c') break;
}
console.log(letters.keys().next().done, new Set().values().next().done, new Set(['x']).entries().next().value);
const rest = letters.keys();
for (const key of rest) letters.delete(key);
letters.set('e', 5);
console.log(rest.next().done, letters.size, '' + rest, rest, new Set([1, 2]).values(), new Set([1, 2]).entries());
const all = letters.values();
all.forEach((value, index) => { console.log(value, index); });
