// The methods of an emitter that add listeners (on, addListener, once, prependListener, prependOnceListener): the order
// of listeners, and the results.
const EventEmitter = require('events');
const emitter = new EventEmitter();
const say = text => () => console.log(text);
console.log(emitter.on('a', say('on 1')) === emitter);
console.log(emitter.addListener('a', say('addListener 2')) === emitter);
console.log(emitter.once('a', say('once 3')) === emitter);
console.log(emitter.prependListener('a', say('prepended 4')) === emitter);
console.log(emitter.prependOnceListener('a', say('prepended once 5')) === emitter);
console.log(emitter.listenerCount('a'));
console.log(emitter.emit('a'));
console.log(emitter.listenerCount('a'));
console.log(emitter.emit('a'));
console.log(emitter.emit('b'), emitter.listenerCount('b'));
const same = () => console.log('same');
emitter.on('same', same).on('same', same).once('same', same);
console.log(emitter.listenerCount('same'), emitter.listenerCount('same', same));
emitter.emit('same');
console.log(emitter.listenerCount('same'));
emitter.on('args', (a, b, c) => console.log(a, b, c));
emitter.on('args', (a, b) => console.log(a, b));
emitter.on('args', () => console.log('none'));
emitter.emit('args', 1, 'two', true);
try {
  emitter.on('a', undefined);
} catch (error) {
  console.log(error.name, error.code, error.message);
}
try {
  emitter.prependOnceListener('a', undefined);
} catch (error) {
  console.log(error.name, error.code, error.message);
}
