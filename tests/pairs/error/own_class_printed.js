// What console.log, JSON and String tell of errors of classes of the program's own. The first line of a stack has the
// name that the error has when the stack is read.
const util = require('util');
class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
  }
}
class ValidationError extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
    this.limits = [1, 2];
    this.fatal = true;
  }
}
class HttpFailure extends Error {}
class NotFound extends HttpError {
  constructor() { super(404, 'nothing'); }
}
class MyType extends TypeError {}
class Coded extends RangeError {
  constructor(message) {
    super(message);
    this.code = 'E_CODED';
  }
}
const renamed = new Error('renamed');
renamed.name = 'RenamedError';
const other = new Error('other');
other.name = 'Strange';

const errors = [new HttpError(404, 'no such thing'), new HttpError(500, ''), new ValidationError('empty', 'age'), new HttpFailure('failed'),
  new HttpFailure(''), new NotFound(), new MyType('mine'), new Coded('coded'), renamed, other, new TypeError('plain')];
for (const err of errors) {
  console.log(err.stack.split('\n')[0], '|', String(err), '|', err.name, '|', err.constructor.name);
  err.stack = err.stack.split('\n')[0];
  console.log(err);
  console.log([err], {err});
}
console.log(util.format('%s', errors[0].message), util.inspect(errors[0]));
const late = new HttpError(400, 'before');
late.message = 'after';
console.log(late.stack.split('\n')[0]);
late.message = 'too late';
console.log(late.stack.split('\n')[0], '|', String(late));
try {
  throw new ValidationError('thrown', 'name');
} catch (err) {
  console.log(util.inspect(err).split('\n')[0], err.field, err.fatal, err.missing);
  err.stack = 'ValidationError: thrown';
  console.log(err);
}
