'use strict';
// sieve_loop.js MODULE sync|promise SECONDS prints how many times a second the sieve runs. In the promise form 30 calls
// run at the same time.
const [file, form, seconds] = process.argv.slice(2);
const {countPrimes, countPrimesSync} = require(file);

(async () => {
  let done = 0;
  const since = performance.now();
  const end = since + Number(seconds) * 1000;
  const one = async () => {
    while (performance.now() < end) {
      if ((form === 'sync' ? countPrimesSync(123456) : await countPrimes(123456)) !== 11601) throw new Error('a wrong count');
      done++;
    }
  };
  await Promise.all(Array.from({length: form === 'sync' ? 1 : 30}, one));
  console.log(done / (performance.now() - since) * 1000);
})();
