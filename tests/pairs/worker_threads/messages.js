// Messages with values of all kinds that structuredClone carries, between a program and its worker and over ports.
const {Worker, isMainThread, parentPort, workerData, MessageChannel, receiveMessageOnPort} = require('worker_threads');

function show(value) {
  for (const [key, each] of Object.entries(value)) {
    if (each instanceof Error) console.log(key, each instanceof RangeError, each.name, each.message, each.cause ? each.cause.message : 'no cause', each.code);
    else console.log(key, each);
  }
}

if (isMainThread) {
  const shared = {in: 'both'};
  const map = new Map([['one', 1], ['shared', shared]]);
  map.set('self', map);
  const error = new RangeError('too far', {cause: new Error('why')});
  error.code = 'FAR';
  const list = [1, , undefined, null];
  list.name = 'with a name';
  const data = {
    map, set: new Set(['x', 1, shared]), shared, error, list,
    date: new Date(0), bad: new Date(NaN), pattern: /a(b)+/giu, big: 12345678901234567890n, minus: -5n,
    zero: -0, nan: NaN, inf: -Infinity, lone: '\ud800x', empty: '', text: 'żółw \u{1f422}',
    bytes: new Uint8Array([1, 2, 3]).subarray(1), floats: new Float64Array([0.5, -0]), view: new DataView(new ArrayBuffer(4), 1, 2),
    buffer: new ArrayBuffer(3), bigs: new BigUint64Array([2n ** 64n - 1n]),
  };
  const worker = new Worker(__filename, {workerData: data});
  let message;
  worker.on('message', (value) => message = value);
  worker.on('exit', (code) => {
    console.log('exit', code);
    show(message);
    console.log(message.map.get('self') === message.map, message.map.get('shared') === message.shared, message.set.has(message.shared));
    console.log(data.map.get('self') === data.map, Object.is(message.zero, -0), 1 in message.list, 2 in message.list);
    const {port1, port2} = new MessageChannel();
    port1.postMessage(new Set([new Map([[{a: 1}, new Set()]])]));
    port1.postMessage([new TypeError('one'), [new Error('two')]]);
    console.log(receiveMessageOnPort(port2).message);
    const errors = receiveMessageOnPort(port2).message;
    console.log(errors[0] instanceof TypeError, String(errors[0]), String(errors[1][0]));
    for (const bad of [() => {}, Symbol('s'), {deep: [Symbol()]}, new Map([[1, Symbol('in a map')]])]) {
      try {
        port1.postMessage(bad);
      } catch (error) {
        console.log(error.name, error.code, typeof bad === 'function' ? '' : error.message);
      }
    }
    port1.close();
  });
} else {
  show(workerData);
  parentPort.postMessage(workerData);
}
