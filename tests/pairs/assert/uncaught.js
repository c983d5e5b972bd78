// stderr
const assert = require('assert');

function check(value) {
  assert.deepStrictEqual(value, {name: 'x', list: [1, 2]}, 'the value is wrong');
}
process.on('exit', (code) => { console.log('exit', code); });
check({name: 'y', list: [1, 2]});
