// newListener is emitted before a listener is added, removeListener after one was removed: their arguments, also for
// listeners of these two events.
const EventEmitter = require('events');
const emitter = new EventEmitter();
const f = () => console.log('f');
emitter.on('newListener', (name, g) => console.log('new', name, g === f, emitter.listenerCount(name)));
emitter.on('removeListener', (name, g) => console.log('removed', name, g === f, emitter.listenerCount(name)));
emitter.on('x', f);
emitter.once('x', f);
emitter.prependListener('x', () => {});
emitter.off('x', f);
emitter.once('y', f);
emitter.emit('y');
emitter.on('newListener', name => console.log('also new', name));
emitter.off('none', f);
emitter.on(EventEmitter.errorMonitor, f);
emitter.off(EventEmitter.errorMonitor, f);
emitter.removeAllListeners('newListener');
emitter.on('z', f);
console.log(emitter.eventNames());
emitter.removeAllListeners();
console.log(emitter.eventNames());
const second = new EventEmitter();
second.once('newListener', name => {
  console.log('once new', name);
  second.on('event', () => console.log('B'));
});
second.on('event', () => console.log('A'));
second.emit('event');
