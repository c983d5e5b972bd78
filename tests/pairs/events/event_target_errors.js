// What listeners of an EventTarget throw, and rejections of promises that they return.
process.on('uncaughtException', error => console.log('uncaught:', error.message));
const target = new EventTarget();
target.addEventListener('x', () => { throw new Error('thrown'); });
target.addEventListener('x', async () => { throw new Error('rejected'); });
target.addEventListener('x', () => console.log('the next one is called'));
console.log(target.dispatchEvent(new Event('x')));
process.nextTick(() => console.log('tick'));
try {
  target.dispatchEvent(undefined);
} catch (error) {
  console.log(error.code);
}
try {
  target.addEventListener('x', () => {}, {signal: new EventTarget()});
} catch (error) {
  console.log(error.code);
}
