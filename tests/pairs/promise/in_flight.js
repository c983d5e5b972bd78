// A Map of the promises of running work: each key is loaded once, however many ask for it meanwhile.
const inFlight = new Map();
let loads = 0;
function load(key) {
  let promise = inFlight.get(key);
  if (promise) return promise;
  promise = new Promise(resolve => setTimeout(resolve, 2))
    .then(() => key.toUpperCase() + ++loads)
    .finally(() => inFlight.delete(key));
  inFlight.set(key, promise);
  return promise;
}
(async () => {
  const first = load('a');
  console.log(first === load('a'), inFlight.size, inFlight.get('b') === undefined);
  console.log(await Promise.all([load('a'), load('b'), load('b'), first]));
  console.log(inFlight.size, inFlight.get('a') === undefined, await load('a'));
  const waiting = [];
  waiting.push(load('c'));
  console.log(waiting[1] === undefined, await waiting.shift(), waiting.shift() === undefined);
})();
