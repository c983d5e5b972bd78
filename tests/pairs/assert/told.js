// What the pairs of assertions have in common; told.h has the same.
const assert = require('assert');

// Calls f, and prints what it throws.
module.exports = function told(f) {
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
};
