// stderr
// setMaxListeners, getMaxListeners, defaultMaxListeners, and the warning of a leak.
const events = require('events');
const {EventEmitter} = events;
const message = error => error.name + ' ' + error.code + ' ' + error.message;
const emitter = new EventEmitter();
console.log(emitter.getMaxListeners(), events.defaultMaxListeners);
for (let i = 0; i < 13; i++) emitter.on('data', () => {});
for (let i = 0; i < 11; i++) emitter.on('other', () => {});
console.log(emitter.setMaxListeners(1) === emitter, emitter.getMaxListeners());
const tight = new EventEmitter();
tight.setMaxListeners(1);
tight.on('x', () => {});
tight.once('x', () => {});
tight.on('x', () => {});
tight.removeAllListeners('x');
tight.on('x', () => {});
tight.on('x', () => {});
const none = new EventEmitter();
none.setMaxListeners(0);
for (let i = 0; i < 50; i++) none.on('x', () => {});
for (const n of [-1, NaN, -0.5]) {
  try {
    emitter.setMaxListeners(n);
  } catch (error) {
    console.log(message(error));
  }
  try {
    events.defaultMaxListeners = n;
  } catch (error) {
    console.log(message(error));
  }
  try {
    events.setMaxListeners(n);
  } catch (error) {
    console.log(message(error));
  }
}
events.defaultMaxListeners = 2;
const late = new EventEmitter();
console.log(late.getMaxListeners(), emitter.getMaxListeners());
late.on('y', () => {}).on('y', () => {}).on('y', () => {});
events.setMaxListeners(5, late, none);
console.log(events.getMaxListeners(late), none.getMaxListeners(), events.defaultMaxListeners);
events.setMaxListeners(7);
console.log(events.defaultMaxListeners, late.getMaxListeners());
late.setMaxListeners(2.5);
console.log(late.getMaxListeners());
process.on('warning', warning => {
  console.log(warning.name, warning.type, warning.count, warning.message);
});
class Own extends EventEmitter {}
const own = new Own();
own.setMaxListeners(1);
own.on('mine', () => {}).on('mine', () => {});
