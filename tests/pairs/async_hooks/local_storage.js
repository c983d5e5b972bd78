// The functions of AsyncLocalStorage, without anything asynchronous.
const {AsyncLocalStorage} = require('async_hooks');
const als = new AsyncLocalStorage();
const show = name => console.log(name, als.getStore());
show('outside');
console.log('result', als.run('a', (x, y) => { show('run'); return x + y; }, 1, 2));
show('after run');
als.run('outer', () => {
  als.run('inner', () => show('inner'));
  show('outer again');
  als.exit(() => { show('exit'); als.run('in exit', () => show('run in exit')); show('exit again'); });
  show('outer after exit');
});
try {
  als.run('throws', () => { show('before throw'); throw new Error('thrown'); });
} catch (error) {
  console.log('caught', error.message);
}
show('after throw');
als.run('left', () => { als.enterWith('entered'); show('enterWith'); });
show('after enterWith in run');
als.enterWith('stays');
show('enterWith outside');
als.disable();
show('disabled');
als.run('again', () => { show('run after disable'); als.disable(); show('disabled inside'); });
show('end');

const counted = new AsyncLocalStorage({defaultValue: 5, name: 'counted'});
console.log(counted.name, counted.getStore());
counted.run(6, () => console.log(counted.getStore()));
counted.exit(() => console.log(counted.getStore()));
console.log(counted.getStore(), JSON.stringify(als.name));

// Two storages do not disturb each other, also when one of them is entered inside of the other's run().
const other = new AsyncLocalStorage();
als.run('x', () => {
  other.enterWith('y');
  als.run('z', () => console.log(als.getStore(), other.getStore()));
  console.log(als.getStore(), other.getStore());
});
console.log(als.getStore(), other.getStore());
other.run('w', () => { als.enterWith('v'); other.enterWith('u'); });
console.log(als.getStore(), other.getStore());

// Shared values are the same for all who get them.
const maps = new AsyncLocalStorage();
maps.run(new Map(), () => {
  maps.getStore().set('id', 1);
  const held = maps.getStore();
  console.log(maps.getStore().get('id'), maps.run(held, () => maps.getStore() === held));
  maps.run(held, () => maps.enterWith(new Map([['id', 2]])));
  console.log(maps.getStore().get('id'));
});
console.log(maps.getStore());

// Functions that keep a context.
const [bound, snapshot] = als.run('kept', () =>
  [AsyncLocalStorage.bind((a, b) => a + als.getStore() + b), AsyncLocalStorage.snapshot()]);
als.run('now', () => {
  console.log(bound('<', '>'));
  console.log(snapshot(f => f + als.getStore(), 'in '));
  show('still');
});
{
  // A scope gives the value of before back.
  als.enterWith('first');
  const scope = als.withScope('scoped');
  show('withScope');
  scope[Symbol.dispose]();
  show('disposed');
  scope[Symbol.dispose]();
  show('disposed again');
}
