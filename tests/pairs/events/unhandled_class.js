// stderr
const EventEmitter = require('events');
class Engine extends EventEmitter {}
const engine = new Engine();
const error = new TypeError('the engine stopped');
error.code = 'E_STOPPED';
engine.on(EventEmitter.errorMonitor, error => console.log('monitor', error.message));
setTimeout(() => engine.emit('error', error), 1);
