// stderr
const EventEmitter = require('events');
const emitter = new EventEmitter();
process.on('exit', code => console.log('exit', code));
emitter.emit('error', 'a text');
