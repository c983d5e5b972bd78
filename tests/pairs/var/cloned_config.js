// structuredClone of a program's data: copies that change independently, what is shared stays shared, transfers, errors.
const defaults = {
  name: 'service',
  limits: new Map([['rows', {max: 10, tags: new Set(['a'])}], ['bytes', {max: 5, tags: new Set()}]]),
  started: new Date(86400000),
  pattern: /^(\d+)-(?<rest>.*)$/u,
  nested: {list: [1, [2, [3, {deep: true}]]], none: undefined, nothing: null, big: 2n ** 70n},
  bytes: new Uint8Array([1, 2, 3, 4]),
};
defaults.self = defaults;
defaults.again = defaults.nested;
const copy = structuredClone(defaults);
copy.limits.get('rows').max = 99;
copy.limits.get('rows').tags.add('b');
copy.limits.set('new', {max: 0});
copy.nested.list[1][1][1].deep = 'changed';
copy.bytes[0] = 255;
copy.started.setUTCDate(5);
console.log(defaults.limits, defaults.nested, defaults.bytes, defaults.started.toISOString());
console.log(copy.limits, copy.nested, copy.bytes, copy.started.toISOString());
console.log(copy.self === copy, copy.again === copy.nested, copy.nested !== defaults.nested, copy.pattern !== defaults.pattern, '12-x'.match(copy.pattern).groups.rest);
const list = [1, , 3];
list.extra = {a: 1};
console.log(structuredClone(list), structuredClone([undefined, null, NaN, -0]), structuredClone('text'), structuredClone(-0));
const buffer = new ArrayBuffer(4);
const view = new Int16Array(buffer);
view[1] = -2;
const moved = structuredClone({view, buffer}, {transfer: [buffer]});
console.log(buffer.byteLength, view.length, moved.view, moved.view.buffer === moved.buffer);
for (const bad of [() => 1, {f() {}}, [Symbol('x')], new Map([[1, () => 2]])]) {
  try {
    structuredClone(bad);
  } catch (error) {
    console.log(error.name, error.code, error instanceof DOMException, typeof error.message);
  }
}
const failure = structuredClone({error: new SyntaxError('line 1', {cause: new Error('inner')})}).error;
console.log(failure.name, failure.message, failure.cause.message, failure instanceof SyntaxError);
const history = [];
for (let i = 0; i < 3; i++) {
  defaults.nested.list.push(i);
  history.push(structuredClone(defaults.nested));
}
console.log(history.map((each) => each.list.length), history[0].list.at(-1));
