// setUncaughtExceptionCaptureCallback instead of the event uncaughtException.
console.log(process.hasUncaughtExceptionCaptureCallback());
process.on('uncaughtExceptionMonitor', error => console.log('monitor', error.message));
process.on('uncaughtException', error => console.log('event', error.message));
process.setUncaughtExceptionCaptureCallback(error => console.log('captured', error.message));
console.log(process.hasUncaughtExceptionCaptureCallback());
try {
  process.setUncaughtExceptionCaptureCallback(() => {});
} catch (error) {
  console.log(error.code, error.message);
}
setTimeout(() => { throw new Error('one'); }, 1);
setTimeout(() => {
  process.setUncaughtExceptionCaptureCallback(null);
  console.log(process.hasUncaughtExceptionCaptureCallback());
  throw new Error('two');
}, 10);
