// splice and toSpliced of a list with single elements and with `...more`.
const list = [1, 2, 3], more = ['x', 'y'];
console.log(list.splice(1, 0, 'a', ['b']));
console.log(list);
console.log(list.splice(1, 2), list.splice(0, 1, 7, 8));
console.log(list.splice(1, 0, more), list.splice(1, 1, ...more, 9));
console.log(list, list.toSpliced(1, 1, 'z'), list.toSpliced(1, 1), list.toSpliced(2));
console.log(list.splice(-1, 1, ...list));
console.log(list.slice(), list.splice(1));
console.log(list);
