const log = text => () => console.log(text);
setTimeout(() => {
  setImmediate(log('immediate in timer'));
  setTimeout(log('timer in timer'), 0);
  process.nextTick(log('tick in timer'));
  queueMicrotask(log('microtask in timer'));
  console.log('timer 1');
}, 20);
setTimeout(log('timer 2, same time'), 20);
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => {
    console.log('tick in immediate');
    queueMicrotask(log('microtask in tick'));
    process.nextTick(log('tick in tick'));
  });
  setImmediate(log('immediate in immediate'));
});
setImmediate(log('immediate 2'));
queueMicrotask(() => {
  console.log('microtask 1');
  process.nextTick(log('tick in microtask'));
  queueMicrotask(log('microtask in microtask'));
});
process.nextTick(log('tick 1'));
process.nextTick(() => {
  queueMicrotask(log('microtask in tick 2'));
  console.log('tick 2');
});
console.log('main');
