const {EventEmitter, once} = require('events');
const e = new EventEmitter();
setTimeout(() => { e.emit('sum', 3); e.emit('ready'); e.emit('name', 'ann'); e.emit('failed', new RangeError('no')); }, 1);
async function main() {
  const results = await Promise.allSettled([
    new Promise(resolve => e.on('sum', resolve)),
    new Promise(resolve => e.once('ready', resolve)),
    new Promise((resolve, reject) => e.once('name', resolve).once('failed', reject)),
    new Promise((resolve, reject) => e.once('failed', reject)),
  ]);
  console.log(results[0].value, results[1].status, results[2].value, results[3].reason.message);
  console.log(e.listenerCount('sum'), e.listenerCount('ready'));
  console.log(Array.from({length: 3}, (_, i) => i * 2).join());
  await Promise.resolve(1).then(v => { throw new Error('x' + v); }).catch(error => console.log(error.message)).finally(() => console.log('finally'));
  await new Promise(resolve => setTimeout(resolve, 1)).finally(() => console.log('later'));
  await once(new EventEmitter(), 'never');
}
main();
