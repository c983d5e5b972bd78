// Which context the callbacks of the loop, of emitters and of promises have.
const {AsyncLocalStorage} = require('async_hooks');
const {EventEmitter, once} = require('events');
const als = new AsyncLocalStorage();
const show = name => console.log(name, als.getStore());
const emitter = new EventEmitter();
function startOthers() {
  setTimeout(() => als.run('emit y', () => emitter.emit('y')), 10);
  const refreshed = als.run('made', () => setTimeout(() => show('refreshed'), 20));
  als.run('refresh', () => refreshed.refresh());
  process.once('uncaughtException', error => show('uncaught ' + error.message));
  als.run('throws', () => setTimeout(() => { throw new Error('thrown'); }, 30));
  process.once('unhandledRejection', () => show('unhandled'));
  als.run('rejects', () => setTimeout(() => { Promise.reject(new Error('no')); als.enterWith('later'); }, 40));
  setTimeout(() => show('the end'), 50);
}
// The immediates come before the timers, and the interval before the other timers, however long a turn of the loop takes.
function startTimers() {
  als.run('timeout', () => setTimeout(() => show('timeout'), 20));
  let n = 0;
  als.run('interval', () => {
    const timer = setInterval(() => {
      show('interval');
      als.enterWith('changed');
      if (++n < 3) return;
      clearInterval(timer);
      als.exit(startOthers);
    }, 35);
  });
}
als.run('immediate', () => setImmediate(() => { show('immediate'); als.enterWith('left over'); }));
setImmediate(() => { show('immediate without'); startTimers(); });
als.run('tick', () => process.nextTick(() => { show('tick'); als.enterWith('left over'); }));
process.nextTick(() => show('tick without'));
als.run('micro', () => queueMicrotask(() => { show('micro'); als.enterWith('left over'); }));
queueMicrotask(() => show('micro without'));
als.run('on', () => emitter.on('x', () => show('listener')));
als.run('emit', () => emitter.emit('x'));
als.run('once', () => once(emitter, 'y').then(() => show('once')));
const controller = new AbortController();
als.run('add', () => controller.signal.addEventListener('abort', () => show('abort')));
als.run('abort', () => controller.abort());
show('outside');
