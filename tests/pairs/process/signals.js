// Signals: listeners get the name and the number, and once and off restore the default action.
const seen = [];
const heard = (name, number) => {
  seen.push(name);
  console.log('heard', name, number);
};
for (const name of ['SIGINT', 'SIGHUP', 'SIGUSR2', 'SIGTERM', 'SIGWINCH', 'SIGQUIT']) process.on(name, heard);
const keep = setInterval(() => {}, 1000);
const rest = ['SIGHUP', 'SIGUSR2', 'SIGTERM', 'SIGWINCH', 'SIGQUIT'];
process.kill(process.pid, 'SIGINT');
const next = setInterval(() => {
  if (rest.length > 0) return process.kill(process.pid, rest.shift());
  clearInterval(next);
  clearInterval(keep);
  process.removeListener('SIGTERM', heard);
  process.removeAllListeners('SIGHUP');
  process.emit('SIGINT', 'SIGINT', 2);
  console.log(seen.join(' '));
  process.kill(process.pid, 'SIGPIPE');
  setTimeout(() => {
    console.log('still here');
    process.kill(process.pid, 'SIGHUP');
    setTimeout(() => console.log('never'), 5000);
  }, 5);
}, 5);
