// fs.Utf8Stream: synchronous and asynchronous, with Buffers, flushed, reopened, full, and its errors.
const fs = require('fs');
const path = '/tmp/nodecpp_pair_utf8_' + process.pid;
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const closed = stream => new Promise(resolve => stream.on('close', resolve));
const ready = stream => new Promise(resolve => stream.on('ready', resolve));
const show = error => console.log(error.name, error.code, error.message);
const contents = () => console.log(JSON.stringify(fs.readFileSync(path, 'utf8').slice(0, 60)), fs.statSync(path).size);
function watch(name, stream) {
  for (const event of ['ready', 'drain', 'finish', 'close']) stream.on(event, () => console.log(name, event));
  stream.on('write', n => console.log(name, 'write', n));
  stream.on('drop', data => console.log(name, 'drop', data));
  stream.on('error', error => console.log(name, 'error', error.message));
  return stream;
}
(async () => {
  fs.rmSync(path, {force: true});
  let s = watch('async', new fs.Utf8Stream({dest: path}));
  console.log(s.fd, s.writing, s.append, s.contentMode, s.fsync, s.maxLength, s.minLength, s.mkdir, s.periodicFlush, s.sync);
  console.log(s.write('one '), s.write('zwölf '), s.writing);
  await sleep(20);
  contents();
  console.log(s.file === path, s.fd > 2, s.writing);
  console.log(s.write('x'.repeat(20000)));
  s.write('y');
  s.end();
  await closed(s);
  contents();
  try { s.write('late'); } catch (error) { show(error); }
  try { s.end(); } catch (error) { show(error); }
  try { s.flushSync(); } catch (error) { show(error); }
  s.flush(error => show(error));
  s.destroy();

  s = watch('sync', new fs.Utf8Stream({dest: path, sync: true, append: false}));
  console.log(s.write('first\n'));
  contents();
  s.write('second\n');
  contents();
  await sleep(5);
  s.write('€'.repeat(10));
  s.end();
  await closed(s);
  contents();

  s = watch('min', new fs.Utf8Stream({dest: path, append: false, minLength: 10}));
  s.write('abc');
  await ready(s);
  contents();
  s.flush(error => console.log('flushed'));
  await sleep(20);
  contents();
  s.write('0123456789');
  await sleep(10);
  contents();
  s.write('rest');
  s.flushSync();
  contents();
  fs.renameSync(path, path + '.old');
  s.reopen();
  await ready(s);
  s.write('in the new file');
  await sleep(10);
  contents();
  s.reopen(path + '.other');
  await ready(s);
  await sleep(10);
  console.log(s.file === path + '.other');
  s.destroy();
  await closed(s);

  s = watch('buffer', new fs.Utf8Stream({dest: path, append: false, contentMode: 'buffer', maxLength: 8, sync: true, minLength: 6}));
  console.log(s.contentMode, s.write(Buffer.from('ab')), s.write(Buffer.from('cdef')), s.write(Buffer.from('gh')));
  console.log(s.write(Buffer.from('123456')), s.write(Buffer.from('7')), s.write(Buffer.from('89')), s.write(Buffer.alloc(12, 'z')));
  s.flushSync();
  contents();
  s.end();
  await closed(s);
  contents();

  const fd = fs.openSync(path, 'w');
  s = watch('fd', new fs.Utf8Stream({fd, fsync: true}));
  console.log(s.file, s.write('by descriptor'));
  try { s.reopen(); } catch (error) { show(error); }
  await sleep(20);
  s.end();
  await closed(s);
  contents();

  s = watch('deep', new fs.Utf8Stream({dest: path + '.dir/a/b', mkdir: true}));
  s.write('text');
  s.end();
  await closed(s);
  console.log(fs.readFileSync(path + '.dir/a/b', 'utf8'));
  fs.rmSync(path + '.dir', {recursive: true});

  watch('none', new fs.Utf8Stream({dest: '/none/at/all'}));
  await sleep(10);
  try { new fs.Utf8Stream({dest: '/none/at/all', sync: true}); } catch (error) { show(error); }
  for (const options of [{}, {fd: 1, minLength: 16384}, {fd: 1, minLength: -1}, {fd: 1, maxLength: 1.5}, {fd: 1, contentMode: 'x'}]) {
    try { new fs.Utf8Stream(options); } catch (error) { show(error); }
  }
  try { new fs.Utf8Stream({fd: 1}).write(Buffer.from('x')); } catch (error) { show(error); }
  try { new fs.Utf8Stream({fd: 1, contentMode: 'buffer'}).write('abc'); } catch (error) { show(error); }
  s = watch('bad fd', new fs.Utf8Stream({fd: 999}));
  s.write('lost');
  await sleep(10);
  fs.unlinkSync(path);
  fs.unlinkSync(path + '.old');
  fs.unlinkSync(path + '.other');
})();
