'use strict';
// Tests calls on the pool: their results, their errors, and how they are aborted.
const assert = require('assert');
const os = require('os');

module.exports = ({test, m, quick}) => {
  test('promises', async () => {
    const promise = m.addLater(1, 2);
    assert.ok(promise instanceof Promise);
    assert.strictEqual(await promise, 3);
    assert.strictEqual(await m.greetLater('you'), 'Hello, you!');
    assert.strictEqual(await m.greetLater('you', 'Hi', {}), 'Hi, you!');
    assert.deepStrictEqual(await m.reversedLater({points: [{x: 1, y: 2}, {x: 3, y: 4}], closed: false}),
      {points: [{x: 3, y: 4}, {x: 1, y: 2}], closed: false});
    assert.strictEqual(await m.countPrimes(123456), 11601);
    assert.strictEqual(m.countPrimesSync(123456), 11601);
    assert.deepStrictEqual(await Promise.all(Array.from({length: 1000}, (_, i) => m.addLater(i, 1))),
      Array.from({length: 1000}, (_, i) => i + 1));
  });

  test('errors reject, and none is thrown at once', async () => {
    await assert.rejects(m.addLater('x'), {code: 'ERR_INVALID_ARG_TYPE', name: 'TypeError'});
    await assert.rejects(m.addLater(), {code: 'ERR_INVALID_ARG_TYPE'});
    await assert.rejects(m.reversedLater({points: [], get closed() { throw new URIError('mine'); }}), URIError);
    await assert.rejects(m.failLater('type'), error => error instanceof TypeError && error.message === 'a type');
    await assert.rejects(m.failLater('system'), {code: 'ENOENT', errno: -2, syscall: 'open', path: '/nowhere'});
    await assert.rejects(m.failLater('cause'), error => error.cause instanceof TypeError);
    await assert.rejects(m.failLater('memory'), {code: 'ERR_MEMORY_ALLOCATION_FAILED'});
    await assert.rejects(m.failLater('int'), Error);
    await assert.rejects(m.failLater('std'), {message: 'runtime'});
    assert.strictEqual(await m.failLater('not'), undefined);
  });

  test('the loop goes on meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await m.sleep(100);
    clearInterval(timer);
    assert.ok(turns > 20, `${turns} turns in 100 ms`);
  });

  test('not on libuv\'s four threads', async () => {
    // If the calls ran on libuv's threads, stat() would have to wait for the first of them.
    let over = 0;
    const slow = Array.from({length: 12}, () => m.sleep(500).then(() => over++));
    await require('fs').promises.stat(__filename);
    assert.strictEqual(over, 0);
    await Promise.all(slow);
  });

  test('a signal that is aborted already', async () => {
    const reason = new Error('because');
    await assert.rejects(m.addLater(1, 2, {signal: AbortSignal.abort(reason)}), error =>
      error.name === 'AbortError' && error.code === 'ABORT_ERR' && error.cause === reason &&
      error.message === 'The operation was aborted');
    await assert.rejects(m.addLater(1, 2, {signal: 5}), {code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "options.signal" property must be an instance of AbortSignal. Received type number (5)'});
    await assert.rejects(m.addLater(1, 2, 5), {code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "options" argument must be of type object. Received type number (5)'});
    assert.strictEqual(await m.addLater(1, 2, {signal: undefined}), 3);
    assert.strictEqual(await m.addLater(1, 2, undefined), 3);
  });

  test('what waits is withdrawn', async () => {
    const busy = Array.from({length: os.availableParallelism() + 1}, () => m.sleep(150));
    const controller = new AbortController();
    const waiting = Array.from({length: 10}, () => m.sleep(60000, {signal: controller.signal}));
    const since = Date.now();
    controller.abort('reason');
    for (const result of await Promise.allSettled(waiting)) {
      assert.strictEqual(result.reason.code, 'ABORT_ERR');
      assert.strictEqual(result.reason.cause, 'reason');
    }
    assert.ok(Date.now() - since < 10000);
    await Promise.all(busy);
  });

  test('what runs may ask, and what does not ask runs on', async () => {
    const controller = new AbortController();
    const asks = m.spin(60000, {signal: controller.signal});
    const not = m.sleep(100, {signal: controller.signal});
    setTimeout(() => controller.abort(), 50);
    await assert.rejects(asks, error => error.code === 'ABORT_ERR' && error.cause.name === 'AbortError');
    // A call that had not begun was withdrawn.
    const [result] = await Promise.allSettled([not]);
    assert.ok(result.value === 100 || result.reason.code === 'ABORT_ERR');
    controller.abort();
  });

  test('a signal keeps no listeners of calls that are over', async () => {
    const controller = new AbortController();
    const {signal} = controller;
    for (let i = 0; i < 100; i++) await m.addLater(i, 1, {signal});
    assert.strictEqual(require('events').getEventListeners(signal, 'abort').length, 0);
    await assert.rejects(m.addLater('x', 1, {signal}));
    await assert.rejects(m.failLater('type', {signal}));
    assert.strictEqual(require('events').getEventListeners(signal, 'abort').length, 0);
  });

  test('a signal that keeps its listener for longer', async () => {
    let kept;
    const signal = {aborted: false, addEventListener(_, listener) { kept = listener; }, removeEventListener() {}};
    assert.strictEqual(await m.addLater(1, 2, {signal}), 3);
    kept();
    const withdrawn = Array.from({length: 20}, () => m.sleep(50, {signal}));
    kept();
    kept();
    const results = await Promise.allSettled(withdrawn);
    assert.strictEqual(results[19].reason.code, 'ABORT_ERR');
    kept();
    for (const bad of [{aborted: false}, {aborted: false, addEventListener() { throw new RangeError('mine'); }}]) {
      await assert.rejects(m.addLater(1, 2, {signal: bad}), bad.addEventListener ? RangeError : Error);
    }
    const thrower = {aborted: false, addEventListener() {}, removeEventListener() { throw new Error('mine'); }};
    assert.strictEqual(await m.addLater(1, 2, {signal: thrower}), 3);
  });

  test('more calls than the queue takes', async () => {
    const many = quick ? 5000 : 20000;
    const results = await Promise.allSettled(Array.from({length: many}, () => m.sleep(0)));
    const refused = results.filter(({status}) => status === 'rejected');
    assert.ok(refused.length < many - 100);
    for (const {reason} of refused) assert.strictEqual(reason.code, 'ERR_POOL_QUEUE_FULL');
    assert.strictEqual(await m.addLater(1, 2), 3);
  });
};
