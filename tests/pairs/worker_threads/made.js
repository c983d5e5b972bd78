// What is no handle is made in the same way, and the number and name of a thread are values.
const {MessageChannel, threadId, threadName, isMainThread} = require('worker_threads');
const {port1, port2} = new MessageChannel();
port2.on('message', message => {
  console.log(message);
  port2.close();
});
port1.postMessage([threadId, threadName, new Date(0), isMainThread]);
const made = new Map([['a', 1]]);
console.log(made, new Error('one').message, new Date(5).getTime());
