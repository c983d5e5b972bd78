// Comparison functions with ||, as programs write them.
const people = [
  {first: 'Ann', last: 'Lee', age: 30, born: new Date(2)},
  {first: 'Bob', last: 'Lee', age: 30, born: new Date(1)},
  {first: 'Ann', last: 'Kay', age: 41, born: new Date(1)},
  {first: 'Cid', last: 'Lee', age: 30, born: new Date(1)},
];
const names = list => list.map(p => p.first + ' ' + p.last).join(', ');
console.log(names(people.toSorted((a, b) => a.last.localeCompare(b.last) || a.first.localeCompare(b.first))));
console.log(names(people.toSorted((a, b) => b.age - a.age || b.last.localeCompare(a.last) || b.first.localeCompare(a.first))));
console.log(names(people.toSorted((a, b) => a.born - b.born || b.first.localeCompare(a.first))));
console.log(names(people.toSorted((a, b) => a.last.localeCompare(b.last) || b.born - a.born || a.age - b.age)));
console.log(names(people.toSorted((a, b) => a.last.length - b.last.length || b.first.localeCompare(a.first))));
const order = 'a'.localeCompare('b');
console.log(order, -order, order < 0, 'n: ' + order, `${order}`, [order], {order}, order ? 'yes' : 'no', 'a'.localeCompare('a') || 5, 'b'.localeCompare('a') || 5);
const elapsed = new Date(1500) - new Date(500);
console.log(elapsed, elapsed / 1000, elapsed > 999, Math.round(elapsed / 3), `${elapsed} ms`, JSON.stringify({elapsed}), (elapsed / 7).toFixed(2));
