// Timers that clear each other while they run.
const log = text => () => console.log(text);
const busy = ms => {
  const start = Date.now();
  while (Date.now() < start + ms);
};
let second, third, immediate2;
setTimeout(() => {
  console.log('first');
  clearTimeout(second);
  third.refresh();
}, 2);
second = setTimeout(log('second'), 2);
third = setTimeout(log('third'), 2);
setTimeout(log('fourth'), 2);
busy(6);
setTimeout(() => {
  const own = setTimeout(() => {
    clearTimeout(own);
    console.log('cleared itself');
    own.refresh();
  }, 1);
  const interval = setInterval(() => {
    console.log('interval');
    interval.close();
    interval.refresh();
  }, 1);
}, 20);
setTimeout(() => {
  setImmediate(() => {
    console.log('immediate 1');
    clearImmediate(immediate2);
    setImmediate(log('immediate 4'));
  });
  immediate2 = setImmediate(log('immediate 2'));
  setImmediate(log('immediate 3'));
}, 40);
setTimeout(() => {
  const unrefed = setInterval(log('never'), 1000);
  unrefed.unref();
  const again = setTimeout(() => console.log('referenced again'), 5);
  again.unref();
  again.ref();
}, 60);
