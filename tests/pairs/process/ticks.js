// process.nextTick with arguments, and the order of its callbacks.
process.nextTick((a, b, c) => console.log(a, b, c), 1, 'two', true);
process.nextTick(console.log, 'by a function', 5);
const counter = {n: 0};
process.nextTick(value => console.log('copied', value), counter.n);
counter.n = 5;
process.nextTick(() => {
  process.nextTick(() => console.log('nested'));
  console.log('outer');
});
queueMicrotask(() => console.log('microtask'));
console.log('main');
