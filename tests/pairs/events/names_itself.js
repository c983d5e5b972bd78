// A listener that takes itself off by the name of its variable.
const EventEmitter = require('events');
const emitter = new EventEmitter();
let left = 2;
const listener = text => {
  console.log(text, left);
  if (--left === 0) emitter.off('line', listener);
};
emitter.on('line', listener);
console.log(emitter.listenerCount('line', listener), emitter.listenerCount('line'));
for (const text of ['a', 'b', 'c']) console.log(emitter.emit('line', text));
console.log(emitter.listenerCount('line', listener));
let changing = () => console.log('first');
emitter.on('go', changing);
const first = changing;
changing = () => console.log('second');
emitter.on('go', changing);
emitter.emit('go');
emitter.off('go', changing);
emitter.emit('go');
emitter.removeListener('go', first);
console.log(emitter.emit('go'));
let none;
try {
  emitter.on('go', none);
} catch (error) {
  console.log(error.code);
}
