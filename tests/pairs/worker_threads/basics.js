const {Worker, isMainThread, parentPort, workerData, threadId} = require('worker_threads');

function work() {
  console.log('worker', isMainThread, threadId > 0, workerData.name, workerData.list.length);
  parentPort.postMessage({hello: workerData.name});
  parentPort.on('message', (value) => {
    if (value === 'end') return parentPort.close();
    parentPort.postMessage(value * 2);
  });
  process.on('exit', (code) => parentPort.postMessage(`exit listener ${code}`));
}

if (isMainThread) {
  console.log(isMainThread, threadId, workerData, parentPort);
  const worker = new Worker(__filename, {workerData: {name: 'w', list: [1, 2, 3]}});
  worker.on('online', () => console.log('online', worker.threadId > 0));
  let sum = 0;
  worker.on('message', (message) => {
    console.log('message', message);
    if (message.hello) return worker.postMessage(1);
    sum += message;
    if (message < 4) worker.postMessage(message);
    else worker.postMessage('end');
  });
  worker.on('exit', (code) => console.log('exit', code, sum, worker.threadId));
} else {
  work();
}
