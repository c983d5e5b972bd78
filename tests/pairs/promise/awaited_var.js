// await of a variable of any type: a promise in it is awaited, any other value comes back after a microtask.
const later = async value => {
  await new Promise(resolve => setTimeout(resolve, 1));
  return value;
};
const steps = async (name, value) => {
  console.log(name, 1);
  await value;
  console.log(name, 2);
  await value;
  console.log(name, 3);
};
(async () => {
  const p = later(5);
  console.log(p, typeof p, p === p, p == later(5));
  console.log(await p);
  console.log(await p, p);
  const holder = {load: x => later(x), plain: 7, none: undefined, list: [1]};
  console.log(await holder.load('loaded'), await holder.plain, await holder.none, await holder.list, await holder.missing);
  const fails = Promise.reject(new TypeError('no'));
  try {
    await fails;
  } catch (error) {
    console.log(error.name, error.message, error instanceof TypeError);
  }
  const nothing = Promise.resolve(), three = Promise.resolve(3);
  console.log(await nothing, (await three) + 1, (await holder.plain) * 2);
  await Promise.all([steps('plain', 1), steps('promise', Promise.resolve(1)), steps('text', 'a'), steps('typed', Promise.resolve(2))]);
  console.log(JSON.stringify({p}), `${p}`);
  const all = [later(1), 2, later('three')];
  let text = '';
  for (const one of all) text += await one;
  console.log(text);
})();
