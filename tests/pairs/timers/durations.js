// stderr
// Invalid durations: they become one millisecond, with a warning.
process.on('warning', warning => console.log(warning.name, warning.code, JSON.stringify(warning.message)));
const log = text => () => console.log(text);
setTimeout(log('overflow'), 2147483648);
setTimeout(log('overflow again'), 1e20);
setTimeout(log('infinite'), Infinity);
setTimeout(log('negative'), -5);
setTimeout(log('negative again'), -Infinity);
setTimeout(log('not a number'), NaN);
setTimeout(log('not a number again'), NaN);
setTimeout(log('zero'), 0);
setTimeout(log('a fraction'), 0.5);
setTimeout(log('none'));
const interval = setInterval(() => {
  console.log('interval');
  clearInterval(interval);
}, -1);
const longest = setTimeout(log('the longest'), 2147483647);
longest.unref();
