'use strict';
// Tests JavaScript functions that C++ calls, and exceptions that pass through C++.
const assert = require('assert');

module.exports = ({test, m}) => {
  test('callbacks', () => {
    assert.strictEqual(m.twice(n => n * 3, 2), 18);
    assert.strictEqual(m.twice(n => m.twice(k => k + n, n), 1), 9);
    const seen = [];
    m.each((text, i) => seen.push(text + i), ['a', 'b']);
    assert.deepStrictEqual(seen, ['a0', 'b1']);
    assert.strictEqual(m.orElse(), -1);
    assert.strictEqual(m.orElse(() => 5), 5);
    assert.throws(() => m.twice('x', 1), {code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "f" argument must be of type function. Received type string (\'x\')'});
    assert.throws(() => m.twice(() => 'x', 1), {name: 'TypeError', code: 'ERR_INVALID_RETURN_VALUE'});
    assert.throws(() => m.twice(() => 2 ** 40, 1), {name: 'RangeError', code: 'ERR_OUT_OF_RANGE'});
  });

  test('callbacks that are kept', async () => {
    m.listen(n => n + 1);
    for (let i = 0; i < 3; i++) {
      global.gc?.();
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.strictEqual(m.tell(1), 2);
    m.listen(n => { m.unlisten(); return n + 2; });
    assert.strictEqual(m.tell(1), 3);
    assert.throws(() => m.tell(1), TypeError);
  });

  test('exceptions of JavaScript go through C++ as they are', async () => {
    const mine = Object.assign(new TypeError('mine'), {code: 'MY_CODE', extra: {}});
    const thrower = () => { throw mine; };
    assert.throws(() => m.twice(thrower, 1), error => error === mine);
    assert.throws(() => m.rethrow(thrower), error => error === mine);
    await assert.rejects(m.rethrowLater(thrower), error => error === mine);
    await assert.rejects(m.twiceLater(thrower, 1), error => error === mine);
    assert.throws(() => m.twice(() => m.twice(() => { throw mine; }, 1), 1), error => error === mine);
    assert.strictEqual(m.what(thrower), 'TypeError MY_CODE: mine');
    assert.strictEqual(await m.whatLater(thrower), 'TypeError MY_CODE: mine');
    assert.strictEqual(m.what(() => m.add('x')), 'TypeError ERR_INVALID_ARG_TYPE: ' +
      'The "a" argument must be of type number. Received type string (\'x\')');
    assert.strictEqual(m.what(() => {}), 'nothing');
  });

  test('what is no Error is thrown, too', () => {
    for (const value of [undefined, null, 5, 'text', Symbol('s'), 1n]) {
      assert.match(m.what(() => { throw value; }), /^Error undefined: a value was thrown/);
      assert.throws(() => m.twice(() => { throw value; }, 1), () => true);
    }
    const object = {name: 'Odd', message: 'thing'};
    assert.strictEqual(m.what(() => { throw object; }), 'Odd undefined: thing');
    assert.throws(() => m.rethrow(() => { throw object; }), error => error === object);
    const hostile = new Proxy(new Error('x'), {get() { throw new Error('again'); }});
    assert.match(m.what(() => { throw hostile; }), /^Error undefined: /);
    assert.throws(() => m.rethrow(() => { throw hostile; }), error => error === hostile);
  });

  test('a call on the pool reports, and waits for each answer', async () => {
    const steps = [];
    const pending = m.progress(100, step => steps.push(step));
    assert.strictEqual(steps.length, 0);
    assert.strictEqual(await pending, 100);
    assert.deepStrictEqual(steps, Array.from({length: 100}, (_, i) => i + 1));
    await assert.rejects(m.progress(10, step => { if (step === 3) throw new RangeError('enough'); }),
      {name: 'RangeError', message: 'enough'});
    assert.strictEqual(await m.twiceLater(n => n * 2, 5), 20);
  });

  test('many errors on their way at once', async () => {
    const errors = Array.from({length: 100}, (_, i) => new Error(`${i}`));
    const results = await Promise.allSettled(errors.map(error => m.rethrowLater(() => { throw error; })));
    results.forEach(({reason}, i) => assert.strictEqual(reason, errors[i]));
    const deep = n => { if (n === 0) throw errors[0]; m.rethrow(() => deep(n - 1)); };
    assert.throws(() => deep(50), error => error === errors[0]);
  });
};
