// Operations in which a C++ int would give other results: fractions, overflow, signs, bits.
const list = ['a', 'b', 'c', 'd', 'e'];
const middle = list.length / 2;
console.log(middle, Math.floor(middle), list[Math.floor(middle)]);
let product = 1;
for (let i = 1; i <= 20; i++) product *= i;
console.log(product, product % 1000007, product / 7);
let hash = 0;
for (const c of 'a text to be hashed') hash = (hash << 5) - hash + c.charCodeAt(0) | 0;
console.log(hash, hash >>> 0, hash >> 3, hash >>> 28, ~hash, hash & 255, hash ^ 1, hash % 17);
let index = -1;
console.log(index < list.length, index % 3, -7 / 2, Math.trunc(-7 / 2), -7 % 2, 7 / 0, 0 / 0);
index++;
console.log(index, list[index], index || 'none', index === 0);
const counts = {};
for (const c of 'banana') counts[c] = (counts[c] || 0) + 1;
console.log(counts, counts.a / counts.n);
console.log(1 << 31, 1 << 32, 2 ** 31 | 0, 5 / 2 | 0, 1e10 | 0, -1 >>> 0);
