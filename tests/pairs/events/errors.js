// The error event: listeners, errorMonitor, and the error that is thrown when there is no listener.
const {EventEmitter, errorMonitor} = require('events');
const emitter = new EventEmitter();
const caught = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log('threw', error.name, error.code, error.message);
  }
};
caught(() => emitter.emit('error', new TypeError('nobody listens')));
caught(() => emitter.emit('error', 'a text'));
caught(() => emitter.emit('error', "it's"));
caught(() => emitter.emit('error', 42));
caught(() => emitter.emit('error', true));
caught(() => emitter.emit('error', null));
caught(() => emitter.emit('error'));
emitter.on(errorMonitor, error => console.log('monitor', error.message));
caught(() => emitter.emit('error', new Error('monitored only')));
emitter.once('error', error => console.log('listener', error.message));
caught(() => emitter.emit('error', new Error('heard')));
caught(() => emitter.emit('error', new Error('nobody again')));
console.log(emitter.listenerCount('error'), emitter.listenerCount(errorMonitor));
emitter.on('error', error => { throw new RangeError('from the listener: ' + error.message); });
emitter.on('error', () => console.log('never'));
caught(() => emitter.emit('error', new Error('passed on')));
emitter.removeAllListeners('error');
emitter.on(errorMonitor, () => { emitter.on('error', () => console.log('added by the monitor')); });
caught(() => emitter.emit('error', new Error('late')));
emitter.on('plain', () => { throw new Error('a listener that throws'); });
emitter.on('plain', () => console.log('not reached'));
caught(() => emitter.emit('plain'));
