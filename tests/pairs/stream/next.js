const {Readable, PassThrough} = require('stream');
const {message} = require('./scenes');

(async () => {
  let n = 0;
  for await (const chunk of new Readable({read() { setImmediate(() => this.push(n < 3 ? 'c' + n++ : null)); }})) console.log('later', '' + chunk);

  const buffered = new Readable({read() {}});
  buffered.push('a');
  buffered.push('b');
  buffered.push(null);
  for await (const chunk of buffered) console.log('buffered', '' + chunk);
  console.log(buffered.readableEnded, buffered.destroyed);

  const decoded = new Readable({encoding: 'utf8', read() {}});
  setImmediate(() => { decoded.push(Buffer.from([0xc3])); setImmediate(() => { decoded.push(Buffer.from([0xa4])); decoded.push(null); }); });
  for await (const chunk of decoded) console.log(typeof chunk, chunk);

  const failing = new Readable({read() {}});
  failing.push('before');
  setImmediate(() => failing.destroy(new Error('broken')));
  try {
    for await (const chunk of failing) console.log('failing', '' + chunk);
  } catch (error) {
    console.log('caught', message(error));
  }

  const closed = new Readable({read() {}});
  setImmediate(() => closed.destroy());
  try {
    for await (const chunk of closed) console.log('closed', '' + chunk);
  } catch (error) {
    console.log('caught', message(error));
  }

  const p = new PassThrough();
  setTimeout(() => { p.write('one'); setTimeout(() => p.end('two'), 2); }, 2);
  for await (const chunk of p) console.log('through', '' + chunk);
})();
