const attempt = (what, f) => {
  try {
    f();
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
};
let callback;
attempt('setTimeout', () => setTimeout(callback));
attempt('setInterval', () => setInterval(callback, 5));
attempt('setImmediate', () => setImmediate(callback));
attempt('queueMicrotask', () => queueMicrotask(callback));
attempt('nextTick', () => process.nextTick(callback));
setImmediate(() => console.log('the loop ends'));
