// Maps, Sets and their iterators as console.log and JSON show them.
const util = require('util');
const events = require('events');
console.log(new Map(), new Set(), [new Map(), new Set()]);
console.log(new Map([['a', 1], ["it's", -0]]), new Set([1.5, -0, NaN]));
const nested = new Map([['x', new Map([['y', new Set([1, 2])]])], ['z', new Map()]]);
console.log(nested);
console.log([nested], {nested});
console.log(util.inspect([nested], {depth: 0}), util.inspect({nested}, {depth: 1}));
console.log(util.inspect(nested.entries(), {depth: 0}), util.inspect([nested.keys(), nested.entries()], {depth: 0}));
console.log(new Map().keys(), new Set().entries(), nested.keys(), nested.entries());
const long = new Map();
for (let i = 0; i < 120; i++) long.set(i, 'value ' + i);
console.log(long);
console.log(long.keys());
console.log(util.inspect(long, {maxArrayLength: 2}), util.inspect(new Set(long.keys()), {maxArrayLength: 1}));
console.log(util.inspect(new Set(['a rather long text', 'another rather long text', 'and one that is not so long'])));
console.log(util.inspect(new Map([['a rather long text', 'another rather long text'], ['and', 'one that is not so long']]).entries()));
console.log(util.inspect(new Map([['b', 1], ['a', 2]]), {sorted: true}), util.format('%s %o %j', new Set([1]), 1, new Map([[1, 2]])));
console.log(JSON.stringify(nested), JSON.stringify(new Set([1])));
console.log(util.isDeepStrictEqual(new Map([[1, 2], [3, 4]]), new Map([[3, 4], [1, 2]])), util.isDeepStrictEqual(new Set([1]), new Set([2])));
const emitter = new events.EventEmitter();
const weak = new WeakMap(), held = new WeakSet(), ref = new WeakRef(emitter);
weak.set(emitter, 1);
held.add(emitter);
console.log(weak, held, ref.deref() === emitter, '' + weak, '' + held, '' + ref);
console.log(weak.has(emitter), weak.get(emitter), held.has(emitter), weak.delete(emitter), weak.has(emitter));
for (const f of [() => weak.set(undefined, 1), () => held.add(undefined), () => new WeakRef(undefined)]) {
  try {
    f();
  } catch (error) {
    console.log(error.message);
  }
}
