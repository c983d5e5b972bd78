// Calls of functions in a worker by a port for each call, with errors, transferred bytes, and a channel for all threads.
const {Worker, isMainThread, parentPort, workerData, MessageChannel, BroadcastChannel, setEnvironmentData, getEnvironmentData, threadId, threadName} = require('worker_threads');

if (isMainThread) {
  setEnvironmentData('limits', new Map([['rows', 3]]));
  const worker = new Worker(__filename, {workerData: {greeting: 'hello', started: new Date(0), known: new Set(['add', 'fail', 'bytes'])}, name: 'calculator'});
  let open = 0;
  function call(name, ...args) {
    return new Promise((resolve, reject) => {
      const {port1, port2} = new MessageChannel();
      open++;
      port1.once('message', (answer) => {
        open--;
        port1.close();
        if (answer.error) reject(answer.error);
        else resolve(answer.value);
      });
      const transfer = args.filter((each) => each instanceof ArrayBuffer);
      worker.postMessage({name, args, port: port2}, [port2, ...transfer]);
    });
  }
  async function main() {
    console.log(await call('add', 1, 2), await call('add', 'a', 'b'));
    console.log(await Promise.all([1, 2, 3].map((each) => call('add', each, each))));
    for (const name of ['fail', 'unknown', 'custom']) {
      try {
        await call(name, 5);
      } catch (error) {
        console.log(name, error instanceof Error, error.name, error.message, error.cause && error.cause.message, error.code);
      }
    }
    const buffer = new ArrayBuffer(8);
    new Uint8Array(buffer)[3] = 7;
    const back = await call('bytes', buffer);
    console.log(buffer.byteLength, back.byteLength, [...new Uint8Array(back)].join());
    console.log(await call('environment'));
    console.log(await call('data'));
    const events = new BroadcastChannel('config');
    const answers = [];
    events.onmessage = (event) => {
      answers.push(event.data);
      if (answers.length === 2) {
        console.log(answers.map((each) => each.from + ' ' + each.version).sort());
        events.close();
        worker.postMessage({name: 'end'});
      }
    };
    const second = new Worker(__filename, {workerData: null, name: 'second'});
    second.once('message', () => events.postMessage({version: 2, list: new Set([1])}));
    second.on('exit', (code) => open += code);
    worker.on('exit', (code) => console.log('first', code, open));
  }
  main();
} else {
  const config = new BroadcastChannel('config');
  config.onmessage = (event) => {
    config.postMessage({from: threadName, version: event.data.version + event.data.list.size});
    config.close();
  };
  config.unref();
  const functions = {
    add: (a, b) => a + b,
    fail: (value) => { throw new RangeError('bad ' + value, {cause: new TypeError('inner')}); },
    custom: () => { throw Object.assign(new Error('with code'), {code: 'E_CUSTOM', status: 404}); },
    bytes: (buffer) => { new Uint8Array(buffer)[0] = 1; return buffer; },
    environment: () => getEnvironmentData('limits'),
    data: () => ({...workerData, name: threadName, main: isMainThread}),
  };
  if (workerData) {
    parentPort.on('message', (request) => {
      if (request.name === 'end') return parentPort.close();
      const {name, args, port} = request;
      try {
        if (!functions[name]) throw new ReferenceError(name + ' is not there');
        port.postMessage({value: functions[name](...args)});
      } catch (error) {
        port.postMessage({error});
      }
      port.close();
    });
  } else {
    config.ref();
    parentPort.postMessage('ready');
  }
}
