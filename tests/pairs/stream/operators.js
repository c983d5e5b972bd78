'use strict';
const {Readable, PassThrough} = require('stream');
const {text} = require('stream/consumers');
const {setTimeout: sleep} = require('timers/promises');

async function* count(to) {
  try {
    for (let i = 1; i <= to; i++) {
      await null;
      yield i;
    }
  } finally {
    console.log('counted');
  }
}
const numbers = () => Readable.from([1, 2, 3, 4, 5]);
const failing = async (f) => {
  try {
    await f();
  } catch (error) {
    console.log(error.name, error.code || '', error.message);
  }
};

(async () => {
  console.log(await Readable.from(count(4)).map((n) => n * 2).toArray());
  console.log(await numbers().filter((n) => n % 2 === 1).toArray());
  console.log(await numbers().map(async (n) => {
    await sleep(6 - n);
    return n + 10;
  }, {concurrency: 3}).toArray());
  console.log(await numbers().filter(async (n) => n > 2, {concurrency: 2}).toArray());
  console.log(await numbers().flatMap((n) => [n, n]).toArray());
  console.log(await Readable.from(count(9)).take(2).toArray());
  console.log(await numbers().drop(3).toArray());
  await numbers().forEach((n) => console.log('each', n));
  console.log(await numbers().some((n) => n === 2));
  console.log(await numbers().every((n) => n < 5), await numbers().every(async (n) => n < 6));
  console.log(await numbers().find((n) => n > 3));
  console.log(await numbers().find((n) => n > 9) === undefined);
  console.log(await numbers().reduce((sum, n) => sum + n, 100));
  console.log(await text(numbers().map((n) => 'n' + n)));

  const source = numbers();
  for await (const n of source.iterator({destroyOnReturn: false})) {
    console.log('first', n);
    break;
  }
  console.log(source.destroyed);
  for await (const n of source) {
    console.log('second', n);
    break;
  }
  console.log(source.destroyed);

  await failing(() => numbers().map((n) => {
    if (n === 3) throw new RangeError('three');
    return n;
  }).toArray());
  await failing(() => numbers().forEach(async (n) => {
    if (n === 2) throw new Error('two');
  }));
  await failing(() => numbers().take(-1));
  await failing(() => numbers().map((n) => n, {concurrency: 0}));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 5);
  await failing(() => Readable.from(count(3)).map(async (n) => {
    await sleep(20);
    return n;
  }, {signal: controller.signal}).toArray());
  await failing(() => numbers().forEach((n) => console.log(n), {signal: controller.signal}));
  const broken = new PassThrough();
  setTimeout(() => broken.destroy(new Error('broken')), 1);
  await failing(() => broken.toArray());
})();
