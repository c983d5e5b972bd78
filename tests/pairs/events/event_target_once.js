// events.once and events.on with EventTargets, the option signal, attributes, and an AbortSignal as a target.
const events = require('events');
(async () => {
  const target = new EventTarget();
  setImmediate(() => target.dispatchEvent(new CustomEvent('go', {detail: 3})));
  const [event] = await events.once(target, 'go');
  console.log(event.type, event.detail, events.listenerCount(target, 'go'));
  setImmediate(() => {
    for (let i = 0; i < 3; i++) target.dispatchEvent(new CustomEvent('go', {detail: i}));
  });
  let sum = 0;
  for await (const [event] of events.on(target, 'go')) {
    sum += event.detail;
    if (event.detail === 2) break;
  }
  console.log(sum, events.listenerCount(target, 'go'));
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  try {
    await events.once(target, 'never', {signal: stop.signal});
  } catch (error) {
    console.log(error.name, error.code, error.cause.name);
  }

  const controller = new AbortController();
  const {signal} = controller;
  target.addEventListener('x', () => console.log('until the abort'), {signal});
  target.dispatchEvent(new Event('x'));
  signal.onabort = event => console.log('onabort', event.type, event.target === signal, event.isTrusted);
  const seen = event => console.log('listener', event instanceof Event);
  signal.addEventListener('abort', seen);
  signal.addEventListener('abort', () => console.log('not any more'));
  signal.addEventListener('abort', event => event.stopImmediatePropagation());
  signal.addEventListener('abort', () => console.log('never'));
  events.addAbortListener(signal, () => console.log('resists'));
  signal.removeEventListener('abort', seen);
  signal.dispatchEvent(new Event('abort'));
  console.log(signal.aborted);
  target.dispatchEvent(new Event('x'));
  signal.addEventListener('abort', seen);
  controller.abort(new DOMException('given up', 'NotFoundError'));
  console.log(signal.reason.name, signal.reason.code, signal.aborted);
  target.dispatchEvent(new Event('x'));
  target.addEventListener('x', () => console.log('never'), {signal});
  target.dispatchEvent(new Event('x'));
  console.log(signal, controller);
  signal.onabort = null;
  console.log(signal.onabort);
  const either = AbortSignal.any([AbortSignal.abort(), signal]);
  console.log(either.aborted, either.reason.name);
})();
