// events.once and events.on.
const EventEmitter = require('events');
const {once, on, addAbortListener} = EventEmitter;
const log = (...args) => console.log(...args);
const told = error => log(error.name, error.code, error.message, error.cause && error.cause.name);

async function onces() {
  const emitter = new EventEmitter();
  process.nextTick(() => emitter.emit('tick', 1, 'a'));
  const [number, text] = await once(emitter, 'tick');
  log(number, text, emitter.eventNames().length);
  process.nextTick(() => {
    once(emitter, 'order').then(() => log('once'));
    emitter.emit('order');
    Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)).then(() => log(5));
  });
  await new Promise(resolve => setTimeout(resolve, 5));
  process.nextTick(() => emitter.emit('error', new RangeError('broken')));
  await once(emitter, 'tick').catch(told);
  log(emitter.eventNames().length);
  process.nextTick(() => emitter.emit('error', new RangeError('wanted')));
  const [error] = await once(emitter, 'error');
  log(error.message);
  const controller = new AbortController();
  const {signal} = controller;
  process.nextTick(() => controller.abort());
  await once(emitter, 'tick', {signal}).catch(told);
  log(emitter.eventNames().length);
  await once(emitter, 'tick', {signal}).catch(told);
}

async function ons() {
  const emitter = new EventEmitter();
  process.nextTick(() => {
    emitter.emit('tick', 1);
    emitter.emit('tick', 2);
    setTimeout(() => emitter.emit('tick', 3), 1);
    setTimeout(() => emitter.emit('end'), 3);
  });
  for await (const [n] of on(emitter, 'tick', {close: ['end']})) log('tick', n);
  log(emitter.eventNames().length);
  process.nextTick(() => {
    emitter.emit('tick', 4);
    emitter.emit('error', new RangeError('broken'));
    emitter.once('error', () => {}).emit('error');
  });
  try {
    for await (const [n] of on(emitter, 'tick')) log('tick', n);
  } catch (error) {
    told(error);
  }
  log(emitter.eventNames().length);
  const controller = new AbortController();
  const {signal} = controller;
  try {
    for await (const [n] of (setTimeout(() => emitter.emit('tick', 5), 1), on(emitter, 'tick', {signal}))) {
      log('tick', n);
      controller.abort();
    }
  } catch (error) {
    told(error);
  }
  log(emitter.eventNames().length);
  try {
    on(emitter, 'tick', {signal});
  } catch (error) {
    told(error);
  }
}
async function aborts() {
  const controller = new AbortController();
  const gone = addAbortListener(controller.signal, () => log('never'));
  addAbortListener(controller.signal, () => log('aborts', controller.signal.aborted));
  gone[Symbol.dispose]();
  gone[Symbol.dispose]();
  controller.abort();
  log('aborted');
  const late = addAbortListener(controller.signal, () => log('late'));
  Promise.resolve().then(() => log('after late'));
  late[Symbol.dispose]();
  for (const wrong of [() => addAbortListener(undefined, () => {}), () => addAbortListener(controller.signal, undefined)]) {
    try {
      wrong();
    } catch (error) {
      log(error.code, error.message);
    }
  }
}
onces().then(ons).then(aborts);
