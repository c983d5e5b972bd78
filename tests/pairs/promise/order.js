const log = text => () => console.log(text);
const sleep = (ms, value) => new Promise(resolve => setTimeout(() => resolve(value), ms));
async function steps(name, count) {
  for (let i = 1; i <= count; i++) {
    console.log(name, i);
    await null;
  }
  return name;
}
async function outer() {
  console.log('outer begins');
  const a = await steps('inner', 2);
  console.log('outer has', a);
  const b = await 7;
  console.log('outer has', b);
  await sleep(60);
  console.log('outer slept');
  return 'done';
}
process.nextTick(log('tick'));
Promise.resolve().then(log('then 1')).then(log('then 2')).then(log('then 3'));
outer().then(value => console.log(value));
steps('b', 4).then(value => console.log(value, 'ends'));
new Promise(resolve => {
  console.log('executor');
  resolve(1);
}).finally(log('finally')).then(value => console.log('after finally', value));
Promise.reject(new Error('e')).then(log('never')).catch(error => console.log('caught', error.message)).then(log('after catch'));
const once = sleep(30, 'shared');
(async () => console.log('first', await once))();
(async () => console.log('second', await once))();
queueMicrotask(log('microtask'));
setImmediate(log('immediate'));
console.log('main ends');
