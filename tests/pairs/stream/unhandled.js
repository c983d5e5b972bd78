// stderr
const {Readable} = require('stream');
const r = new Readable({read() {}});
r.on('close', () => console.log('close'));
r.on('data', chunk => console.log('' + chunk));
r.push('a');
setImmediate(() => {
  r.destroy(new Error('nobody listens'));
  console.log('destroyed');
});
