// captureRejections: the rejection of a listener's promise becomes an error event in the next tick.
const EventEmitter = require('events');
process.on('unhandledRejection', error => console.log('unhandled', error.message));
const log = text => () => console.log(text);
const capturing = new EventEmitter({captureRejections: true});
capturing.on('x', async n => {
  console.log('x', n);
  if (n > 0) throw new Error('rejected ' + n);
});
capturing.on('x', async () => {
  await undefined;
  throw new TypeError('rejected later');
});
capturing.on('error', error => console.log('error', error.name, error.message));
capturing.emit('x', 1);
process.nextTick(log('tick'));
queueMicrotask(log('microtask'));
const plain = new EventEmitter();
plain.on('y', async () => { throw new Error('nobody captures'); });
plain.emit('y');
setTimeout(() => {
  console.log('-- by default');
  EventEmitter.captureRejections = true;
  const second = new EventEmitter();
  EventEmitter.captureRejections = false;
  second.on('z', async () => { throw new Error('captured by default'); });
  second.on('error', async error => {
    console.log('error', error.message);
    throw new Error('from the error listener');
  });
  second.emit('z');
}, 10);
setTimeout(() => {
  console.log('-- without a listener');
  const third = new EventEmitter({captureRejections: true});
  third.on('w', async () => { throw new Error('nobody listens'); });
  process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
  third.emit('w');
}, 20);
