// The callbacks that run after a callback has thrown, when the program continues.
process.on('uncaughtException', error => console.log('uncaught', error.message));
const scenes = [];
const log = text => () => console.log(text);
const fail = text => () => { throw new Error(text); };
const tick = f => process.nextTick(f);
const busy = ms => {
  const start = Date.now();
  while (Date.now() < start + ms);
};

scenes.push(() => {
  console.log('- a timer, with timers behind it');
  setTimeout(() => {
    tick(log('tick'));
    queueMicrotask(log('microtask'));
    throw new Error('timer');
  }, 2);
  setTimeout(log('second'), 2);
  setTimeout(log('third'), 2);
  setTimeout(log('other list'), 4);
  busy(10);
});
scenes.push(() => {
  console.log('- the last timer');
  setTimeout(() => {
    setImmediate(log('immediate'));
    tick(log('tick'));
    queueMicrotask(log('microtask'));
    throw new Error('timer');
  }, 2);
});
scenes.push(() => {
  console.log('- an immediate, with others behind it');
  setImmediate(() => {
    tick(log('tick'));
    queueMicrotask(log('microtask'));
    throw new Error('immediate');
  });
  setImmediate(log('second'));
  setImmediate(() => {
    tick(log('tick of the third'));
    console.log('third');
  });
  setImmediate(fail('fourth'));
});
scenes.push(() => {
  console.log('- the last immediate');
  setImmediate(() => {
    tick(log('tick'));
    throw new Error('immediate');
  });
});
scenes.push(() => {
  console.log('- two ticks');
  tick(fail('tick'));
  tick(fail('tick 2'));
  tick(log('tick 3'));
  queueMicrotask(log('microtask'));
  setImmediate(log('immediate'));
});
scenes.push(() => {
  console.log('- ticks of an immediate, with others behind it');
  setImmediate(() => {
    tick(fail('tick'));
    tick(fail('tick 2'));
    tick(log('tick 3'));
    queueMicrotask(log('microtask'));
  });
  for (let i = 2; i < 5; i++) setImmediate(() => console.log('immediate', i));
});
scenes.push(() => {
  console.log('- ticks of a timer, with others behind it');
  setTimeout(() => {
    tick(fail('tick'));
    tick(fail('tick 2'));
    tick(log('tick 3'));
    queueMicrotask(log('microtask'));
  }, 2);
  setTimeout(log('second'), 2);
  setTimeout(() => {
    setImmediate(log('immediate'));
    console.log('third');
  }, 2);
  busy(5);
});
scenes.push(() => {
  console.log('- ticks of a lone timer');
  setTimeout(() => {
    setImmediate(log('immediate'));
    setImmediate(log('immediate 2'));
    tick(fail('tick'));
    tick(fail('tick 2'));
    tick(log('tick 3'));
    queueMicrotask(log('microtask'));
  }, 2);
});
scenes.push(() => {
  console.log('- microtasks');
  queueMicrotask(fail('microtask'));
  queueMicrotask(() => {
    tick(log('tick'));
    throw new Error('microtask 2');
  });
  queueMicrotask(log('microtask 3'));
  tick(log('tick first'));
});
scenes.push(() => {
  console.log('- an interval goes on');
  let rounds = 0;
  const interval = setInterval(() => {
    if (++rounds === 3) clearInterval(interval);
    throw new Error('interval ' + rounds);
  }, 3);
});
scenes.push(() => {
  console.log('- the listener itself makes callbacks');
  process.once('uncaughtException', () => {
    tick(log('tick of the listener'));
    setImmediate(log('immediate of the listener'));
  });
  setImmediate(log('immediate before'));
  setImmediate(fail('immediate'));
});

let next = 0;
(function step() {
  if (next === scenes.length) return;
  scenes[next++]();
  setTimeout(step, 60);
})();
tick(log('tick of the main program'));
throw new Error('main program');
