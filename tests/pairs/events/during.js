// Listeners that add and remove listeners while an event is emitted: the emission still calls the listeners that were
// there at its beginning.
const EventEmitter = require('events');
const emitter = new EventEmitter();
const late = () => console.log('late');
const second = () => console.log('second');
const first = () => {
  console.log('first');
  emitter.off('x', second);
  emitter.on('x', late);
  emitter.prependListener('x', late);
};
emitter.on('x', first).on('x', second);
emitter.emit('x');
console.log('--', emitter.listenerCount('x'));
emitter.off('x', first);
emitter.emit('x');
emitter.removeAllListeners();
console.log('-- everything goes');
emitter.on('y', () => {
  console.log('1');
  emitter.removeAllListeners();
});
emitter.on('y', () => console.log('2'));
emitter.once('y', () => console.log('3, once'));
emitter.emit('y');
console.log(emitter.emit('y'));
console.log('-- one alone');
emitter.on('z', () => {
  console.log('alone');
  emitter.on('z', () => console.log('joined'));
});
emitter.emit('z');
emitter.emit('z');
console.log('-- nested');
let depth = 0;
emitter.on('n', () => {
  console.log('n', ++depth);
  if (depth < 3) emitter.emit('n');
  console.log('out', depth--);
});
emitter.once('n', () => console.log('once in n'));
emitter.emit('n');
console.log('-- removes itself, and then what is behind');
const self = () => {
  console.log('self');
  emitter.off('s', self).off('s', behind);
};
const behind = () => console.log('behind');
emitter.on('s', self).on('s', behind).on('s', self);
emitter.emit('s');
emitter.emit('s');
console.log(emitter.listenerCount('s'));
