'use strict';
const made = {
  frozen: () => Object.freeze([1, 2, 3]),
  sealed: () => Object.seal([1, 2, 3]),
  fixed: () => Object.preventExtensions([1, 2, 3]),
  one: () => Object.seal([1]),
  none: () => Object.freeze([]),
};
const changes = {
  set: list => { list[0] = 9; },
  add: list => { list[3] = 9; },
  push: list => list.push(9),
  pop: list => list.pop(),
  shift: list => list.shift(),
  replace: list => list.splice(1, 1, 7),
  take: list => list.splice(1, 1),
  insert: list => list.splice(1, 0, 7),
  delete: list => delete list[1],
  reverse: list => list.reverse(),
  sort: list => list.sort(),
  fill: list => list.fill(5),
};
for (const [name, make] of Object.entries(made)) {
  const is = make();
  console.log(name, Object.isFrozen(is), Object.isSealed(is), Object.isExtensible(is));
  for (const [what, change] of Object.entries(changes)) {
    const list = make();
    try {
      change(list);
      console.log(name, what, list);
    } catch (error) {
      console.log(name, what, error.name);
    }
  }
}
for (const f of [() => Object.freeze([1]).pop(), () => Object.freeze([]).shift(), () => Object.seal([1, 2]).pop(),
  () => { Object.freeze([1])[0] = 2; }, () => { delete Object.seal([1])[0]; }, () => Object.preventExtensions([1]).push(2)]) {
  try {
    f();
  } catch (error) {
    console.log(error.message);
  }
}

// The callback changes the array that is being iterated over.
let list = [3, 1, 2];
list.sort((a, b) => {
  list = 'gone';
  return a - b;
});
console.log(list);
let words = ['x', {toString() { words = null; return 'y'; }}, 'z'];
console.log(words.join('-'), words);
const target = {};
Object.defineProperty(target, 'a', {
  get value() {
    for (let i = 0; i < 100; i++) target['key' + i] = i;
    return 'late';
  },
  enumerable: true,
});
console.log(target.a, Object.keys(target).length, Object.keys(target)[100]);
