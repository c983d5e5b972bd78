// Promises and functions whose results have different types.
const list = async () => ['a', 'b'];
const count = async () => 2;
const user = async () => ({name: 'Ann'});
const handlers = new Map([
  ['now', text => text + '!'],
  ['later', async text => {
    await null;
    return text + '...';
  }],
  ['failing', text => { throw new RangeError('no ' + text); }],
]);
const steps = [() => console.log('step'), async () => { await null; console.log('async step'); }];
(async () => {
  const [names, n, {name}] = await Promise.all([list(), count(), user()]);
  console.log(names, n, name);
  const settled = await Promise.allSettled([list(), user()]);
  console.log(settled[0].status, settled[1].value.name);
  const [lost, found] = await Promise.allSettled([Promise.reject(new Error('lost')), Promise.resolve('found')]);
  console.log(lost.value ?? lost.reason.message, lost.value, found.value ?? 'none');
  for (const key of ['now', 'later', 'failing']) {
    try {
      console.log(await handlers.get(key)(key));
    } catch (error) {
      console.log(error.name, error.message);
    }
  }
  for (const step of steps) await step();
  const order = [];
  const first = Promise.resolve(handlers.get('now')('x')).then(x => order.push(x));
  await handlers.get('later')('y').then(x => order.push(x));
  await first;
  console.log(order);
  const {promise, resolve, reject} = Promise.withResolvers();
  const other = Promise.withResolvers();
  console.log([other.resolve, resolve].filter(each => each !== resolve).length, reject === other.reject);
  resolve('settled');
  console.log(await promise);
  const missing = undefined;
  console.log((missing ?? new TypeError('default')).message, (new RangeError('given') ?? new TypeError('default')).message);
})();
