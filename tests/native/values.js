'use strict';
// Tests numbers, strings, arrays, structs, and the errors for wrong arguments.
const assert = require('assert');

module.exports = ({test, m}) => {
  const refuses = (run, name, code, message) => assert.throws(run, {name, code, message});
  const type = (run, message) => refuses(run, 'TypeError', 'ERR_INVALID_ARG_TYPE', message);
  const range = (run, message) => refuses(run, 'RangeError', 'ERR_OUT_OF_RANGE', message);

  test('numbers', () => {
    assert.strictEqual(m.add(1.5, 2), 3.5);
    assert.strictEqual(m.add(1, 2, 'ignored'), 3);
    assert.ok(Number.isNaN(m.add(NaN, 1)));
    assert.ok(Object.is(m.add(-0, -0), -0));
    assert.strictEqual(m.add(Infinity, 1), Infinity);
    assert.strictEqual(m.sameFloat(0.1), Math.fround(0.1));
    assert.strictEqual(m.square(3), 9);
    for (const n of [0, 1, -1, 127, -128]) assert.strictEqual(m.sameInt8(n), n);
    for (const n of [0, 255]) assert.strictEqual(m.sameUint8(n), n);
    for (const n of [2 ** 31 - 1, -(2 ** 31)]) assert.strictEqual(m.sameInt(n), n);
    assert.strictEqual(m.sameUint32(2 ** 32 - 1), 2 ** 32 - 1);
    for (const n of [2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 40]) assert.strictEqual(m.sameInt64(n), n);
    assert.ok(Object.is(m.sameInt(-0), 0));
  });

  test('numbers out of range', () => {
    range(() => m.sameUint8(256), 'The value of "value" is out of range. It must be >= 0 && <= 255. Received 256');
    range(() => m.sameUint8(-1), 'The value of "value" is out of range. It must be >= 0 && <= 255. Received -1');
    range(() => m.sameInt8(-129), 'The value of "value" is out of range. It must be >= -128 && <= 127. Received -129');
    range(() => m.sameInt(1.5), 'The value of "value" is out of range. It must be an integer. Received 1.5');
    range(() => m.sameInt(NaN), 'The value of "value" is out of range. It must be an integer. Received NaN');
    range(() => m.sameInt(Infinity), 'The value of "value" is out of range. It must be an integer. Received Infinity');
    range(() => m.sameInt(2 ** 40), 'The value of "value" is out of range. ' +
      'It must be >= -2147483648 && <= 2147483647. Received 1_099_511_627_776');
    range(() => m.sameInt64(2 ** 53), 'The value of "value" is out of range. ' +
      'It must be >= -9007199254740991 && <= 9007199254740991. Received 9_007_199_254_740_992');
  });

  test('a wrong type is told in Node\'s words', () => {
    class Foo {}
    const values = [undefined, null, 'x', 'it\'s', 'a'.repeat(28), 'a'.repeat(29), 'é'.repeat(40), true, 1n, Symbol('s'),
      Symbol(), () => {}, function named() {}, class Bar {}, {}, [], new Foo(), new Map(), Object.create(null),
      Object.assign(Object.create(null), {a: 1}), /x/, new Proxy({}, {})];
    for (const value of values) {
      let words;
      try {
        Buffer.alloc(value);
      } catch (error) {
        words = error.message.replace('"size"', '"b"');
      }
      type(() => m.add(1, value), words);
    }
    type(() => m.add(1), 'The "b" argument must be of type number. Received undefined');
    type(() => m.add(), 'The "a" argument must be of type number. Received undefined');
    type(() => m.sameBool(1), 'The "value" argument must be of type boolean. Received type number (1)');
    type(() => m.sameBool(-0), 'The "value" argument must be of type boolean. Received type number (-0)');
    type(() => m.sameString(5), 'The "value" argument must be of type string. Received type number (5)');
    type(() => m.sameString(new String('x')), 'The "value" argument must be of type string. Received an instance of String');
  });

  test('what throws while it is looked at', () => {
    const bad = {get constructor() { throw new Error('no'); }};
    assert.throws(() => m.add(1, bad), {code: 'ERR_INVALID_ARG_TYPE'});
    assert.throws(() => m.add(1, {constructor: {get name() { throw new Error('no'); }}}), {code: 'ERR_INVALID_ARG_TYPE'});
    assert.throws(() => m.add(1, new Proxy({}, {get() { throw new Error('no'); }})), {code: 'ERR_INVALID_ARG_TYPE'});
    const {proxy, revoke} = Proxy.revocable({}, {});
    revoke();
    assert.throws(() => m.add(1, proxy), {code: 'ERR_INVALID_ARG_TYPE'});
    assert.throws(() => m.mirrored(proxy), TypeError);
    const mine = new Error('mine');
    const point = {x: 1, get y() { throw mine; }};
    assert.throws(() => m.mirrored(point), error => error === mine);
    const list = Object.defineProperty([1, 2], 1, {get() { throw mine; }});
    assert.throws(() => m.sameNumbers(list), error => error === mine);
    assert.throws(() => m.sameNumbers(new Proxy([1], {get() { throw mine; }})), {code: 'ERR_INVALID_ARG_TYPE'});
    Object.defineProperty(Object.prototype, 'label', {get() { throw mine; }, configurable: true});
    try {
      assert.throws(() => m.mirrored({x: 1, y: 2}), error => error === mine);
    } finally {
      delete Object.prototype.label;
    }
    Object.defineProperty(Object.prototype, 'code', {set() { throw mine; }, configurable: true});
    try {
      assert.throws(() => m.add('x'), TypeError);
    } finally {
      delete Object.prototype.code;
    }
  });

  test('bigints', () => {
    for (const n of [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]) assert.strictEqual(m.sameBigInt64(n), n);
    for (const n of [0n, 2n ** 64n - 1n]) assert.strictEqual(m.sameBigUint64(n), n);
    for (const n of [0n, -5n, 2n ** 200n + 7n, -(2n ** 64n)]) assert.strictEqual(m.sameBigInt(n), n);
    range(() => m.sameBigInt64(2n ** 63n), 'The value of "value" is out of range. ' +
      'It must be >= -(2n ** 63n) and < 2n ** 63n. Received 9_223_372_036_854_775_808n');
    range(() => m.sameBigUint64(-1n), 'The value of "value" is out of range. It must be >= 0n and < 2n ** 64n. Received -1n');
    type(() => m.sameBigInt(1), 'The "value" argument must be of type bigint. Received type number (1)');
  });

  test('strings', () => {
    const texts = ['', 'x', 'wörld', '\u{1f600}', 'a\0b', '\ufffd', 'x'.repeat(507), 'x'.repeat(508), 'x'.repeat(511),
      'é'.repeat(255), 'é'.repeat(256), '\u{1f600}'.repeat(128), 'x'.repeat(509) + '\u{1f600}', 'x'.repeat(100000),
      // Lone surrogates, which UTF-8 cannot represent, must come back unchanged.
      '\ud800', 'a\udc00b', '\ud800\ud800\udc00', '\udfff\ufffd', 'x'.repeat(600) + '\ud83d'];
    for (const text of texts) {
      assert.strictEqual(m.sameString(text), text);
      assert.strictEqual(m.sameStdString(text), text);
      assert.strictEqual(m.lengthOf(text), Buffer.byteLength(text));
    }
    assert.strictEqual(m.greet('you'), 'Hello, you!');
    assert.strictEqual(m.greet('you', 'Hi'), 'Hi, you!');
    type(() => m.greet('you', null), 'The "greeting" argument must be of type string. Received null');
  });

  test('arrays', () => {
    assert.deepStrictEqual(m.sameNumbers([]), []);
    assert.deepStrictEqual(m.sameNumbers([1, 2.5]), [1, 2.5]);
    const many = Array.from({length: 10000}, (_, i) => i);
    assert.deepStrictEqual(m.sameNumbers(many), many);
    assert.deepStrictEqual(m.sameTable([['a'], [], ['b', 'c']]), [['a'], [], ['b', 'c']]);
    assert.deepStrictEqual(m.sameArray([]), []);
    assert.deepStrictEqual(m.sameArray(many), many);
    assert.deepStrictEqual(m.sameArrays([['a'], [], ['b', 'c']]), [['a'], [], ['b', 'c']]);
    assert.strictEqual(m.sameOptionalArray(), undefined);
    assert.deepStrictEqual(m.sameOptionalArray([1]), [1]);
    type(() => m.sameArray([1, , 3]), 'The "list[1]" argument must be of type number. Received undefined');
    type(() => m.sameArrays([[], ['x', 5]]), 'The "rows[1][1]" argument must be of type string. Received type number (5)');
    type(() => m.sameNumbers({length: 1, 0: 1}), 'The "list" argument must be an instance of Array. Received an instance of Object');
    type(() => m.sameNumbers([1, , 3]), 'The "list[1]" argument must be of type number. Received undefined');
    type(() => m.sameTable([[], ['x', 5]]), 'The "rows[1][1]" argument must be of type string. Received type number (5)');
    // The array shrinks while it is read.
    const shrinking = [1, 2, 3];
    Object.defineProperty(shrinking, 0, {get() { shrinking.length = 1; return 1; }});
    type(() => m.sameNumbers(shrinking), 'The "list[1]" argument must be of type number. Received undefined');
    // The array has a false length, which must not be believed.
    const endless = [];
    endless.length = 2 ** 32 - 1;
    type(() => m.sameNumbers(endless), 'The "list[0]" argument must be of type number. Received undefined');
  });

  test('structs', () => {
    assert.deepStrictEqual(m.mirrored({x: 1, y: 2}), {x: 2, y: 1});
    assert.deepStrictEqual(m.mirrored({x: 1, y: 2, label: 'a', other: 1}), {x: 2, y: 1, label: 'a'});
    assert.deepStrictEqual(m.reversed({points: [{x: 1, y: 2}, {x: 3, y: 4, label: 'b'}], closed: true}),
      {points: [{x: 3, y: 4, label: 'b'}, {x: 1, y: 2}], closed: true});
    class Point { get x() { return 1; } get y() { return 2; } }
    assert.deepStrictEqual(m.mirrored(new Point()), {x: 2, y: 1});
    type(() => m.mirrored(5), 'The "point" argument must be of type object. Received type number (5)');
    type(() => m.mirrored(null), 'The "point" argument must be of type object. Received null');
    type(() => m.mirrored({x: 1}), 'The "point.y" property must be of type number. Received undefined');
    type(() => m.reversed({points: [{x: 1, y: 'z'}], closed: true}),
      'The "path.points[0].y" property must be of type number. Received type string (\'z\')');
  });

  test('undefined', () => {
    assert.strictEqual(m.sameOptional(), undefined);
    assert.strictEqual(m.sameOptional(undefined), undefined);
    assert.strictEqual(m.sameOptional(0), 0);
    assert.strictEqual(m.fail('not'), undefined);
  });

  test('the modules that need no loop', () => {
    const json = {a: [1.5, 'x', {b: null}]};
    const text = 'http://m\u00fcller.example/a/b.html?json=' + encodeURIComponent(JSON.stringify(json));
    const more = {...json, more: [1, 'two', null]};
    assert.deepStrictEqual(m.parts(text), ['xn--mller-kva.example', 'b', require('path').resolve('here'), JSON.stringify(more),
      require('util').inspect(more), 'a=1&a=2&b=%20', 'xn--mller-kva.example', '\u20ac']);
    assert.throws(() => m.parts('nowhere'), {code: 'ERR_INVALID_URL', name: 'TypeError'});
    assert.throws(() => m.parts('http://a/?json=%7Bx'), SyntaxError);
  });

  test('errors of C++', () => {
    assert.throws(() => m.fail('type'), error => error instanceof TypeError && error.message === 'a type');
    assert.throws(() => m.fail('range'), error => error instanceof RangeError && error.message === 'a range');
    assert.throws(() => m.fail('uri'), error => error instanceof URIError && error.message === 'a URI' && error.stack.startsWith('URIError: a URI'));
    assert.throws(() => m.fail('eval'), error => error instanceof EvalError && error.name === 'EvalError');
    assert.throws(() => m.fail('reference'), ReferenceError);
    assert.throws(() => m.fail('syntax'), error => error instanceof SyntaxError);
    assert.throws(() => m.fail('abort'), {name: 'AbortError', code: 'ABORT_ERR', message: 'The operation was aborted'});
    let system;
    try {
      require('fs').openSync('/nowhere');
    } catch (error) {
      system = error;
    }
    const {errno, code, syscall, path: where, message} = system;
    assert.throws(() => m.fail('system'), {errno, code, syscall, path: where, message, name: 'Error'});
    assert.throws(() => m.fail('cause'), error => error.cause instanceof TypeError && error.cause.message === 'inner' &&
      !Object.keys(error).includes('cause'));
    assert.throws(() => m.fail('std'), {name: 'Error', message: 'runtime'});
    assert.throws(() => m.fail('out_of_range'), RangeError);
    assert.throws(() => m.fail('errc'), {code: 'EACCES', errno: -13});
    assert.throws(() => m.fail('memory'), {code: 'ERR_MEMORY_ALLOCATION_FAILED'});
    assert.throws(() => m.fail('int'), {name: 'Error', message: 'an exception that is not an Error was thrown'});
  });
};
