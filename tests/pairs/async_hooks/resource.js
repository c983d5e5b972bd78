// AsyncResource: contexts that a program keeps by itself, such as those of a pool of workers.
const {AsyncLocalStorage, AsyncResource, executionAsyncId, triggerAsyncId} = require('async_hooks');
const {EventEmitterAsyncResource} = require('events');
const als = new AsyncLocalStorage();
const show = name => console.log(name, als.getStore());
const resource = als.run('made', () => new AsyncResource('Mine'));
als.run('now', () => {
  console.log(resource.runInAsyncScope((a, b) => { show('scope'); return a + b; }, null, 1, 2));
  resource.runInAsyncScope(() => { show('scope without arguments'); als.enterWith('lost'); });
  show('after scope');
  try {
    resource.runInAsyncScope(() => { throw new Error('thrown'); });
  } catch (error) {
    show(error.message);
  }
  const bound = resource.bind(name => show(name));
  bound('bound');
});
console.log(executionAsyncId(), executionAsyncId() === resource.triggerAsyncId());
resource.runInAsyncScope(() => {
  console.log(executionAsyncId() === resource.asyncId(), triggerAsyncId() === resource.triggerAsyncId());
  const inner = new AsyncResource('Inner');
  console.log(inner.triggerAsyncId() === resource.asyncId(), inner.asyncId() > resource.asyncId());
  console.log(new AsyncResource('Other', 7).triggerAsyncId(), new AsyncResource('Other', {triggerAsyncId: 8}).triggerAsyncId());
});
console.log(resource.emitDestroy() === resource);
for (const id of [-2, 1.5, NaN]) {
  try {
    new AsyncResource('Bad', id);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
const later = als.run('bound here', () => AsyncResource.bind(() => show('AsyncResource.bind')));
als.run('elsewhere', () => setImmediate(later));

// A pool gives tasks to workers. Without AsyncResource, the callback would have the worker's context.
class Task extends AsyncResource {
  constructor(callback) { super('Task'); this.callback = callback; }
  done(result) { this.runInAsyncScope(this.callback, null, result); this.emitDestroy(); }
}
const tasks = [];
for (const name of ['one', 'two']) als.run(name, () => tasks.push(new Task(result => show(result))));
setTimeout(() => { for (const task of tasks) task.done('task'); }, 50);

const emitter = als.run('emitter', () => new EventEmitterAsyncResource({name: 'Q'}));
emitter.on('foo', (a, b) => show('foo ' + a + b));
als.run('emits', () => console.log(emitter.emit('foo', 1, 'x'), emitter.emit('bar')));
console.log(emitter.asyncId === emitter.asyncResource.asyncId(), emitter.triggerAsyncId === executionAsyncId());
emitter.emitDestroy();
