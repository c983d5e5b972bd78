// The locks of worker_threads: order, modes, options, errors, other threads.
const {Worker, isMainThread, parentPort, locks} = require('worker_threads');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function attempt(name, f) {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

async function alone() {
  await attempt('value', () => locks.request('a', async (lock) => {
    console.log(lock.name, lock.mode);
    return 5;
  }));
  await attempt('no promise', () => locks.request('a', () => 6));
  await attempt('rejected', () => locks.request('a', async () => { throw new Error('from inside'); }));
  await attempt('after it', () => locks.request('a', {mode: 'shared'}, (lock) => lock.mode));
  await attempt('mode', () => locks.request('a', {mode: 'zz'}, () => {}));
  await attempt('name', () => locks.request('-a', () => 1));
  await attempt('steal shared', () => locks.request('a', {steal: true, mode: 'shared'}, () => 1));
  await attempt('steal or not', () => locks.request('a', {steal: true, ifAvailable: true}, () => 1));
  await attempt('steal with signal', () => locks.request('a', {steal: true, signal: new AbortController().signal}, () => 1));
  await attempt('aborted', () => locks.request('a', {signal: AbortSignal.abort()}, () => 1));
  await attempt('aborted for a reason', () => locks.request('a', {signal: AbortSignal.abort(new Error('why'))}, () => 1));

  const order = [];
  const log = (text) => async () => {
    order.push(text);
    await sleep(5);
    order.push(text + ' ends');
  };
  await Promise.all([
    locks.request('b', {mode: 'shared'}, log('s1')), locks.request('b', {mode: 'shared'}, log('s2')),
    locks.request('b', log('x')), locks.request('b', {mode: 'shared'}, log('s3')), locks.request('c', () => order.push('other')),
  ]);
  console.log(order);

  console.log('before');
  const immediate = locks.request('d', () => { console.log('inside'); });
  console.log('after');
  console.log(await immediate);

  let release;
  const held = locks.request('e', () => new Promise((resolve) => release = resolve));
  const waiting = locks.request('e', {mode: 'shared'}, () => 'waited');
  const state = await locks.query();
  console.log(state.held.map((each) => each.name + ' ' + each.mode), state.pending.map((each) => each.name + ' ' + each.mode));
  console.log(state.held[0].clientId === `node-${process.pid}-0`, state.held.length, state.pending.length);
  await attempt('not available', () => locks.request('e', {ifAvailable: true}, (lock) => lock === null));
  await attempt('available', () => locks.request('f', {ifAvailable: true}, (lock) => lock.name));
  const controller = new AbortController();
  const given = locks.request('e', {signal: controller.signal}, () => 'never');
  controller.abort();
  await attempt('while it waits', () => given);
  await attempt('stolen', () => locks.request('e', {steal: true}, (lock) => 'by ' + lock.name));
  await attempt('was held', () => held);
  release('too late');
  await attempt('waiting', () => waiting);
  const last = await locks.query();
  console.log(last.held, last.pending);
}

async function withWorker() {
  const worker = new Worker(__filename);
  await new Promise((resolve) => worker.once('message', resolve));
  await attempt('worker has it', () => locks.request('w', {ifAvailable: true}, (lock) => lock === null));
  console.log((await locks.query()).held.length);
  worker.postMessage('release');
  await attempt('main has it', () => locks.request('w', (lock) => lock.name));
  worker.postMessage('take again');
  await new Promise((resolve) => worker.once('message', resolve));
  await worker.terminate();
  await attempt('its thread has ended', () => locks.request('w', (lock) => lock.mode));
}

if (isMainThread) {
  alone().then(withWorker);
} else {
  let release;
  const take = () => locks.request('w', () => {
    parentPort.postMessage('held');
    return new Promise((resolve) => release = resolve);
  });
  parentPort.on('message', (message) => message === 'release' ? release() : take());
  take();
}
