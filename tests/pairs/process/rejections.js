// The events unhandledRejection and rejectionHandled of process, and the origin that uncaughtException is given.
process.on('unhandledRejection', (reason, promise) => {
  console.log('unhandled', reason.message, promise === late);
  if (reason.message === 'off') process.removeAllListeners('unhandledRejection');
});
process.on('rejectionHandled', promise => console.log('handled', promise === late));
process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
const late = Promise.reject(new Error('late'));
setTimeout(() => late.catch(error => console.log('caught', error.message)), 5);
setTimeout(() => Promise.reject(new Error('off')), 10);
setTimeout(() => Promise.reject(new TypeError('nobody listens')), 15);
