// Properties that Object.assign gives to an error.
class LimitError extends RangeError {}
function failing(limit) {
  throw Object.assign(new LimitError('too many'), {code: 'E_LIMIT', limit, retry: false, details: {seen: [1, 2]}});
}
try {
  failing(5);
} catch (error) {
  console.log(error.code, error.limit, error.retry, error.details, error instanceof LimitError);
}
const error = Object.assign(new Error('first'), {message: 'second', name: 'Renamed', status: 'bad'});
console.log(String(error), error.status, Object.assign(error, undefined, {status: 7}).status, error.status);
