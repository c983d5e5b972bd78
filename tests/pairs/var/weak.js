const priv = new WeakMap();
function Account(owner) {
  priv.set(this, {owner, balance: 0, self: this});
}
Account.prototype.deposit = function (amount) {
  priv.get(this).balance += amount;
  return this;
};
Account.prototype.show = function () {
  const data = priv.get(this);
  return data.owner + ': ' + data.balance;
};
const a = new Account('Ann'), b = new Account('Bob');
a.deposit(5).deposit(7);
b.deposit(1);
console.log(a.show(), b.show(), Object.keys(a), a);
console.log(priv.has(a), priv.has({}), priv.get({}), priv.get(a).self === a, priv.delete(a), priv.delete(a), priv.has(a));

// Keys of each kind.
const list = [1], f = () => 1, error = new Error('x'), map = new Map([['a', 1]]), symbol = Symbol('own');
const kinds = new WeakMap().set(list, 'list').set(f, 'function').set(error, 'error').set(map, 'map').set(symbol, 'symbol');
for (const key of [list, f, error, map, symbol, [1], new Error('x')]) console.log(kinds.has(key), kinds.get(key));
kinds.set(list, undefined);
console.log(kinds.has(list), kinds.get(list));

// What was visited, in a graph with a circle.
const node = {name: 'root', children: [{name: 'leaf', children: []}]};
node.children.push(node);
function count(at, visited = new WeakSet()) {
  if (visited.has(at)) return 0;
  visited.add(at);
  return at.children.reduce((sum, child) => sum + count(child, visited), 1);
}
console.log(count(node));

// A cache of results by object.
let calls = 0;
const cache = new WeakMap();
const size = object => {
  if (!cache.has(object)) {
    calls++;
    cache.set(object, Object.keys(object).length);
  }
  return cache.get(object);
};
const point = {x: 1, y: 2};
console.log(size(point), size(point), size({x: 1}), calls);

const ref = new WeakRef(point);
console.log(ref.deref() === point, ref.deref().x, ref, priv, new WeakSet([point]), String(ref), typeof ref);
for (const wrong of [1, 'text', null, undefined, true, Symbol.for('shared')]) {
  for (const act of [() => priv.set(wrong, 1), () => new WeakSet().add(wrong), () => new WeakRef(wrong)]) {
    try {
      act();
    } catch (e) {
      console.log(e.name, e.message);
    }
  }
  console.log(priv.has(wrong), priv.get(wrong), priv.delete(wrong));
}
