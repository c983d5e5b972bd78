// Names and limits of workers, values that are moved into a worker, and values that cannot be moved.
const {Worker, isMainThread, parentPort, workerData, threadName, resourceLimits, markAsUntransferable, isMarkedAsUntransferable, MessageChannel} = require('worker_threads');
if (isMainThread) {
  console.log(JSON.stringify(threadName), resourceLimits.stackSizeMb === undefined || resourceLimits.stackSizeMb === 0);
  const {port1, port2} = new MessageChannel();
  const bytes = new ArrayBuffer(3);
  new Uint8Array(bytes).set([7, 8, 9]);
  const worker = new Worker(__filename, {workerData: {port: port2, bytes}, transferList: [port2, bytes], name: 'the reader', resourceLimits: {stackSizeMb: 2}});
  console.log(bytes.detached, worker.threadName, worker.resourceLimits.stackSizeMb);
  let byPort = '';
  port1.on('message', text => { byPort = text; });
  worker.on('message', message => console.log(JSON.stringify(message)));
  worker.on('exit', code => {
    console.log('exit', code, byPort);
    port1.close();
    const kept = Buffer.alloc(5, 1);
    console.log(isMarkedAsUntransferable(kept.buffer));
    markAsUntransferable(kept.buffer);
    console.log(isMarkedAsUntransferable(kept.buffer), isMarkedAsUntransferable(Buffer.alloc(1).buffer));
    const channel = new MessageChannel();
    try {
      channel.port1.postMessage(kept, [kept.buffer]);
    } catch (error) {
      console.log(error.name, kept.length);
    }
    channel.port1.close();
  });
} else {
  workerData.port.postMessage('bytes ' + new Uint8Array(workerData.bytes).join());
  parentPort.postMessage({name: threadName, stackSizeMb: resourceLimits.stackSizeMb});
  workerData.port.close();
}
