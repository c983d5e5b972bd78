// The functions of channels and of tracing channels.
const dc = require('diagnostics_channel');
const {AsyncLocalStorage} = require('async_hooks');
const channel = dc.channel('my-channel');
console.log(channel.name, channel.hasSubscribers, dc.hasSubscribers('my-channel'), dc.hasSubscribers('other'));
channel.publish({nobody: 1});
const first = (message, name) => { console.log('first', message, name); message.seen = 1; };
const second = message => console.log('second', message);
channel.subscribe(first);
dc.subscribe('my-channel', second);
console.log(channel.hasSubscribers, dc.hasSubscribers('my-channel'), dc.channel('my-channel') === channel);
channel.publish({a: 1});
channel.publish('text');
console.log(channel.unsubscribe(first), channel.unsubscribe(first), dc.unsubscribe('my-channel', second),
  dc.unsubscribe('unknown', second), channel.hasSubscribers);
try {
  channel.subscribe(undefined);
} catch (error) {
  console.log(error.name, error.code, error.message);
}
// A subscriber that takes itself off, and one that throws.
const once = message => { console.log('once', message); channel.unsubscribe(once); };
channel.subscribe(once);
channel.subscribe(() => { throw new Error('of a subscriber'); });
const last = message => console.log('last', message);
channel.subscribe(last);
process.once('uncaughtException', error => console.log('uncaught', error.message));
channel.publish(1);
setImmediate(() => {
  process.once('uncaughtException', error => console.log('uncaught', error.message));
  channel.publish(2);
  setImmediate(stores);
});
function stores() {
  const als = new AsyncLocalStorage();
  const plain = new AsyncLocalStorage();
  const bound = dc.channel('stores');
  console.log(bound.runStores({id: 0}, (a, b) => a + b, undefined, 1, 2));
  bound.bindStore(als, message => 'id ' + message.id);
  bound.bindStore(plain);
  bound.subscribe(message => console.log('subscriber', als.getStore(), plain.getStore()));
  console.log(bound.runStores({id: 7}, () => { console.log('inside', als.getStore(), plain.getStore()); return 'done'; }));
  console.log('outside', als.getStore());
  console.log(bound.unbindStore(als), bound.unbindStore(als), bound.unbindStore(plain), bound.hasSubscribers);
  tracing();
}
function tracing() {
  const trace = dc.tracingChannel('work');
  console.log(trace.start.name, trace.asyncEnd.name, !!trace.hasSubscribers);
  console.log(trace.traceSync(x => x + 1, {}, null, 1));
  const say = event => message => console.log(event, message.id, message.result, message.error && message.error.message);
  const handlers = {start: say('start'), end: say('end'), asyncStart: say('asyncStart'), asyncEnd: say('asyncEnd'), error: say('error')};
  trace.subscribe(handlers);
  console.log(!!trace.hasSubscribers, dc.hasSubscribers('tracing:work:start'));
  console.log(trace.traceSync((a, b) => { console.log('work'); return a * b; }, {id: 1}, null, 2, 3));
  try {
    trace.traceSync(() => { throw new Error('no'); }, {id: 2});
  } catch (error) {
    console.log('caught', error.message);
  }
  console.log(trace.traceCallback((a, callback) => { console.log('asks', a); callback(null, a + 1); return 'returned'; },
    -1, {id: 3}, null, 5, (error, result) => console.log('callback', result)));
  trace.traceCallback((callback, a) => callback(new Error('failed ' + a)), 0, {id: 4}, null,
    error => console.log('callback', error.message), 6);
  trace.tracePromise(async a => { console.log('async'); await null; return a * 2; }, {id: 5}, null, 4)
    .then(value => console.log('value', value))
    .then(() => trace.tracePromise(async () => { await null; throw new Error('rejected'); }, {id: 6}))
    .catch(error => console.log('reason', error.message))
    .then(() => {
      console.log(trace.unsubscribe(handlers), trace.unsubscribe(handlers), !!trace.hasSubscribers);
    });
}
