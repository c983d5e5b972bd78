const sleep = (ms, value) => new Promise(resolve => setTimeout(() => resolve(value), ms));
const fail = (ms, text) => new Promise((resolve, reject) => setTimeout(() => reject(new Error(text)), ms));
(async () => {
  console.log(await Promise.all([sleep(5, 1), sleep(1, 2), sleep(3, 3)]));
  try {
    await Promise.all([sleep(20, 1), fail(1, 'first'), fail(2, 'second')]);
  } catch (error) {
    console.log(error.message);
  }
  for (const outcome of await Promise.allSettled([sleep(1, 1), fail(2, 'x')])) console.log(outcome.status);
  console.log(await Promise.race([sleep(20, 'slow'), sleep(1, 'fast')]));
  try {
    await Promise.race([sleep(20, 'slow'), fail(1, 'fails first')]);
  } catch (error) {
    console.log(error.message);
  }
  console.log(await Promise.any([fail(1, 'a'), sleep(5, 'any'), fail(2, 'b')]));
  try {
    await Promise.any([fail(1, 'a'), fail(2, 'b')]);
  } catch (error) {
    console.log(error.name, error.message, error.errors.length);
  }
  // Promises of one type in braces.
  console.log(await Promise.all([sleep(3, 'x'), sleep(1, 'y')]), await Promise.race([sleep(9, 'x'), sleep(1, 'y')]));
  console.log((await Promise.allSettled([sleep(1, 'x'), fail(1, 'b')])).map(each => each.status), await Promise.any([fail(1, 'b'), sleep(2, 'x')]));
})();
