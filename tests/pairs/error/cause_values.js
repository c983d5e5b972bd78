// Causes of errors that are no errors: objects, texts, numbers, and how they print and are cloned.
class ParseError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'ParseError';
  }
}
const where = {line: 3, text: 'a =', more: [1, null]};
const errors = [
  new Error('object', {cause: where}),
  new TypeError('text', {cause: 'no reason'}),
  new RangeError('number', {cause: 5}),
  new ParseError('class', {cause: {code: 'E_PARSE'}}),
  new Error('error', {cause: new TypeError('inner')}),
  new Error('chain', {cause: new Error('middle', {cause: 'root'})}),
  new Error('nothing', {}),
];
for (const error of errors) {
  error.stack = String(error);
  if (error.cause instanceof Error) error.cause.stack = String(error.cause);
  console.log(error.message, error.cause, typeof error.cause, error.cause instanceof TypeError, error.cause ? 'has one' : 'none');
  console.log(String(error.cause), JSON.stringify({cause: error.cause}));
}
console.log(errors[0].cause.line, errors[0].cause === where, errors[3].cause.code, errors[4].cause.message, errors[5].cause.cause);
const copy = structuredClone(errors[0]);
console.log(copy.message, copy.cause, copy.cause === where);
for (const error of errors) console.log(error);
async function fail() {
  try {
    throw new SyntaxError('below');
  } catch (cause) {
    throw new ParseError('above', {cause});
  }
}
fail().catch(error => {
  let text = '';
  for (let at = error; at; at = at.cause) text += `${at}; `;
  console.log(text);
});
