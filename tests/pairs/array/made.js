// Lists that are made from a length, from dynamic values and from generators, and elements that change places.
const n = 3;
console.log(Array.from({length: n + 1}, () => 0), Array.from({length: n}, (_, i) => i * i), Array.from('ab', () => 'x'));
const dynamic = [1.5, 2, -1];
console.log(Math.max(...dynamic), Array.from(dynamic), Array.from([1, 2, 3].keys()), Array.from(new Set(['a', 'b'])));
const numbers = [1, 2, 3], names = ['a', 'b', 'c'], rows = [[1], [2, 3]], points = [{x: 1}, {x: 2}];
[numbers[0], numbers[2]] = [numbers[2], numbers[0]];
[names[0], names[1]] = [names[1], names[0]];
[rows[0], rows[1]] = [rows[1], rows[0]];
[points[0], points[1]] = [points[1], points[0]];
[numbers[1], numbers[1]] = [numbers[1], numbers[1]];
console.log(numbers, names, rows, points[0].x, points[1].x);
function* squares() { for (let i = 0; i < 3; i++) yield i * i; }
const one = squares();
let value = one.next().value;
console.log(value, {value: one.next().value, done: one.next().done}, {value: one.next().value});
