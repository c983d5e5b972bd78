// DOMExceptions: their names, codes and causes, how they print, and those that the runtime makes.
const util = require('util');
const show = error => console.log(error.name, '|', error.message, '|', error.code, '|', String(error));
show(new DOMException());
show(new DOMException('message'));
for (const name of ['IndexSizeError', 'NotFoundError', 'InvalidStateError', 'SyntaxError', 'NetworkError', 'AbortError',
  'TimeoutError', 'DataCloneError', 'EncodingError', 'OperationError', 'NoSuchName', '']) {
  show(new DOMException('of ' + name, name));
}
const outer = new DOMException('outer', {name: 'InvalidStateError', cause: new Error('inner')});
show(outer);
console.log(outer.cause.message, outer.code === DOMException.INVALID_STATE_ERR, outer.code === DOMException.ABORT_ERR);
console.log(DOMException.INDEX_SIZE_ERR, DOMException.DATA_CLONE_ERR);
console.log(util.inspect(new DOMException('shown', 'AbortError')).split('\n')[0]);
console.log(util.inspect(new DOMException('shown')).split('\n')[0]);
console.log(new DOMException('first line', 'TimeoutError').stack.split('\n')[0]);
console.log(outer instanceof DOMException, new Error('x') instanceof DOMException, new DOMException('') instanceof Error);
try {
  throw new DOMException('thrown', 'NotSupportedError');
} catch (error) {
  console.log('caught', error.name);
}
try {
  atob('a');
} catch (error) {
  console.log(error instanceof DOMException, error.name, error.code, error.message);
}
console.log(AbortSignal.abort().reason instanceof DOMException, AbortSignal.abort().reason.code);
console.log(util.inspect(AbortSignal.abort().reason).split('\n')[0]);
