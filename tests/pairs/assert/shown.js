const assert = require('assert');
const {strict} = assert;

function shown(f) {
  try {
    f();
  } catch (error) {
    error.stack = error.stack.split('\n    at')[0];
    console.log(error);
    console.log([error]);
    console.log(String(error), Object.keys(error).join());
  }
}
const many = Array.from({length: 20}, (_, i) => 'line ' + i).join('\n');

shown(() => assert.strictEqual(1, 2));
shown(() => assert.strictEqual([1, {a: 2}], {b: [3]}, 'a message'));
shown(() => assert.deepStrictEqual({a: {b: {c: 1}}}, {a: {b: {c: 2}}}));
shown(() => assert.strictEqual(many, 'x'.repeat(600)));
shown(() => assert.ok(0, 'zero'));
shown(() => assert.fail());
shown(() => assert.throws(() => {}, {name: 'x'}));
const given = new Error('e');
given.stack = 'Error: e';
shown(() => assert.ifError(given));
shown(() => assert.match('a', /b/));
shown(() => { throw new assert.AssertionError({message: 'made', actual: 1, expected: 2, operator: 'mine'}); });
shown(() => { throw new assert.AssertionError({actual: 'left', expected: 'right', operator: '<>'}); });
shown(() => { throw new assert.AssertionError({actual: 1, expected: 2, operator: 'strictEqual'}); });
shown(() => { throw new assert.AssertionError({actual: [1], expected: [2], operator: 'deepStrictEqual', diff: 'full'}); });

// Assertions with options, and the strict ones.
const numbers = Array.from({length: 60}, (_, i) => i);
const loose = new assert.Assert({strict: false});
const full = new assert.Assert({diff: 'full'});
for (const f of [
  () => strict.equal(1, '1'), () => strict.notEqual(1, '1'), () => strict.deepEqual([1], ['1']),
  () => strict.notDeepEqual([1], ['1']), () => strict.notDeepEqual([1], [1]), () => strict.ok(1),
  () => loose.equal(1, '1'), () => loose.deepEqual([1], ['1']), () => full.equal(1, '1'),
  () => full.notDeepStrictEqual(numbers, numbers), () => full.strictEqual(numbers, [...numbers]),
  () => full.match('a', /b/), () => full.throws(() => {}), () => full.throws(() => { throw Error('k'); }, {message: 'z'}),
  () => full.doesNotThrow(() => { throw Error('k'); }), () => full.ifError(5), () => full.fail(),
  () => new assert.Assert({diff: 'none'}),
]) {
  try {
    f();
    console.log('fine');
  } catch (error) {
    console.log(error.code, error.message, error.diff);
  }
}
