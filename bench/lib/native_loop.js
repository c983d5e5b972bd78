'use strict';
// Calls one function of a module for a while: native_loop.js MODULE FUNCTION SECONDS prints the nanoseconds a call takes, the
// least of several stretches, since whatever else the machine does only adds to it.
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
// A hundred on their way at once.
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
