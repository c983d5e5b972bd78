// util.callbackify, util.promisify with a form of its own, and util.aborted: what is called, when, and with what.
const util = require('util');
const order = [];
const later = util.callbackify(async (a, b) => a + b);
later(1, 2, (error, sum) => {
  console.log(error, sum);
  order.push('callback');
});
order.push('called');
process.nextTick(() => order.push('tick'));
Promise.resolve().then(() => order.push('microtask'));
const fails = util.callbackify(async name => { throw new RangeError(`no ${name}`); });
fails('way', (error, value) => console.log(error.name, error.message, value));
util.callbackify(async () => {})(error => console.log('nothing', error));
util.callbackify(async text => text.length)('four', (error, length) => console.log(length));
try {
  util.callbackify(() => { throw new Error('at once'); })(() => console.log('never'));
} catch (error) {
  console.log(error.message);
}
process.on('uncaughtException', error => console.log('uncaught', error.message));
util.callbackify(async () => 1)(() => { throw new Error('from the callback'); });
setTimeout(() => console.log(order.join(' ')), 5);

class Read {
  static read(callback) { callback(null, 'by callback'); }
}
Read.read[util.promisify.custom] = async () => 'by its own form';
util.promisify(Read.read)().then(text => console.log(text));

const controller = new AbortController();
const resource = {};
util.aborted(controller.signal, resource).then(() => console.log('aborted', controller.signal.aborted));
util.aborted(AbortSignal.abort(), resource).then(() => console.log('was aborted'));
setTimeout(() => util.aborted(undefined, resource).catch(error => console.log(error.code, error.message)), 6);
setTimeout(() => util.aborted(controller.signal, undefined).catch(error => console.log(error.code, error.message)), 7);
setTimeout(() => controller.abort(), 10);
