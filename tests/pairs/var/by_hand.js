// Iterators that a program advances itself: v[Symbol.iterator]() of arrays, texts, bytes, Maps, Sets and generators.
function zip(a, b) {
  const first = a[Symbol.iterator](), second = b[Symbol.iterator]();
  const out = [];
  for (;;) {
    const x = first.next(), y = second.next();
    if (x.done || y.done) return out;
    out.push([x.value, y.value]);
  }
}
console.log(zip([1, 2, 3], 'a😀b'), zip(new Map([['k', 1]]), new Set([true])), zip(Buffer.from('hi'), new Uint8Array([7, 8, 9])));
const list = [1, 2];
const it = list[Symbol.iterator]();
console.log(it.next());
list.push(3);
console.log(it.next(), it.next(), it.next());
const own = {*[Symbol.iterator]() { yield 'x'; yield 'y'; }};
console.log(zip(own, own), typeof list[Symbol.iterator], typeof (5)[Symbol.iterator], typeof ({})[Symbol.iterator]);
const isIterable = v => v != null && typeof v[Symbol.iterator] === 'function';
console.log([[], '', 5, null, undefined, {}, new Map(), new Set(), new Uint8Array(1), true, new Date(0)].map(isIterable));
const rest = 'abc'[Symbol.iterator]();
rest.next();
console.log([...rest]);
for (const [v, symbol] of [[{}, Symbol.iterator], [[], Symbol('own')]]) {
  try {
    v[symbol]();
  } catch (error) {
    console.log(error.name);
  }
}
try {
  const v = {};
  v[Symbol.iterator]();
} catch (error) {
  console.log(error.message);
}
