// Array.fromAsync waits for each element of a list of promises, and of an asynchronous generator.
async function* count(last) {
  for (let n = 1; n <= last; n++) {
    await null;
    yield n;
  }
}

(async () => {
  console.log(await Array.fromAsync(count(3)));
  console.log(await Array.fromAsync([Promise.resolve('a'), Promise.resolve('b')]));
  console.log((await Array.fromAsync(count(0))).length);
  try {
    await Array.fromAsync([Promise.resolve(1), Promise.reject(new RangeError('the second'))]);
  } catch (error) {
    console.log(error.name, error.message);
  }
})();
