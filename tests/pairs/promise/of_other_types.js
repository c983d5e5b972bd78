// Promises of one type where those of another are expected, and the order of what waits for them.
const {setTimeout: wait, setInterval: every} = require('timers/promises');
const {once} = require('events');
const order = [];
const tasks = {
  text: async () => 'text',
  late: () => wait(5, 'late'),
  number: async () => 7,
  plain: () => 'plain',
  fails: () => wait(1).then(() => { throw new RangeError('no result'); }),
};
async function call(name) {
  try {
    const result = await tasks[name]();
    order.push(name);
    return result;
  } catch (error) {
    return `${error}`;
  }
}
(async () => {
  console.log(await Promise.all(Object.keys(tasks).map(call)), order);
  const steps = [];
  const shared = Promise.resolve('shared');
  const same = (() => shared)();
  same.then(value => steps.push('same ' + value));
  shared.then(value => steps.push('shared ' + value));
  Promise.resolve().then(() => steps.push('tick'));
  let settle;
  const pending = new Promise(resolve => settle = resolve);
  const view = (() => pending)();
  view.then(() => steps.push('view'));
  setImmediate(() => { settle('x'); Promise.resolve().then(() => steps.push('after')); });
  await wait(5);
  console.log(steps.filter(step => !['same shared', 'shared shared'].includes(step)), steps.length);
  const list = [tasks.text(), tasks.number(), Promise.reject(new TypeError('rejected'))];
  for (const {status, value, reason} of await Promise.allSettled(list)) console.log(status, value ?? reason.message);
  const caught = tasks.fails().catch(error => error.message);
  console.log(await caught);
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  const [event] = await once(controller.signal, 'abort');
  console.log(event.type, controller.signal.aborted);
  let ticks = 0;
  for await (const text of every(1, 'tick')) {
    console.log(text + ++ticks);
    if (ticks === 2) break;
  }
})();
