// The functions of Object, applied to structs in C++.
const point = {x: 1, y: 2.5, name: 'p'};
console.log(Object.keys(point), Object.values(point), Object.hasOwn(point, 'x'), Object.hasOwn(point, 'z'));
for (const [key, value] of Object.entries(point)) console.log(key, value);
const other = {x: 7, z: 9};
Object.assign(point, other, {y: 3});
console.log(point.x, point.y, point.name);
const all = Object.assign({}, {a: 1}, {b: 2});
console.log(all, Object.fromEntries([['a', 1], ['b', 'two']]), Object.fromEntries(Object.entries(all)));
console.log(Object.is(NaN, NaN), Object.is(0, -0), Object.is(1, 1), Object.is('a', 'a'), Object.is(1, '1'), Object.is(all, all), Object.is({}, {}));
