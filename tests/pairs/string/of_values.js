// String(x) of values that are no texts, the characters of a literal, the cause of an error.
const list = [1, 2];
console.log(String(2.5), String(5), String(true), String(1e21), String(list), String(list[0]), String(new Error('x')), String(7n), String(NaN));
console.log(Array.from('héllo'), Array.from('ab', c => c.toUpperCase()), Array.from('').length);
const inner = new RangeError('inner');
const outer = new Error('outer', {cause: inner});
console.log(outer.cause.message, outer.cause === inner, outer.cause instanceof RangeError, outer.cause instanceof TypeError, inner.cause === undefined, inner.cause);
for (let error = outer; error; error = error.cause) console.log(error.name, error.message);
const many = new AggregateError([new TypeError('a')], 'many');
console.log(many.errors.length, many.errors[0].name);
try {
  console.log(inner.cause.message);
} catch (error) {
  console.log(error.name);
}
console.log(Object.fromEntries(['x', 'y'].entries()));
