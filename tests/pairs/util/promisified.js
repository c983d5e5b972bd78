const crypto = require('crypto');
const util = require('util');
function half(n, callback) {
  if (n !== n) return callback(new TypeError('no number'));
  process.nextTick(() => callback(null, n / 2));
}
function done(name, callback) { callback(name ? null : new Error('no name')); }
async function main() {
  const sleep = util.promisify(setTimeout);
  const immediate = util.promisify(setImmediate);
  setTimeout(() => console.log('timer'), 5);
  await sleep(20);
  console.log(await sleep(1, 'value'), await immediate(7));
  await immediate();
  const halfAsync = util.promisify(half);
  console.log(await halfAsync(7));
  try {
    await halfAsync(NaN);
  } catch (error) {
    console.log(error.message);
  }
  await util.promisify(done)('a');
  console.log(await util.promisify((a, callback) => callback(null, a + '!'))('x'));
  const randomBytes = util.promisify(crypto.randomBytes);
  console.log((await randomBytes(8)).length);
  const scrypt = util.promisify(crypto.scrypt);
  console.log((await scrypt('secret', 'salt', 16)).toString('hex'));
  console.log((await scrypt('secret', Buffer.from('salt'), 16, {N: 1024, r: 4})).toString('base64'));
  const pbkdf2 = util.promisify(crypto.pbkdf2);
  console.log((await pbkdf2('secret', 'salt', 10, 16, 'sha256')).toString('hex'));
}
main();
