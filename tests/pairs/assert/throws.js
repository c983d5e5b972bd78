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

const missing = () => {};
const wrong = () => { throw new TypeError('wrong value'); };
const coded = () => { throw Object.assign(new Error('no file'), {code: 'ENOENT'}); };
const text = () => { throw 'a text'; };
const bad = () => { Buffer.from('a').readInt8(5); };

told(() => assert.throws(wrong));
told(() => assert.throws(missing));
told(() => assert.throws(missing, 'it should throw'));
told(() => assert.throws(missing, TypeError));
told(() => assert.throws(missing, TypeError, 'it should throw'));
told(() => assert.throws(missing, /x/));
told(() => assert.throws(missing, new RangeError('r')));
told(() => assert.throws(missing, {name: 'RangeError'}));
told(() => assert.throws(missing, {message: 'm'}, 'it should throw'));
told(() => assert.throws(wrong, 'another text'));
told(() => assert.throws(wrong, 'wrong value'));
told(() => assert.throws(text, 'a text'));
told(() => assert.throws(text, 'another text'));
told(() => assert.throws(wrong, TypeError));
told(() => assert.throws(wrong, Error));
told(() => assert.throws(wrong, RangeError));
told(() => assert.throws(wrong, RangeError, 'not a RangeError'));
told(() => assert.throws(text, TypeError));
told(() => assert.throws(wrong, /value/));
told(() => assert.throws(wrong, /^TypeError: wrong value$/));
told(() => assert.throws(wrong, /nothing/));
told(() => assert.throws(wrong, /nothing/, 'not this'));
told(() => assert.throws(bad, /^RangeError \[ERR_OUT_OF_RANGE\]: /));
told(() => assert.throws(text, /^a text$/));
told(() => assert.throws(wrong, {name: 'TypeError', message: 'wrong value'}));
told(() => assert.throws(wrong, {name: 'TypeError', message: /value$/}));
told(() => assert.throws(wrong, {name: 'TypeError', message: /values$/}));
told(() => assert.throws(wrong, {name: 'RangeError', message: 'wrong value'}));
told(() => assert.throws(wrong, {name: 'RangeError', message: 'other'}, 'other properties'));
told(() => assert.throws(wrong, {message: 'wrong value', code: 'X'}));
told(() => assert.throws(coded, {code: 'ENOENT'}));
told(() => assert.throws(coded, {code: 'EACCES'}));
told(() => assert.throws(coded, {}));
told(() => assert.throws(text, {message: 'x'}));
told(() => assert.throws(wrong, new TypeError('wrong value')));
told(() => assert.throws(wrong, new TypeError('right value')));
told(() => assert.throws(wrong, new Error('wrong value')));
told(() => assert.throws(wrong, (error) => error instanceof TypeError));
told(() => assert.throws(wrong, (error) => error.message === 'x'));
told(() => assert.throws(wrong, (error) => error.message === 'x', 'by a function'));
told(() => assert.throws(bad, () => {}));
told(() => assert.throws(wrong, () => 1));
told(() => assert.throws(wrong, 'a text', 'a message'));
told(() => assert.throws(bad, {code: 'ERR_OUT_OF_RANGE', name: 'RangeError'}));
told(() => assert.doesNotThrow(missing));
told(() => assert.doesNotThrow(wrong));
told(() => assert.doesNotThrow(wrong, 'it should not'));
told(() => assert.doesNotThrow(wrong, TypeError));
told(() => assert.doesNotThrow(wrong, TypeError, 'it should not'));
told(() => assert.doesNotThrow(wrong, RangeError));
told(() => assert.doesNotThrow(wrong, /value/));
told(() => assert.doesNotThrow(wrong, /nothing/));
told(() => assert.doesNotThrow(wrong, (error) => error.message === 'wrong value', 'by a function'));
told(() => assert.match('I will pass', /pass/));
told(() => assert.match('I will fail', /pass/));
told(() => assert.match('I will fail', /pass/i, 'a message'));
told(() => assert.match('I will fail', /pass/, new Error('an error')));
told(() => assert.match(123, /pass/));
told(() => assert.match('it\'s\ntwo lines', /pass/));
told(() => assert.doesNotMatch('I will pass', /fail/));
told(() => assert.doesNotMatch('I will fail', /fail/));
told(() => assert.doesNotMatch('I will fail', /fail/, 'a message'));
told(() => assert.doesNotMatch(null, /fail/));
