// What console.log prints of objects of the library.
const http = require('http');
const crypto = require('crypto');
const {createHistogram, PerformanceObserver} = require('perf_hooks');
const net = require('net');
const util = require('util');
const zlib = require('zlib');
const {constants} = require('buffer');
const {AsyncLocalStorage} = require('async_hooks');
const {StringDecoder} = require('string_decoder');
const dc = require('diagnostics_channel');
const {isMainThread, threadId, threadName, workerData, parentPort} = require('worker_threads');

class Account {
  constructor(owner, cents) { this.owner = owner; this.cents = cents; }
}
class Silent {}
class Emitter extends require('events') {}

// Without the properties that are internal in Node.
function publicOf(object) {
  const shown = Object.create(object.constructor.prototype);
  for (const [key, value] of Object.entries(object))
    if (!key.startsWith('_') && key !== 'options') shown[key] = value;
  return shown;
}

console.log(http.STATUS_CODES, http.METHODS);
console.log(publicOf(http.globalAgent));
console.log(crypto.generateKeyPairSync('ed25519'), [crypto.createSecretKey(Buffer.from('abc'))]);
console.log(crypto.generateKeyPairSync('rsa', {modulusLength: 1024}).publicKey.asymmetricKeyDetails);
console.log(crypto.generateKeyPairSync('ec', {namedCurve: 'prime256v1'}).privateKey.asymmetricKeyDetails);
console.log(crypto.generateKeyPairSync('ed25519').publicKey.asymmetricKeyDetails);
const encoded = crypto.generateKeyPairSync('ed25519', {publicKeyEncoding: {type: 'spki', format: 'der'}, privateKeyEncoding: {type: 'pkcs8', format: 'pem'}});
console.log(util.inspect(encoded).replace(/[0-9a-f]{2} [0-9a-f ]+( \.\.\.|>)|[A-Za-z0-9+/]{20,}=*/g, '…'));
console.log(performance.mark('a', {startTime: 1}), performance.mark('long', {startTime: 2, detail: {list: [1, 2]}}));
console.log([performance.measure('c', {start: 1, duration: 5})], new PerformanceObserver(() => {}));
console.log(performance.eventLoopUtilization(), createHistogram());
const histogram = createHistogram();
for (const value of [1, 2, 3]) histogram.record(value);
console.log(histogram);
for (const value of [10, 50]) histogram.record(value);
console.log({histogram}, util.inspect({a: {b: {histogram}}}));
const list = new net.BlockList();
list.addAddress('1.2.3.4');
list.addSubnet('10.0.0.0', 8);
console.log(list, new net.SocketAddress(), {address: new net.SocketAddress({address: '::1', family: 'ipv6', port: 80})});
console.log(zlib.codes, constants, util.inspect.defaultOptions, new StringDecoder('hex').encoding);
console.log(new AsyncLocalStorage(), dc.channel('x').name, dc.tracingChannel('y'));
console.log(isMainThread, threadId, [threadName], workerData, parentPort);
console.log(Promise.resolve(1), Promise.resolve(), [Promise.resolve({a: 1})], new Promise(() => {}), {a: {b: {c: Promise.resolve()}}});
const {promise, resolve, reject} = Promise.withResolvers();
const both = {promise, resolve, reject};
console.log(both);
console.log(util.inspect(both, {colors: true, depth: 0}));
resolve('x'.repeat(90));
console.log(both);
const failed = Promise.reject(Object.assign(new Error('no'), {stack: 'Error: no'}));
failed.catch(() => {});
console.log(failed, util.isDeepStrictEqual(promise, promise), util.isDeepStrictEqual(promise, Promise.resolve('x'.repeat(90))), String(promise));
const ann = new Account('Ann', 5);
console.log(ann, [ann], {silent: new Silent()}, util.inspect({a: {b: {ann}}}, {depth: 1}), util.isDeepStrictEqual(ann, new Account('Bob', 5)));
console.log(new Silent(), {[Symbol.toStringTag]: 'x'}.a, [function() {}, () => 1].length, Object.keys(publicOf(new Emitter())), new Emitter().constructor.name);
