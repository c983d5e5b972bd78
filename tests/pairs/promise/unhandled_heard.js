process.on('unhandledRejection', error => console.log('unhandled', error.message));
process.on('rejectionHandled', () => console.log('handled later'));
process.on('exit', code => console.log('exit', code));
const late = Promise.reject(new Error('late'));
Promise.reject(new Error('never'));
const soon = Promise.reject(new Error('soon'));
Promise.resolve().then(() => soon.catch(error => console.log('caught', error.message)));
setTimeout(() => late.catch(error => console.log('caught', error.message)), 5);
setTimeout(() => console.log('goes on'), 20);
