// env: TZ=Europe/Berlin
// A worker has the time zone of the process, whatever its own environment says. Dates are posted unchanged.
const {Worker, isMainThread, parentPort, workerData} = require('worker_threads');

function work() {
  const before = String(new Date(0));
  process.env.TZ = 'Asia/Tokyo';
  parentPort.postMessage(before + ', ' + new Date(0) + ' in ' + process.env.TZ);
  parentPort.postMessage({at: workerData.at, text: workerData.at.toLocaleString()});
}

if (isMainThread) {
  const worker = new Worker(__filename, {workerData: {at: new Date(2026, 6, 1, 12)}});
  worker.on('message', message => {
    if (typeof message === 'string') return console.log(message);
    console.log(message.at, message.at.getHours(), message.text === message.at.toLocaleString());
  });
  worker.on('exit', () => console.log('main', String(new Date(0)), process.env.TZ));
} else {
  work();
}
