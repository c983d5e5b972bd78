const assert = require('assert');

function told(f) {
  try {
    f();
    console.log('fine');
  } catch (error) {
    if (error instanceof assert.AssertionError)
      console.log(error.name, error.code, error.generatedMessage, error.operator);
    else
      console.log(error.name, error.code || 'none');
    console.log(error.message);
  }
}

const list = [1, 2];
told(() => assert.strictEqual(1, 1));
told(() => assert.strictEqual(1, 2));
told(() => assert.strictEqual(0, -0));
told(() => assert.strictEqual(NaN, NaN));
told(() => assert.strictEqual(1, '1'));
told(() => assert.strictEqual(1, true));
told(() => assert.strictEqual(1, 2, 'they differ'));
told(() => assert.strictEqual(1, 2, ''));
told(() => assert.strictEqual(1, 2, new TypeError('mine')));
told(() => assert.strictEqual('a text', 'a text'));
told(() => assert.strictEqual('short', 'other'));
told(() => assert.strictEqual('a longer text', 'a longer texts'));
told(() => assert.strictEqual('a longer text', 'another text'));
told(() => assert.strictEqual('it is the first', 'is it the first'));
told(() => assert.strictEqual('caf\u00e9 au lait, \u{1F600} x', 'caf\u00e9 au lait, \u{1F600} y'));
told(() => assert.strictEqual('a'.repeat(60), 'a'.repeat(59) + 'b'));
told(() => assert.strictEqual('one\ntwo\nthree', 'one\n2\nthree'));
told(() => assert.strictEqual('a long first line\nb', 'a long first line\nc'));
told(() => assert.strictEqual(list, list));
told(() => assert.strictEqual(list, [1, 2]));
told(() => assert.strictEqual([1, 2, 3], [1, 2, 4]));
told(() => assert.strictEqual(null, undefined));
told(() => assert.strictEqual('text', null));
told(() => assert.strictEqual(12345678901, 12345678902));
told(() => assert.strictEqual([1], 1));
told(() => assert.strictEqual({a: 1}, {a: 1}));
told(() => assert.strictEqual({a: 1, b: 'x'}, {a: 1, b: 'y'}));
told(() => assert.strictEqual(Buffer.from('ab'), Buffer.from('ab')));
told(() => assert.notStrictEqual(1, 2));
told(() => assert.notStrictEqual(1, 1));
told(() => assert.notStrictEqual('a text', 'a text'));
told(() => assert.notStrictEqual(1, 1, 'the same'));
told(() => assert.notStrictEqual(list, list));
told(() => assert.notStrictEqual(list, [1, 2]));
told(() => assert.equal(1, 1));
told(() => assert.equal(1, '1'));
told(() => assert.equal(true, 1));
told(() => assert.equal(null, undefined));
told(() => assert.equal(null, 0));
told(() => assert.equal(NaN, NaN));
told(() => assert.equal('', 0));
told(() => assert.equal('a', 'b'));
told(() => assert.equal([1, 2], '1,2'));
told(() => assert.equal([1, 2], [1, 2]));
told(() => assert.equal({a: 1}, {a: 1}));
told(() => assert.equal(1, 2, 'they differ'));
told(() => assert.equal('x'.repeat(600), 'y'.repeat(600)));
told(() => assert.notEqual(1, 2));
told(() => assert.notEqual(1, '1'));
told(() => assert.notEqual('a', 'a'));
told(() => assert.notEqual(NaN, NaN));
told(() => assert.notEqual([1], [1]));
told(() => assert.ok(true));
told(() => assert.ok('text'));
told(() => assert.ok([]));
told(() => assert.ok(0, 'no number'));
told(() => assert.ok('', 'no text'));
told(() => assert.ok(null, 'nothing'));
told(() => assert.ok(undefined, 'undefined'));
told(() => assert.ok(NaN, ''));
told(() => assert.ok(false, new RangeError('given')));
told(() => assert.fail());
told(() => assert.fail('a reason'));
told(() => assert.fail(''));
told(() => assert.fail(new TypeError('a type')));
told(() => assert.ifError(null));
told(() => assert.ifError(undefined));
told(() => assert.ifError(new Error('of a callback')));
told(() => assert.ifError(new TypeError('')));
told(() => assert.ifError('a text'));
told(() => assert.ifError(0));
