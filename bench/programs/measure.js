'use strict';
// Measures a program of this folder. Calls `work`, which returns the program's answer, for a while to warm up and then
// for SECONDS seconds. Prints the answer and the nanoseconds for one call. measure.h is the C++ version.
const seconds = Number(process.env.SECONDS || 0.5);

function nanosecondsACall(work, during) {
  const begin = process.hrtime.bigint();
  const end = begin + BigInt(Math.round(during * 1e9));
  let calls = 0;
  let now = begin;
  while (now < end) {
    work();
    calls++;
    now = process.hrtime.bigint();
  }
  return Number(now - begin) / calls;
}

module.exports = work => {
  const answer = String(work());
  nanosecondsACall(work, seconds / 2);
  console.log(JSON.stringify({answer, ns: nanosecondsACall(work, seconds)}));
};
