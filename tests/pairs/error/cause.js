// Errors with a cause and with properties of their own.
const error = new TypeError('outer', {cause: new RangeError('inner')});
error.statusCode = 404;
error.reason = 'x';
error.statusCode = 500;
console.log(error.name, error.message, error.cause.name, error.cause.message, error.statusCode, error.reason, error.missing);
console.log(new Error('none').cause === undefined, Error.isError(error), Error.isError({message: 'x'}));
try {
  throw new Error('again', {cause: error});
} catch (caught) {
  for (let at = caught; at; at = at.cause) console.log(String(at));
}
