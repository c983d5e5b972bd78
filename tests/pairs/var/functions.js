'use strict';
function Counter(from) {
  this.n = from;
}
Counter.prototype.next = function () { return this.n++; };
Counter.prototype.add = function (...more) {
  for (const each of more) this.n += each;
  return this;
};
const counter = new Counter(5);
counter.next();
console.log(counter.n, counter.next(), counter instanceof Counter, typeof Counter, Object.keys(counter));
counter.add(1, 2).add(3);
console.log(counter.n, 'next' in counter, Object.hasOwn(counter, 'next'), counter);
console.log(counter.constructor === Counter, Counter.name, Counter.length, new counter.constructor(1).n);

const o = {name: 'o', hello(greeting) { return greeting + ' ' + this.name; }};
console.log(o.hello('hi'), o.hello.call({name: 'x'}, 'yo'), o.hello.apply({name: 'y'}, ['hey']));
console.log(o.hello.bind({name: 'z'})('b'), o.hello.bind({name: 'w'}, 'bound')(), o.hello());
console.log(o, [function () {}, () => 1], function named() {});

const base = {kind: 'base', describe() { return this.kind + '!'; }};
const child = Object.create(base);
child.own = 1;
console.log(child.describe(), Object.keys(child), Object.getPrototypeOf(child) === base, child.kind);
child.kind = 'child';
console.log(child.describe(), base.kind);

const memo = {};
function fib(n) {
  return n in memo ? memo[n] : memo[n] = n < 2 ? n : fib(n - 1) + fib(n - 2);
}
console.log(fib(50), Object.keys(memo).length);

const handlers = {sum: (a, b) => a + b, none() {}, count(...all) { return all.length; }};
for (const [name, handler] of Object.entries(handlers)) console.log(name, handler(1, 2, 3), handler.length, typeof handler);
console.log(JSON.stringify({f: handlers.sum, list: [handlers.sum, 1]}));
for (const f of [() => o.missing(), () => undefined.x, () => (5).x.y]) {
  try {
    f();
  } catch (error) {
    console.log(error.name, error.message.replace('o.', 'v.'));
  }
}
