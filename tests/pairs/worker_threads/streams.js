// Streams that go to a worker and come back: what the worker reads, writes and transforms, and what becomes of them when
// it ends.
const {Worker, isMainThread, parentPort, workerData} = require('worker_threads');
const {once} = require('events');
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
async function inWorker() {
  const words = [];
  for await (const word of workerData.words) words.push(word);
  parentPort.postMessage({words});
  const writer = workerData.log.getWriter();
  for (let i = 0; i < 3; i++) await writer.write('line ' + i);
  await writer.close();
  await once(parentPort, 'message');
  const double = new TransformStream({
    transform(number, controller) { controller.enqueue(number * 2); },
    flush(controller) { controller.enqueue('end'); },
  });
  parentPort.postMessage({double}, [double]);
  parentPort.once('message', async ({big, failing}) => {
    let bytes = 0;
    for await (const chunk of big) bytes += chunk.length;
    parentPort.postMessage({bytes});
    try {
      for await (const chunk of failing) parentPort.postMessage({chunk});
    } catch (error) {
      parentPort.postMessage({error: error.name + ': ' + error.message});
    }
    const endless = new ReadableStream({pull(controller) { controller.enqueue('tick'); }});
    setTimeout(() => {}, 10000);
    parentPort.postMessage({endless}, [endless]);
  });
}
async function main() {
  const words = new ReadableStream({
    start(controller) {
      for (const word of 'the quick brown fox'.split(' ')) controller.enqueue(word);
      controller.close();
    },
  });
  const log = new WritableStream({
    async write(line) {
      await sleep(1);
      console.log('log', line);
    },
    close() {
      console.log('log is closed');
      worker.postMessage('go on');
    },
  });
  const worker = new Worker(__filename, {workerData: {words, log}, transferList: [words, log]});
  worker.on('exit', code => console.log('exit', code));
  worker.on('message', async message => {
    if (message.words) console.log('words', message.words);
    if (message.bytes) console.log('bytes', message.bytes);
    if (message.chunk) console.log('chunk', message.chunk);
    if (message.error) console.log(message.error);
    if (message.double) {
      const {writable, readable} = message.double;
      const writer = writable.getWriter();
      const written = (async () => {
        for (let i = 1; i <= 3; i++) await writer.write(i);
        await writer.close();
      })();
      for await (const number of readable) console.log('doubled', number);
      await written;
      let left = 64;
      const big = new ReadableStream({
        pull(controller) {
          if (left-- > 0) controller.enqueue(new Uint8Array(16384));
          else controller.close();
        },
      });
      const failing = new ReadableStream({
        start(controller) { controller.enqueue('before'); },
        pull(controller) { controller.error(new SyntaxError('no further')); },
      });
      worker.postMessage({big, failing}, [big, failing]);
    }
    if (message.endless) {
      const reader = message.endless.getReader();
      console.log((await reader.read()).value, (await reader.read()).value);
      await reader.cancel('enough');
      worker.terminate();
    }
  });
}
if (isMainThread) main();
else inWorker();
