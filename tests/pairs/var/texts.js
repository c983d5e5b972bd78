// Functions of texts and lists on a variable of any type, and functions of Object that take property descriptors.
let v = 'b';
console.log(v.localeCompare('a'), v.localeCompare('b'), v.localeCompare('c'), 'a'.localeCompare('B'));
v = 'e\u0301';
console.log(v.length, v.normalize().length, v.normalize('NFD').length, v.normalize('NFKC') === '\u00e9');
try {
  v.normalize('x');
} catch (error) {
  console.log(error.name, error.message);
}
v = [1, 'two', 3];
console.log(v.toSpliced(1, 1), v.toSpliced(0, 2, 'a', 'b'), v.toSpliced(-1), v);
v = {text: 'z', list: [3, 1]};
console.log(v.text.localeCompare('y'), v.text.normalize(), v.list.toSpliced(0, 1), v);

console.log(Object.fromEntries([['a', 1], ['b', [2]], ['a', 3]]), Object.fromEntries(Object.entries(v)), Object.fromEntries([]));

const o = {kept: 1};
console.log(Object.defineProperties(o, {shown: {value: 2, enumerable: true}, hidden: {value: 3}}) === o);
console.log(o, o.hidden, Object.keys(o));
try {
  Object.defineProperties(o, {hidden: {value: 4}});
} catch (error) {
  console.log(error.name, error.message);
}
