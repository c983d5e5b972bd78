// once: the listener is removed before it is called, also when it emits the event again or throws.
const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.once('x', n => {
  console.log('first', n, emitter.listenerCount('x'));
  emitter.emit('x', n + 1);
  console.log('first is over');
});
emitter.once('x', n => console.log('second', n));
emitter.emit('x', 1);
console.log(emitter.emit('x', 3));
emitter.once('t', () => { throw new Error('thrown by once'); });
try {
  emitter.emit('t');
} catch (error) {
  console.log(error.message, emitter.listenerCount('t'));
}
emitter.once('again', function f() {
  console.log('again');
  emitter.once('again', () => console.log('the next one'));
});
emitter.emit('again');
emitter.emit('again');
emitter.emit('again');
emitter.once('late', () => console.log('late'));
emitter.prependListener('late', () => emitter.removeAllListeners('late'));
emitter.emit('late');
console.log(emitter.emit('late'));
