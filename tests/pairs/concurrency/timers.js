// timers/promises: values, order among the other queues, signals.
const {setTimeout: later, setImmediate: soon, setInterval: every, scheduler} = require('timers/promises');
const log = (...args) => console.log(...args);

const told = error => log(error.name, error.code, error.message, error.cause && error.cause.name);

async function order() {
  const all = [
    later(300, 'timer').then(log),
    soon('immediate').then(log),
    scheduler.yield().then(() => log('yield')),
    scheduler.wait(300).then(() => log('wait')),
    Promise.resolve().then(() => log('microtask'))];
  process.nextTick(() => log('tick'));
  await Promise.all(all);
}

async function signals() {
  const controller = new AbortController();
  const {signal} = controller;
  const all = [
    later(1000, 'never', {signal}).then(log, told),
    soon('immediate', {signal}).then(log, told),
    scheduler.wait(1000, {signal}).then(log, told),
    later(1, 'in time', {signal}).then(log, told)];
  await later(5);
  controller.abort();
  Promise.resolve().then(() => Promise.resolve()).then(() => log('a little later'));
  await Promise.all(all);
  await later(1, 1, {signal}).catch(told);
  await soon(1, {signal}).catch(told);
  const reason = new TypeError('mine');
  await later(1, 1, {signal: AbortSignal.abort(reason)}).catch(told);
}

async function intervals() {
  let n = 0;
  for await (const value of every(2, 'interval')) {
    log(value, ++n);
    if (n === 3) break;
  }
  const controller = new AbortController();
  try {
    for await (const value of every(2, 7, {signal: controller.signal})) {
      log(value);
      controller.abort();
    }
  } catch (error) {
    told(error);
  }
  try {
    for await (const value of every(2, 7, {signal: controller.signal})) log(value);
  } catch (error) {
    told(error);
  }
}

async function main() {
  await order();
  await signals();
  await intervals();
  later(10000, 'unref', {ref: false}).then(log);
  log('end');
}
main();
