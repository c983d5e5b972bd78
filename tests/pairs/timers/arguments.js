// Arguments for the callbacks of timers, and intervals with a callback that is slow, that throws, or that clears the
// interval.
setTimeout((a, b, c) => console.log(a, b, c), 1, 1, 'two', true);
setImmediate((a, b) => console.log(a, b), 'immediate', 2);
process.on('uncaughtException', error => console.log('uncaught', error.message));
const steps = [];
const next = () => steps.length > 0 && setTimeout(steps.shift(), 1);
steps.push(() => {
  let turn = 0;
  const interval = setInterval((name, step) => {
    console.log(name, turn += step);
    if (turn < 6) return;
    clearInterval(interval);
    next();
  }, 2, 'interval', 2);
});
steps.push(() => {
  let thrown = 0;
  const throwing = setInterval(() => {
    if (++thrown === 3) {
      clearInterval(throwing);
      next();
    }
    throw new Error('throw ' + thrown);
  }, 2);
});
steps.push(() => {
  const began = Date.now();
  let runs = 0;
  const slow = setInterval(() => {
    const start = Date.now();
    while (Date.now() < start + 8);
    if (++runs < 3) return;
    clearInterval(slow);
    console.log('slow', runs, Date.now() - began >= 27);
  }, 4);
});
next();
