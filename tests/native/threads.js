'use strict';
// Tests several environments in one process that end in the middle of their work.
const assert = require('assert');
const {Worker} = require('worker_threads');

module.exports = ({test, m, file, quick}) => {
  const start = script => new Worker(`const {parentPort, workerData} = require('worker_threads');
    const m = require(workerData.file);\n${script}`, {eval: true, workerData: {file}});
  const message = worker => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const exit = worker => new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));

  test('state is an environment\'s own', async () => {
    const before = m.countCall();
    const worker = start(`m.countCall(); parentPort.postMessage(m.countCall());`);
    assert.strictEqual(await message(worker), 2);
    assert.strictEqual(m.countCall(), before + 1);
  });

  test('8 threads at once', async () => {
    const rounds = quick ? 20 : 200;
    const workers = Array.from({length: 8}, () => start(`(async () => {
      for (let i = 0; i < ${rounds}; i++) {
        if (await m.countPrimes(1000 + i) !== m.countPrimesSync(1000 + i)) throw new Error('count');
        if (await m.twiceLater(n => n * 2, i) !== i * 4) throw new Error('twice');
        if (await m.sumBytesLater(new Uint8Array(100).fill(i)) !== 100 * (i % 256)) throw new Error('sum');
        const counter = new m.Counter(i);
        if (m.valueOf_(counter) !== i || m.mirrored({x: i, y: 1}).y !== i) throw new Error('value');
        await m.failLater('type').then(() => { throw new Error('no error'); }, () => {});
        if (m.makeBuffer(5000, 3)[4999] !== 3) throw new Error('buffer');
      }
      parentPort.postMessage('done');
    })();`));
    const ends = workers.map(exit);
    assert.deepStrictEqual(await Promise.all(workers.map(message)), Array(8).fill('done'));
    assert.deepStrictEqual(await Promise.all(ends), Array(8).fill(0));
  });

  test('environments end with calls waiting, running and reporting', async () => {
    for (let round = 0; round < (quick ? 3 : 10); round++) {
      const workers = Array.from({length: 4}, () => start(`
        const kept = Buffer.alloc(1 << 16);
        m.keep(kept); m.listen(n => n);
        for (let i = 0; i < 20; i++) {
          m.fillSlowly(Buffer.alloc(1 << 16), i); m.sleep(20); m.greetLater('x'); m.spin(1000);
          m.progress(1e6, () => {}); new m.Counter(1).addSlowly(1); m.makeBufferLater(1 << 16, 1);
          m.spin(1000, {signal: new AbortController().signal});
          m.rethrowLater(() => { throw new Error('x'); }).catch(() => {});
        }
        parentPort.postMessage('ready');`));
      await Promise.all(workers.map(message));
      await new Promise(resolve => setTimeout(resolve, round * 3));
      await Promise.all(workers.map((worker, i) => i % 2 ? worker.terminate() : (worker.postMessage(0), worker.terminate())));
    }
    assert.strictEqual(await m.addLater(1, 2), 3);
  });

  test('a worker that ends itself', async () => {
    for (const script of ['process.exit(0)', 'throw new Error("mine")']) {
      const worker = start(`m.sleep(100); m.progress(1e6, () => {}); m.fillSlowly(Buffer.alloc(100), 1);
        setTimeout(() => { ${script}; }, 5);`);
      await new Promise(resolve => worker.once('exit', resolve).on('error', () => {}));
    }
    assert.strictEqual(m.add(1, 2), 3);
  });

  test('a worker inside a synchronous call is terminated', async () => {
    const worker = start(`parentPort.postMessage('ready'); while (true) m.twice(n => n, 1);`);
    await message(worker);
    await worker.terminate();
    const another = start(`parentPort.postMessage(m.twice(n => { process.exit(5); }, 1));`);
    assert.strictEqual(await exit(another), 5);
  });

  test('bytes that two threads share', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(1 << 16));
    const worker = new Worker(`const {workerData} = require('worker_threads');
      require(workerData.file).fill(workerData.shared, 7);`, {eval: true, workerData: {file, shared}});
    await exit(worker);
    assert.strictEqual(m.sumBytes(shared), 7 << 16);
  });
};
