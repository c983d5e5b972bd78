const {Worker, isMainThread, parentPort, workerData, MessageChannel, BroadcastChannel, receiveMessageOnPort,
  markAsUntransferable, setEnvironmentData, getEnvironmentData} = require('worker_threads');

function inWorker() {
  parentPort.once('message', ({port, bytes}) => {
    console.log('worker has', bytes.length, bytes[0], getEnvironmentData('key'));
    port.on('message', (value) => {
      if (value === 'close') return port.close();
      port.postMessage([value, bytes.length]);
    });
    port.on('close', () => setTimeout(() => {
      const channel = new BroadcastChannel('news');
      channel.postMessage({from: 'worker'});
      channel.close();
      setTimeout(() => {}, 100);
    }, 20));
  });
}

function next(steps) {
  const step = steps.shift();
  if (step) step(() => next(steps));
}

if (isMainThread) {
  next([
    (done) => {
      const {port1, port2} = new MessageChannel();
      console.log(port1.hasRef(), receiveMessageOnPort(port2));
      port1.postMessage({a: 1});
      port1.postMessage('second');
      console.log(receiveMessageOnPort(port2), receiveMessageOnPort(port2), receiveMessageOnPort(port2));
      port1.postMessage('third');
      port2.on('message', (value) => {
        console.log('got', value, port2.hasRef());
        process.nextTick(() => console.log('tick'));
        Promise.resolve().then(() => console.log('microtask'));
        if (value === 'last') port2.close();
      });
      port1.postMessage('fourth');
      port1.postMessage('last');
      setImmediate(() => console.log('immediate'));
      port1.on('close', () => console.log('close 1'));
      port2.on('close', () => { console.log('close 2'); done(); });
      console.log('sync end');
    },
    (done) => {
      const {port1, port2} = new MessageChannel();
      port2.onmessage = (event) => {
        console.log('onmessage', event.data);
        console.log(port2.hasRef());
        port1.postMessage('dropped');
        port1.close();
      };
      port2.on('close', () => { console.log('closed'); done(); });
      port1.postMessage('x');
    },
    (done) => {
      // Posts a cycle, a repeated object, and values of all kinds.
      const {port1, port2} = new MessageChannel();
      const inner = {n: 1};
      const value = {a: inner, b: inner, list: [undefined, null, true, 1.5, 'text', new Date(5)]};
      value.self = value;
      port2.once('message', (message) => {
        console.log(message.a === message.b, message.self === message, message.list);
        port1.close();
        done();
      });
      port1.postMessage(value);
    },
    (done) => {
      const {port1, port2} = new MessageChannel();
      const bytes = new Uint8Array(100000).fill(7);
      const kept = new Uint8Array(10);
      port2.once('message', (message) => {
        console.log(message.length, message[99999], bytes.length, kept.length);
        port1.close();
        done();
      });
      port1.postMessage(bytes, [bytes.buffer]);
      console.log('moved', bytes.length);
      const marked = new Uint8Array(10);
      markAsUntransferable(marked.buffer);
      try { port1.postMessage(marked, [marked.buffer]); } catch (error) { console.log(error.name, error.code); }
    },
    (done) => {
      setEnvironmentData('key', 'value');
      const worker = new Worker(__filename);
      const {port1, port2} = new MessageChannel();
      const news = new BroadcastChannel('news');
      news.onmessage = (event) => { console.log('news', event.data); news.close(); };
      const bytes = new Uint8Array(5000).fill(9);
      worker.postMessage({port: port2, bytes}, [port2, bytes.buffer]);
      console.log('transferred', bytes.length);
      port1.on('message', (value) => { console.log('back', value); port1.postMessage('close'); });
      port1.postMessage('first');
      port1.on('close', () => console.log('port closed'));
      worker.on('exit', (code) => { console.log('exit', code); done(); });
    },
    (done) => {
      const worker = new Worker('setInterval(() => {}, 1000)', {eval: true});
      worker.on('online', async () => {
        worker.on('exit', (code) => console.log('exit event', code));
        console.log('terminated', await worker.terminate());
        console.log(await worker.terminate(), worker.threadId);
        done();
      });
    },
    (done) => {
      const worker = new Worker('setInterval(() => {}, 1000)', {eval: true});
      worker.unref();
      console.log('the end');
    },
  ]);
} else {
  inWorker();
}
