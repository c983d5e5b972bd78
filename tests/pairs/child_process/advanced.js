// serialization: 'advanced': values of all kinds between a program and its child.
const {fork} = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    if (message === 'end') return process.disconnect();
    process.send(message);
  });
} else {
  const child = fork(__filename, ['child'], {serialization: 'advanced'});
  const shared = {in: 'both'};
  const map = new Map([['one', 1], ['shared', shared], [2, new Set([shared, 'x'])]]);
  map.set('self', map);
  const list = [1, , undefined, null];
  list.name = 'with a name';
  const messages = [
    'text', 'żółw', '', 5, -1, 0.5, -0, 2147483648, NaN, Infinity, true, false, null, 'long '.repeat(50000).length,
    {a: 1, b: [2, {c: 3}], 7: 'seven'}, map, new Set(), new Map(), new Set([1, 'two', 3n]), list,
    new Date(0), new Date(NaN), /a(b)+/giu, [5n, -12345678901234567890123n, 0n], undefined + '',
    Buffer.from('buffer'), new Uint8Array([1, 2, 3]).subarray(1), new Float64Array([0.5, -0]), new BigInt64Array([-1n]),
    new ArrayBuffer(3), new Uint16Array(), {shared, again: shared}, '\ud800x', {undefined: undefined, list: [undefined]},
  ];
  const circle = {};
  circle.self = circle;
  messages.push(circle);
  let next = 0;
  child.on('message', (message) => {
    console.log(message);
    if (message instanceof Map && message.size > 1) {
      console.log(message.get('self') === message, message.get(2).has(message.get('shared')));
    }
    if (++next < messages.length) return child.send(messages[next]);
    child.removeAllListeners('message');
    child.once('message', (error) => {
      console.log(error.name, error.message, error.cause.name, error.cause.message, error.code);
      child.send('long '.repeat(50000));
      child.once('message', (text) => {
        console.log(text.length);
        child.send('end');
      });
    });
    const error = new RangeError('too far', {cause: new TypeError('why')});
    error.code = 'FAR';
    child.send(error);
  });
  for (const bad of [Symbol('s'), 5n, function hello() {}, {deep: [Symbol()]}, undefined]) {
    try {
      child.send(bad);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  try {
    fork(__filename, ['child'], {serialization: 'other'});
  } catch (error) {
    console.log(error.code, error.message);
  }
  child.on('exit', (code) => console.log('exit', code));
  child.send(messages[0]);
}
