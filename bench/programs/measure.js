'use strict';
// Measures a program of this folder. Calls `work`, which returns the program's answer, for a while to warm up and then
// for SECONDS seconds. Each call is made in a callback of its own, as a server calls its handlers, so that each side
// frees memory as it does there. Prints the answer and the nanoseconds for one call. measure.h is the C++ version.
const seconds = Number(process.env.SECONDS || 0.5);

// Calls `work` for `during` seconds and then `then` with the nanoseconds for one call.
function repeat(work, during, then) {
  const begin = process.hrtime.bigint();
  const end = begin + BigInt(Math.round(during * 1e9));
  let calls = 0;
  const next = () => {
    work();
    calls++;
    const now = process.hrtime.bigint();
    if (now < end) setImmediate(next);
    else then(Number(now - begin) / calls);
  };
  setImmediate(next);
}

module.exports = work => {
  const answer = String(work());
  repeat(work, seconds / 2, () => repeat(work, seconds, ns => console.log(JSON.stringify({answer, ns}))));
};
