'use strict';
// Generators: next, return, throw, yield*, helpers, the order of clean-up.
function noted(name, list) {
  const go = function* () {
    try {
      for (const each of list) {
        console.log(name, 'gives', each);
        yield each;
      }
    } finally {
      console.log(name, 'ends');
    }
  };
  return go();
}
const show = result => console.log(result.value, result.done);
const attempt = f => {
  try {
    f();
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }
};

const a = noted('a', [1, 2]);
show(a.next());
show(a.next());
show(a.next());
show(a.next());
for (const each of noted('b', [1, 2, 3])) {
  console.log('loop', each);
  if (each === 2) break;
}
attempt(() => {
  for (const each of noted('c', [1, 2, 3])) throw new RangeError('body ' + each);
});
const d = noted('d', [1, 2, 3]);
show(d.next());
show(d.return(9));
show(d.next());
show(noted('e', [1]).return(4));
const f = noted('f', [1, 2]);
f.next();
attempt(() => f.throw(new TypeError('thrown in')));
show(f.next());
attempt(() => noted('g', [1]).throw(new Error('before it begins')));

function* talk() {
  const first = yield 'name?';
  const second = yield 'hello ' + first + ', age?';
  return first + ' is ' + second;
}
const t = talk();
show(t.next('ignored'));
show(t.next('Ann'));
show(t.next('34'));
show(t.next('x'));

function* inner(n) {
  const got = yield 'inner ' + n;
  console.log('inner got', got);
  return 'result ' + n;
}
function* outer() {
  const one = yield* inner(1);
  yield one;
  yield* ['x', 'y'];
  const two = yield* inner(2);
  return two;
}
const o = outer();
show(o.next());
show(o.next('A'));
show(o.next());
show(o.next());
show(o.next());
show(o.next('B'));
console.log(Array.from(outer()).join('|'));

// The finally blocks run from the innermost to the outermost.
function* layers(depth) {
  try {
    if (depth > 0) yield* layers(depth - 1);
    yield 'bottom';
  } finally {
    console.log('layer', depth);
  }
}
for (const each of layers(3)) {
  console.log(each);
  break;
}
const l = layers(2);
l.next();
attempt(() => l.throw(new Error('through the layers')));

// Helpers take no more elements than they need, and close the generator that they take them from.
console.log(noted('h', [1, 2, 3, 4]).filter(n => n % 2 === 0).map(n => n * 10).take(1).toArray());
console.log(noted('i', [1, 2, 3]).some(n => n === 2), noted('j', [1, 2]).every(n => n > 0));
console.log(noted('k', [5, 6, 7]).find(n => n > 5), noted('l', [1, 2, 3]).reduce((x, y) => x + y));
console.log(noted('m', [1, 2]).flatMap(n => noted('n' + n, [n, n])).toArray());
attempt(() => noted('p', [1, 2]).map(() => { throw new RangeError('mapper'); }).next());
attempt(() => noted('q', [1, 2]).forEach(n => { throw new RangeError('each ' + n); }));
const dropped = noted('r', [1, 2, 3]).drop(2);
show(dropped.next());
show(dropped.next());
const [first, second] = noted('s', [1, 2, 3]);
console.log(first, second);
const mapped = noted('t', [1, 2, 3]).map(n => n * 2);
for (const each of mapped) {
  console.log(each);
  break;
}
show(mapped.next());
console.log(a, String(a), mapped);

function* running() {
  attempt(() => self.next());
  attempt(() => self.return());
  yield 1;
}
const self = running();
show(self.next());

// One generator is shared by two others that delegate to it.
function* over(of) {
  yield* of;
  yield 'over';
}
const shared = noted('u', ['1', '2', '3', '4', '5']);
const left = over(shared), right = over(shared);
show(left.next());
show(right.next());
show(shared.next());
show(left.next());
show(right.next());
show(left.next());
show(right.next());
show(shared.next());
