'use strict';
// Tests C++ classes: constructors, methods, properties, and calls with a wrong `this`.
const assert = require('assert');

module.exports = ({test, m}) => {
  test('a class', async () => {
    const counter = new m.Counter(5);
    assert.ok(counter instanceof m.Counter);
    assert.strictEqual(counter.add(2), 7);
    assert.strictEqual(counter.value, 7);
    counter.value = 1;
    assert.strictEqual(counter.value, 1);
    assert.strictEqual(await counter.addSlowly(2), 3);
    const copy = counter.copy();
    assert.ok(copy instanceof m.Counter && copy !== counter);
    copy.add(1);
    assert.deepStrictEqual([counter.value, copy.value, m.Counter.zero().value], [3, 4, 0]);
    assert.strictEqual(m.valueOf_(counter), 3);
    assert.strictEqual(await m.valueOfLater(counter), 3);
    m.raise(counter);
    assert.strictEqual(counter.value, 4);
    assert.strictEqual(m.Counter.name, 'Counter');
    assert.strictEqual(typeof Object.getOwnPropertyDescriptor(m.Counter.prototype, 'value').get, 'function');
  });

  test('a class of JavaScript that extends one', () => {
    class Twice extends m.Counter {
      constructor(start) { super(start * 2); }
      add(by) { return super.add(by * 2); }
    }
    const twice = new Twice(2);
    assert.strictEqual(twice.add(1), 6);
    assert.strictEqual(m.valueOf_(twice), 6);
    assert.ok(twice.copy() instanceof m.Counter);
  });

  test('arguments of constructors, methods and setters', () => {
    assert.throws(() => new m.Counter('x'), {code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "start" argument must be of type number. Received type string (\'x\')'});
    assert.throws(() => new m.Counter(-1), error => error instanceof RangeError && error.message === 'below zero');
    assert.throws(() => new m.Counter(1).add(), {code: 'ERR_INVALID_ARG_TYPE'});
    assert.throws(() => { new m.Counter(1).value = 'x'; }, {code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "value" argument must be of type number. Received type string (\'x\')'});
    assert.throws(() => m.valueOf_({}), {code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "counter" argument must be an instance of Counter. Received an instance of Object'});
    assert.throws(() => m.Counter(1), {name: 'TypeError',
      message: 'Class constructor Counter cannot be invoked without \'new\''});
  });

  test('the wrong this', async () => {
    const {add, addSlowly} = m.Counter.prototype;
    const {get, set} = Object.getOwnPropertyDescriptor(m.Counter.prototype, 'value');
    const others = [undefined, null, 5, {}, m.Counter.prototype, Object.create(m.Counter.prototype), m.makeToken(),
      new Proxy(new m.Counter(1), {}), new Map()];
    for (const other of others) {
      for (const call of [() => add.call(other, 1), () => get.call(other), () => set.call(other, 1)]) {
        assert.throws(call, {name: 'TypeError', message: 'Illegal invocation'});
      }
      await assert.rejects(async () => addSlowly.call(other, 1), {name: 'TypeError', message: 'Illegal invocation'});
    }
  });

  test('a class that only functions make', () => {
    assert.strictEqual(m.makeToken().text, 'token');
    assert.throws(() => new m.Token(), {name: 'TypeError', code: 'ERR_ILLEGAL_CONSTRUCTOR', message: 'Illegal constructor'});
    assert.throws(() => m.valueOf_(m.makeToken()), {code: 'ERR_INVALID_ARG_TYPE'});
  });

  test('objects go with those of JavaScript', async () => {
    const collect = require('vm').runInNewContext('gc');
    for (let i = 0; i < 5000; i++) new m.Counter(1).copy();
    for (let i = 0; i < 5 && m.countersAlive() > 200; i++) {
      collect();
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.ok(m.countersAlive() < 200, `${m.countersAlive()} are alive`);
    // An object that a call on the pool uses must stay alive.
    const slow = new m.Counter(1).addSlowly(1);
    collect();
    assert.strictEqual(await slow, 2);
  });
};
