// A table of functions of values, of which some return nothing.
const store = new Map();
const out = [];
const commands = {
  set: ([key, value]) => { store.set(key, value); },
  get: ([key]) => store.get(key) ?? null,
  size: () => store.size,
  say: (words) => { out.push(words.join(' ')); },
  fail: () => { throw new RangeError('no'); },
};
for (const line of ['set a 1', 'get a', 'get b', 'size', 'say hello there', 'what', 'fail']) {
  const [name, ...args] = line.split(' ');
  const command = commands[name];
  try {
    const result = command ? command(args) : 'unknown';
    console.log(name, result, typeof result);
  } catch (error) {
    console.log(name, error.message);
  }
}
console.log(out);
