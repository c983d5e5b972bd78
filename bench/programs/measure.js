'use strict';
// What each program of this folder is measured by: calls `work`, which returns the program's answer, for a while to get
// warm, then for as long as SECONDS says, and prints the answer and how long a call took. measure.h is its twin.
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
