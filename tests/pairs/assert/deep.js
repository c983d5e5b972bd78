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

const lines = (from, to, step) => Array.from({length: (to - from) / step}, (_, i) => from + i * step);
// Deep, strict.
told(() => assert.deepStrictEqual([1, [2, 3]], [1, [2, 3]]));
told(() => assert.deepStrictEqual([1, 2, [3, 4]], [1, 2, [3, 5]]));
told(() => assert.deepStrictEqual([1, 2, 3], [1, 2]));
told(() => assert.deepStrictEqual([], [1]));
told(() => assert.deepStrictEqual({a: 1}, {a: '1'}));
told(() => assert.deepStrictEqual({a: 1, b: {c: 'x'}}, {b: {c: 'x'}, a: 1}));
told(() => assert.deepStrictEqual({a: 1, b: {c: 'x', d: [1, 2]}}, {a: 1, b: {c: 'y', d: [1]}}));
told(() => assert.deepStrictEqual({a: 1, b: 2}, {a: 1}));
told(() => assert.deepStrictEqual({a: 1, b: 2}, {a: 1, b: 3}, 'not the same'));
told(() => assert.deepStrictEqual(new Map([['a', 1], ['b', 2]]), new Map([['b', 2], ['a', 1]])));
told(() => assert.deepStrictEqual(new Map([['a', 1], ['b', 2]]), new Map([['a', 1], ['b', 3]])));
told(() => assert.deepStrictEqual(new Set([1, 2, 3]), new Set([3, 2, 1])));
told(() => assert.deepStrictEqual(new Set([1, 2, 3]), new Set([1, 2, 4])));
told(() => assert.deepStrictEqual(new Set(['a']), new Set(['a', 'b'])));
told(() => assert.deepStrictEqual(Buffer.from('abc'), Buffer.from('abc')));
told(() => assert.deepStrictEqual(Buffer.from('abc'), Buffer.from('abd')));
told(() => assert.deepStrictEqual(new Uint8Array([1, 2]), new Uint8Array([1, 3])));
told(() => assert.deepStrictEqual(new Date(0), new Date(0)));
told(() => assert.deepStrictEqual(new Date(0), new Date(1000)));
told(() => assert.deepStrictEqual(/a+/g, /a+/g));
told(() => assert.deepStrictEqual(/a+/g, /a+/i));
told(() => assert.deepStrictEqual(new Error('a'), new Error('a')));
told(() => assert.deepStrictEqual(new Error('a'), new Error('b')));
told(() => assert.deepStrictEqual(new Error('a'), new TypeError('a')));
told(() => assert.deepStrictEqual(Object.assign(new Error('a'), {code: 'X'}), Object.assign(new Error('a'), {code: 'Y'})));
told(() => assert.deepStrictEqual(null, undefined));
told(() => assert.deepStrictEqual(null, {}));
told(() => assert.deepStrictEqual(1, [1]));
told(() => assert.deepStrictEqual([NaN, 0], [NaN, -0]));
told(() => assert.deepStrictEqual('a text that is long', 'a text that is longer'));
told(() => assert.deepStrictEqual([null], [undefined]));
told(() => assert.deepStrictEqual(12n, 13n));
// Many lines.
told(() => assert.deepStrictEqual(lines(0, 30, 1), lines(0, 30, 2)));
told(() => assert.deepStrictEqual(lines(0, 30, 1), lines(1, 31, 1)));
told(() => assert.deepStrictEqual(lines(0, 6, 1).concat('x'), lines(0, 6, 1).concat('y')));
told(() => assert.deepStrictEqual(lines(0, 7, 1).concat('x', 1, 2), lines(0, 7, 1).concat('y', 1, 2)));
told(() => assert.deepStrictEqual(lines(0, 8, 1).concat('x', lines(0, 20, 1)), lines(0, 8, 1).concat('y', lines(0, 20, 1))));
told(() => assert.deepStrictEqual(['a', 'b', 'c', 'd', 'a', 'b', 'b', 'a'], ['c', 'b', 'a', 'b', 'a', 'c']));
told(() => assert.deepStrictEqual({text: 'one\ntwo\nthree and more'}, {text: 'one\n2\nthree and more'}));
told(() => assert.strictEqual(lines(0, 100, 1), lines(0, 100, 1)));
told(() => assert.notDeepStrictEqual(lines(0, 100, 1), lines(0, 100, 1)));
told(() => assert.notDeepStrictEqual([1], [1]));
told(() => assert.notDeepStrictEqual([1], [2]));
told(() => assert.notDeepStrictEqual({a: 1}, {a: 1}, 'they are the same'));
told(() => assert.notDeepStrictEqual('a', 'a'));
// Deep, loose.
told(() => assert.deepEqual([1, '2', null], ['1', 2, undefined]));
told(() => assert.deepEqual({a: 1, b: [true]}, {b: ['1'], a: '1'}));
told(() => assert.deepEqual({a: 1}, {a: 2}));
told(() => assert.deepEqual([1, 2], [1, 3], 'loosely'));
told(() => assert.deepEqual(1, '1'));
told(() => assert.deepEqual(1, 2));
told(() => assert.deepEqual(NaN, NaN));
told(() => assert.deepEqual(1, [1]));
told(() => assert.deepEqual(new Set([1, '2', 3]), new Set(['1', 2, 3])));
told(() => assert.deepEqual(new Set([1, 2]), new Set([1, 3])));
told(() => assert.deepEqual(new Map([[1, 'a'], ['2', 'b']]), new Map([['1', 'a'], [2, 'b']])));
told(() => assert.deepEqual(lines(0, 300, 1), lines(1, 301, 1)));
told(() => assert.deepEqual(new Error('a'), new Error('b')));
told(() => assert.notDeepEqual({a: 1}, {a: 2}));
told(() => assert.notDeepEqual({a: 1}, {a: 1}));
told(() => assert.notDeepEqual({a: 1}, {a: '1'}));
told(() => assert.notDeepEqual(lines(0, 400, 1), lines(0, 400, 1)));
// Partial.
told(() => assert.partialDeepStrictEqual({a: 1, b: {c: 2, d: 3}}, {b: {d: 3}}));
told(() => assert.partialDeepStrictEqual({a: 1, b: {c: 2, d: 3}}, {b: {d: 4}}));
told(() => assert.partialDeepStrictEqual({a: 1}, {a: 1, b: 2}));
told(() => assert.partialDeepStrictEqual([1, 2, 3, 4], [2, 4]));
told(() => assert.partialDeepStrictEqual([1, 2, 3, 4], [4, 2]));
told(() => assert.partialDeepStrictEqual(new Set([1, 2, 3]), new Set([2])));
told(() => assert.partialDeepStrictEqual(new Set([1, 2, 3]), new Set([5])));
told(() => assert.partialDeepStrictEqual(new Map([['a', {b: 1, c: 2}]]), new Map([['a', {c: 2}]])));
told(() => assert.partialDeepStrictEqual(new Map([['a', 1]]), new Map([['a', 2]])));
told(() => assert.partialDeepStrictEqual(Buffer.from('abcdef'), Buffer.from('bd')));
told(() => assert.partialDeepStrictEqual(Buffer.from('abcdef'), Buffer.from('db')));
told(() => assert.partialDeepStrictEqual([{a: 1, b: 2}, {c: 3}], [{a: 1}], 'partly'));
told(() => assert.partialDeepStrictEqual('text', 'text'));
told(() => assert.partialDeepStrictEqual('text', 'ex'));
