// Properties of a program's own that are objects, lists and booleans.
Error.stackTraceLimit = 0;
const error = new RangeError('bad item');
error.status = 422;
error.retryable = false;
error.details = [{field: 'name', message: 'is required'}, {field: 'price', allowed: [1, 2]}];
error.retryable = true;
const caught = (() => {
  try {
    throw error;
  } catch (error) {
    return error;
  }
})();
console.log(JSON.stringify({status: caught.status, details: caught.details}), caught.retryable, caught.missing);
console.log(caught.details[1].allowed.length, caught.status || 500);
const plain = Object.assign(new Error('plain'), {code: 'E_PLAIN', info: {tries: 3}});
console.log(plain);
console.log([plain.info, ...Array.from(['a', 'b'])]);
