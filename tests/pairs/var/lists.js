// Functions of arrays and texts whose arguments are dynamic values, too.
console.log([1, 2, 3].reduceRight((a, b) => a + '-' + b), [, 4].reduceRight((a, b) => a - b));
try {
  [].reduceRight((a, b) => a);
} catch (error) {
  console.log(error.name, error.message);
}
const list = [3, 10, 2];
console.log(list.toSorted(), list.sort(undefined), list.sort((a, b) => a - b), list.toSorted(undefined));
try {
  list.sort(5);
} catch (error) {
  console.log(error.name, error.message);
}
console.log(list.unshift(7, 8, 9), list, list.shift(), list.unshift('a', 'b', 'c'), list, list.unshift(), [].unshift(1, 2));
console.log([1].concat(2, [3, [4]], 'x'), [1].concat(), 'a'.concat(1, null, [2]), list.concat(list).length);
const key = 'name', none = undefined, user = {name: 'Ann'}, place = 1;
console.log(user?.[key], none?.[key], list?.[place], user.name.startsWith(user.name), 'abc'.endsWith('c'));
console.log(['b', 'ä', 'a'].sort((a, b) => a.localeCompare(b)), '5'.padStart(3, user.name), '5'.padEnd(3));
const number = /^\d+$/, value = 12, word = 'x12';
console.log(number.test(value), number.test(word), number.exec(value)[0], number.exec(word), number.test(none));
function Lazy(start) {
  Object.defineProperty(this, 'start', {value: start, enumerable: true});
  Object.defineProperties(this, {twice: {get() { return this.start * 2; }}});
}
Object.defineProperty(Lazy.prototype, 'half', {get() { return this.start / 2; }});
const lazy = new Lazy(5);
console.log(lazy, lazy.twice, lazy.half);
