// postMessageToThread with the events worker and workerMessage, and cpuUsage of a worker.
const {Worker, isMainThread, parentPort, postMessageToThread, threadId} = require('worker_threads');

async function attempt(name, f) {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

if (isMainThread) {
  const back = [];
  process.on('workerMessage', (value, source) => {
    back.push([value, source > 0]);
  });
  process.on('worker', (worker) => console.log('a worker', worker.threadId > 0));
  const worker = new Worker(__filename);
  const other = new Worker(__filename, {workerData: 'other'});
  let ready = 0;
  const begin = async () => {
    if (++ready < 2) return;
    const id = worker.threadId;
    await attempt('plain', () => postMessageToThread(id, {a: 1}));
    await attempt('map', () => postMessageToThread(id, new Map([[1, new Set([2])]])));
    const buffer = new ArrayBuffer(4);
    await attempt('moved', () => postMessageToThread(id, {buffer}, [buffer]));
    console.log(buffer.detached);
    await attempt('unknown thread', () => postMessageToThread(9999, 1));
    await attempt('own thread', () => postMessageToThread(threadId, 1));
    await attempt('time-out below 0', () => postMessageToThread(id, 1, -1));
    await attempt('throws', () => postMessageToThread(id, 'throw'));
    await attempt('cannot be cloned', () => postMessageToThread(id, Symbol('x')));
    await attempt('back', () => postMessageToThread(id, 'back'));
    await attempt('across', () => postMessageToThread(id, other.threadId));
    await attempt('slow', () => postMessageToThread(id, 'slow', 20));
    await attempt('after it', () => postMessageToThread(id, 'after'));
    await attempt('silent', () => postMessageToThread(id, 'silent'));
    await attempt('no listener', () => postMessageToThread(id, 'nobody hears this'));
    const first = await worker.cpuUsage();
    const second = await worker.cpuUsage(first);
    console.log(Object.keys(first), first.user > 0, second.user >= 0, second.user < first.user + 1e6);
    try {
      await worker.cpuUsage({user: -1, system: 0});
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
    await worker.terminate();
    await attempt('ended', () => worker.cpuUsage());
    await attempt('ended', () => postMessageToThread(id, 1));
    await other.terminate();
    console.log(back.length, back);
  };
  worker.on('message', begin);
  other.on('message', begin);
} else {
  process.on('workerMessage', (value, source) => {
    if (value === 'throw') throw new Error('listener');
    if (value === 'back') return postMessageToThread(source, {thanks: 'for it'});
    if (value === 'silent') return process.removeAllListeners('workerMessage');
    if (value === 'slow') for (const end = Date.now() + 100; Date.now() < end;);
    if (typeof value === 'number') return postMessageToThread(value, 'from a worker');
    if (value === 'from a worker') return postMessageToThread(0, 'it came');
  });
  setInterval(() => {}, 1000);
  parentPort.postMessage('ready');
}
