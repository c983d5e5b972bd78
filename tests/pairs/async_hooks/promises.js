// The context of what waits for promises, and that coroutines which run in turns do not mix theirs.
const {AsyncLocalStorage} = require('async_hooks');
const sleep = require('timers/promises').setTimeout;
const als = new AsyncLocalStorage();
const show = name => console.log(name, als.getStore());
let resolve;
const promise = als.run('made', () => new Promise(r => { resolve = r; }));
als.run('then', () => promise.then(() => { show('then'); als.enterWith('inside'); }).then(() => show('then again')));
als.run('catch', () => Promise.reject(new Error('no')).catch(() => show('catch')).finally(() => show('finally')));
als.run('await', async () => {
  show('before await');
  await promise;
  show('after await');
  als.enterWith('entered');
  await null;
  show('after enterWith');
  await als.run('inner', async () => { show('inner'); await null; show('inner after await'); });
  show('outer after inner');
});
als.run('resolver', () => setTimeout(() => resolve(), 1));
async function worker(name) {
  for (let i = 0; i < 3; ++i) {
    await sleep(30);
    show(name + i);
    await deeper(name);
  }
}
async function deeper(name) {
  await null;
  show(name + ' deeper');
  await sleep(1);
  if (name != 'c' && als.getStore() != name) console.log('mixed');
}
als.run('a', () => worker('a'));
als.run('b', () => worker('b'));
worker('c');
als.run('all', () => Promise.all([sleep(150), promise]).then(() => show('all')));
als.run('race', async () => { await Promise.race([sleep(250), new Promise(() => {})]); show('race'); });
async function* numbers() {
  show('generator begins');
  yield 1;
  show('generator goes on');
  await sleep(1);
  show('generator after await');
  yield 2;
}
(async () => {
  const iterator = als.run('made', () => numbers());
  await als.run('first', () => iterator.next());
  await als.run('second', () => iterator.next());
  await als.run('last', () => iterator.next());
  als.enterWith('loop');
  for await (const each of numbers()) show('for await ' + each);
})();
function* plain() { show('plain begins'); yield 1; show('plain goes on'); }
const steps = als.run('plain', () => plain());
als.run('step 1', () => steps.next());
als.run('step 2', () => steps.next());
show('outside');
