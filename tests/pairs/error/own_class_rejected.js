// stderr
const {EventEmitter} = require('events');
class ValidationError extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}
process.on('exit', (code) => console.log(code));
Promise.reject(new ValidationError('bad', 'age'));
