// removeAllListeners, with and without a listener for removeListener.
const EventEmitter = require('events');
const fill = emitter => {
  for (const name of ['b', 'a', '2', '10', '1']) {
    for (let i = 0; i < 2; i++) emitter.on(name, () => console.log('listener', name, i));
  }
  return emitter;
};
const one = fill(new EventEmitter());
console.log(one.eventNames());
console.log(one.removeAllListeners('a') === one);
console.log(one.eventNames(), one.emit('a'));
one.removeAllListeners('none');
console.log(one.removeAllListeners() === one);
console.log(one.eventNames(), one.emit('b'));
const two = fill(new EventEmitter());
let told = 0;
two.on('removeListener', (name, f) => {
  console.log('removed', name, two.listenerCount(name));
  f();
  told++;
});
two.removeAllListeners('a');
console.log(told, two.eventNames());
two.once('c', () => console.log('once'));
two.removeAllListeners();
console.log(told, two.eventNames());
const three = new EventEmitter();
three.on('x', () => console.log('first'));
three.on('x', () => console.log('second'));
three.on('removeListener', name => {
  if (name === 'x' && told < 100) {
    told = 100;
    three.on('x', () => console.log('added meanwhile'));
  }
});
three.removeAllListeners('x');
three.emit('x');
console.log(three.listenerCount('x'));
