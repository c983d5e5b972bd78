// Additions of ECMAScript 2022 to 2025 to arrays, which the version of test262 in tests/test262 does not cover yet.
const list = [5, 1, 4, 2, 3];
console.log(list.at(0), list.at(-1), list.at(-5), list.at(1.9), list.at(NaN), ['a'].at(1), ['a'].at(-2));
console.log(list.toSorted(), list.toSorted((a, b) => b - a), [30, 4, 100].toSorted(), list);
console.log(list.toReversed(), [].toReversed(), list);
console.log(list.toSpliced(1, 2), list.toSpliced(1, 0, 8, 9), list.toSpliced(-2), list.toSpliced(9, 1, 7), list);
console.log(list.with(0, 50), list.with(-1, 30), list);
for (const index of [5, -6, Infinity]) {
  try {
    console.log(list.with(index, 1));
  } catch (error) {
    console.log(error.name, error.message);
  }
}
console.log(list.findLast(n => n > 3), list.findLastIndex(n => n > 3), list.findLastIndex(n => n > 9), ['a'].findLast(s => s === 'b'));
const seen = [];
list.findLast((n, index, whole) => { seen.push(index, n, whole === list); return n === 4; });
console.log(seen);
const sorted = list.toSorted();
sorted.push(6);
console.log(sorted, list, list.toSorted() === list, list.toReversed() === list);

// Array.from accepts anything that a for loop can iterate over.
const set = new Set(['b', 'a', 'c']);
const map = new Map([['x', 1], ['y', 2]]);
console.log(Array.from(set), Array.from(set.values()), Array.from(set, (s, i) => s + i));
console.log(Array.from(map.keys()), Array.from(map.values()), Array.from(map.values(), n => n * 10));
console.log(Array.from('aé😀'), Array.from('ab', c => c + c), Array.from(list.keys()), Array.from(list.values(), n => n / 2));
console.log(Array.from({length: 3}, (_, i) => i * i), Array.from([1, 2]), Array.from([]));
