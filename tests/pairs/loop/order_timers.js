const names = [];
for (const [name, ms] of [['a', 30], ['b', 10], ['c', 20], ['d', 10], ['e', 0], ['f', 1], ['g', -5], ['h', 30]]) {
  setTimeout(() => names.push(name), ms);
}
const cancelled = setTimeout(() => names.push('cancelled'), 15);
setTimeout(() => clearTimeout(cancelled), 5);
const unreferenced = setTimeout(() => names.push('unreferenced'), 100000);
unreferenced.unref();
let turns = 0;
const interval = setInterval(() => {
  names.push('interval ' + ++turns);
  if (turns === 2) clearInterval(interval);
}, 60);
const refreshed = setTimeout(() => names.push('refreshed'), 40);
setTimeout(() => refreshed.refresh(), 20);
process.on('exit', () => console.log(names.join(', '), unreferenced.hasRef(), interval.hasRef()));
