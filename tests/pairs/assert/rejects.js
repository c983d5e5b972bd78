const assert = require('assert');

async function told(f) {
  try {
    await f();
    console.log('fine');
  } catch (error) {
    console.log(error.name, error.code || 'none');
    console.log(error.message);
  }
}
async function wrong() {
  await null;
  throw new TypeError('wrong value');
}
async function fine() {
  return 5;
}

async function main() {
  await told(() => assert.rejects(wrong));
  await told(() => assert.rejects(wrong()));
  await told(() => assert.rejects(fine));
  await told(() => assert.rejects(fine(), 'it should reject'));
  await told(() => assert.rejects(Promise.reject(new Error('x')), /x/));
  await told(() => assert.rejects(wrong, TypeError));
  await told(() => assert.rejects(wrong, RangeError));
  await told(() => assert.rejects(fine, RangeError));
  await told(() => assert.rejects(wrong, {name: 'TypeError', message: /^wrong/}));
  await told(() => assert.rejects(wrong, {name: 'RangeError'}, 'other properties'));
  await told(() => assert.rejects(wrong, (error) => error.message === 'wrong value'));
  await told(() => assert.rejects(() => { throw new Error('at once'); }));
  await told(() => assert.doesNotReject(fine));
  await told(() => assert.doesNotReject(wrong));
  await told(() => assert.doesNotReject(wrong(), 'it should not'));
  await told(() => assert.doesNotReject(wrong, TypeError));
  await told(() => assert.doesNotReject(wrong, RangeError));
  await told(() => new assert.Assert().rejects(fine));
  // The order of microtasks.
  const order = [];
  const waits = assert.rejects(Promise.reject(new Error('x'))).then(() => { order.push('rejects'); });
  let ticks = Promise.resolve();
  for (let i = 1; i <= 6; i++) ticks = ticks.then(() => { order.push(i); });
  await Promise.all([waits, ticks]);
  console.log(order.join(' '));
}
main();
