'use strict';
// Calls one function of a module repeatedly: native_loop.js MODULE FUNCTION SECONDS prints the nanoseconds for one
// call. It is the least of several measurements, because other activity of the machine only adds to the time.
const [file, name, seconds] = process.argv.slice(2);
const f = require(file)[name];
const argument = {
  number: 5, stringIn: 'x'.repeat(64), string: 'x'.repeat(64), bytes: Buffer.alloc(65536, 1), buffer: Buffer.alloc(65536, 1),
  struct: {x: 1, y: 2, z: 3}, array: Array.from({length: 10}, (_, i) => i), promise: 1,
}[name];

function stretch(count) {
  const since = process.hrtime.bigint();
  for (let i = 0; i < count; i++) f(argument);
  return Number(process.hrtime.bigint() - since) / count;
}
// Makes a hundred calls at once and waits for all of them.
async function stretchOfPromises(count) {
  const since = process.hrtime.bigint();
  for (let i = 0; i < count; i += 100) await Promise.all(Array.from({length: 100}, () => f(argument)));
  return Number(process.hrtime.bigint() - since) / count;
}

(async () => {
  const isPromise = name === 'promise';
  const run = isPromise ? stretchOfPromises : stretch;
  const count = isPromise ? 5000 : 50000;
  const end = Date.now() + Number(seconds) * 1000;
  let least = Infinity;
  await run(count);
  do least = Math.min(least, await run(count)); while (Date.now() < end);
  console.log(least);
})();
