// BigInts as keys of a Map and elements of a Set: they are compared by value.
const names = new Map([[1n, 'one'], [2n ** 64n, 'two to the 64'], [-5n, 'minus five']]);
console.log(names.get(1n), names.get(2n ** 63n * 2n), names.get(-2n - 3n), names.get(3n), names.has(2n ** 64n + 1n));
names.set(0n, 'zero').set(1n, 'uno');
console.log(names, names.size, names.delete(2n ** 64n), names.size);
const seen = new Set([1n, 1n, 10n ** 30n, 10n ** 30n, 2n]);
console.log(seen, seen.has(10n ** 30n), seen.has(10n ** 30n + 1n));
const memo = new Map();
const fibonacci = n => {
  if (n < 2n) return n;
  if (!memo.has(n)) memo.set(n, fibonacci(n - 1n) + fibonacci(n - 2n));
  return memo.get(n);
};
console.log(fibonacci(150n), memo.size);
const many = new Set();
for (let i = 0n; i < 500n; i++) many.add(i % 100n * 10n ** 20n).add(i % 50n);
console.log(many.size);
