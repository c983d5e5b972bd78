'use strict';
// In which microtask each result of an async generator comes. A clock counts the microtasks.
let tick = 0, running = true;
const count = () => { tick++; if (running) Promise.resolve().then(count); };
const say = (...what) => console.log(tick, ...what);
const told = (name, promise) => promise.then(r => say(name, r.value, r.done), error => say(name, error.message));
const settled = async () => { for (let i = 0; i < 30; i++) await null; };

async function* plain(n) {
  for (let i = 1; i <= n; i++) {
    say('yields', i);
    yield i;
  }
  say('ends');
}
async function* returning() {
  yield 1;
  return 2;
}
async function* awaiting() {
  await null;
  yield 1;
  await null;
  yield 2;
}
async function* delegating() {
  yield 0;
  yield* plain(2);
  yield 9;
}
async function* twice() {
  yield* delegating();
}
async function* ofList() {
  yield* [4, 5];
}
async function* failing() {
  yield 1;
  throw new Error('failing');
}
async function* catching() {
  for (let i = 0; ; i++) {
    let message;
    try {
      yield i;
    } catch (error) {
      message = error.message;
    }
    if (message) say('caught', message);
  }
}
async function* promised() {
  yield Promise.resolve(7);
  try {
    yield Promise.reject(new Error('promised'));
  } catch (error) {
    say('caught', error.message);
  }
  yield 8;
}
async function* sending() {
  let got = 0;
  for (;;) got = yield got + 1;
}

async function main() {
  count();
  for (const [name, make] of Object.entries({plain: () => plain(2), returning, awaiting, delegating, twice, ofList, failing, promised})) {
    console.log('--', name);
    tick = 0;
    const g = make();
    for (let i = 0; i < 6; i++) told('next ' + i, g.next());
    await settled();
    tick = 0;
    console.log('-- one by one');
    const h = make();
    try {
      for (let i = 0; i < 6; i++) {
        const r = await h.next();
        say('got', r.value, r.done);
      }
    } catch (error) {
      say('failed', error.message);
    }
    await settled();
    for (const how of ['return', 'throw']) {
      for (const before of [0, 1, 2]) {
        console.log('--', how, 'after', before);
        tick = 0;
        const k = make();
        for (let i = 0; i < before; i++) told('next', k.next());
        told(how, how === 'return' ? k.return(50) : k.throw(new Error('in')));
        told('behind', k.next());
        told('again', k.return(60));
        await settled();
        tick = 0;
        told('last', k.next());
        told('returns', k.return());
        told('throws', k.throw(new Error('late')));
        await settled();
      }
    }
  }
  console.log('-- catching');
  tick = 0;
  const c = catching();
  told('a', c.next());
  told('b', c.throw(new Error('one')));
  told('c', c.throw(new Error('two')));
  told('d', c.next());
  told('e', c.return(3));
  await settled();
  console.log('-- sending');
  tick = 0;
  const s = sending();
  told('a', s.next(100));
  told('b', s.next(10));
  told('c', s.next(20));
  await settled();
  told('d', s.next(30));
  await settled();
  console.log('-- for await');
  tick = 0;
  for await (const each of delegating()) say('each', each);
  running = false;
}
main();
