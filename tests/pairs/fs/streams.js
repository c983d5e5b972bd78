// createReadStream and createWriteStream: order of events, options, errors.
const fs = require('fs');
const {pipeline} = require('stream');

const dir = fs.mkdtempSync('/tmp/fs-pair-');
process.chdir(dir);
fs.writeFileSync('a', 'abcdefghijklmnopqrstuvwxyz');

function watch(name, stream) {
  for (const event of ['open', 'ready', 'end', 'finish', 'close']) {
    stream.on(event, value => console.log(name, event, event === 'open' ? typeof value : ''));
  }
  stream.on('error', err => console.log(name, 'error', err.name, err.code, err.message));
  return stream;
}
const tries = f => {
  try {
    f();
  } catch (err) {
    console.log(err.name, err.code, err.message);
  }
};

const steps = [
  done => {
    const r = watch('whole', fs.createReadStream('a'));
    console.log(r.pending, r.path, r.bytesRead, r.autoClose, r.readableHighWaterMark);
    r.on('data', chunk => console.log('whole data', chunk.length));
    r.on('close', () => {
      console.log(r.pending, r.bytesRead, r.destroyed);
      done();
    });
    process.nextTick(() => console.log('tick'));
  },
  done => {
    const r = watch('part', fs.createReadStream('a', {encoding: 'utf8', start: 2, end: 9, highWaterMark: 3}));
    r.on('data', chunk => console.log('part data', chunk));
    r.on('close', done);
  },
  done => {
    const r = watch('hex', fs.createReadStream('a', 'hex'));
    r.on('data', chunk => console.log('hex data', chunk));
    r.on('close', done);
  },
  done => {
    const r = watch('none', fs.createReadStream('none'));
    r.on('close', done);
  },
  done => {
    const r = watch('directory', fs.createReadStream('.'));
    r.on('data', () => {});
    r.on('close', done);
  },
  done => {
    const fd = fs.openSync('a');
    const r = watch('fd', fs.createReadStream('', {fd, autoClose: false, start: 20}));
    r.on('data', chunk => console.log('fd data', chunk.toString()));
    r.on('end', () => setImmediate(() => {
      console.log(r.destroyed, fs.readSync(fd, Buffer.alloc(1), 0, 1, 0));
      fs.closeSync(fd);
      r.removeAllListeners();
      done();
    }));
  },
  done => {
    const r = watch('destroyed', fs.createReadStream('a'));
    r.on('open', () => r.destroy(new Error('enough')));
    r.on('close', done);
  },
  done => {
    const r = watch('at once', fs.createReadStream('a', {emitClose: false}));
    r.destroy();
    setTimeout(done, 20);
  },
  done => {
    const r = watch('closed', fs.createReadStream('a'));
    r.close(err => {
      console.log('closed by callback', err && err.code);
      done();
    });
  },
  done => {
    const controller = new AbortController();
    const r = watch('aborted', fs.createReadStream('a', {signal: controller.signal}));
    r.on('open', () => controller.abort());
    r.on('close', done);
  },
  done => {
    const w = watch('write', fs.createWriteStream('w'));
    console.log(w.pending, w.path, w.bytesWritten, w.autoClose, w.writableHighWaterMark);
    console.log(w.write('one '), w.write(Buffer.from('two ')));
    w.write('three ', () => console.log('written'));
    w.end('four', () => console.log('ended'));
    w.on('close', () => {
      console.log(w.bytesWritten, fs.readFileSync('w', 'utf8'));
      done();
    });
  },
  done => {
    const w = watch('append', fs.createWriteStream('w', {flags: 'a', encoding: 'hex', flush: true}));
    w.write('2061');
    w.end('7070');
    w.on('close', () => {
      console.log(fs.readFileSync('w', 'utf8'));
      done();
    });
  },
  done => {
    const w = watch('start', fs.createWriteStream('w', {flags: 'r+', start: 4}));
    w.write('2');
    w.cork();
    w.write('-');
    w.write('-');
    w.uncork();
    w.end();
    w.on('close', () => {
      console.log(fs.readFileSync('w', 'utf8'), w.bytesWritten);
      done();
    });
  },
  done => {
    const w = watch('exclusive', fs.createWriteStream('w', {flags: 'wx'}));
    w.write('x', err => console.log('write', err.code));
    w.on('close', done);
  },
  done => {
    const w = watch('full', fs.createWriteStream('/dev/full'));
    w.write('x', err => console.log('write', err.code));
    w.on('close', done);
  },
  done => {
    const w = watch('close()', fs.createWriteStream('w', {mode: 0o600}));
    w.write('x');
    w.close(() => {
      console.log('close callback', w.closed);
      w.close(() => {
        console.log('again');
        done();
      });
    });
  },
  done => {
    const w = watch('manual', fs.createWriteStream('w', {autoClose: false}));
    w.end('x', () => setImmediate(() => {
      console.log(w.destroyed, w.pending);
      w.destroy();
    }));
    w.on('close', done);
  },
  done => {
    pipeline(fs.createReadStream('a', {highWaterMark: 5}), fs.createWriteStream('copy'), err => {
      console.log('pipeline', err === undefined || err, fs.readFileSync('copy', 'utf8'));
      pipeline(fs.createReadStream('none'), fs.createWriteStream('copy2'), err => {
        console.log('pipeline', err.message);
        setTimeout(done, 10);
      });
    });
  },
  done => {
    tries(() => fs.createReadStream('a', {start: 5, end: 2}));
    tries(() => fs.createReadStream('a', {start: -1}));
    tries(() => fs.createReadStream('a', {end: 1.5}));
    tries(() => fs.createReadStream('a\0'));
    tries(() => fs.createReadStream('a', 'nope'));
    tries(() => fs.createReadStream('', {fd: -1}));
    tries(() => fs.createWriteStream('a', {start: -1}));
    tries(() => fs.createWriteStream('a', {encoding: 'nope'}));
    done();
  },
  async done => {
    const handle = await fs.promises.open('h', 'w+');
    handle.on('close', () => console.log('handle close'));
    console.log((await handle.write('hello world')).bytesWritten, (await handle.stat()).size);
    const {bytesRead, buffer} = await handle.read(Buffer.alloc(5), 0, 5, 6);
    console.log(bytesRead, buffer.toString());
    console.log((await handle.read({buffer: Buffer.alloc(3), position: 0})).buffer.toString());
    console.log((await handle.writev([Buffer.from('AB'), Buffer.from('CD')], 1)).bytesWritten);
    console.log((await handle.readv([Buffer.alloc(2), Buffer.alloc(2)], 0)).buffers);
    await handle.truncate(8);
    await handle.sync();
    await handle.datasync();
    await handle.chmod(0o644);
    await handle.utimes(1, 2);
    console.log((await handle.stat()).mtimeMs, await handle.readFile('utf8'));
    await handle.appendFile('!');
    console.log(fs.readFileSync('h'));
    await handle.close();
    console.log(handle.fd);
    try {
      await handle.read();
    } catch (err) {
      console.log(err.name, err.code, err.syscall, err.message);
    }
    await handle.close();
    const second = await fs.promises.open('a');
    const r = watch('of handle', second.createReadStream({start: 23}));
    r.on('data', chunk => console.log('of handle', chunk.toString()));
    r.on('close', () => {
      console.log(second.fd);
      done();
    });
  },
  done => {
    process.chdir('/');
    fs.rmSync(dir, {recursive: true});
    done();
  },
];
(function next() {
  const step = steps.shift();
  if (step) step(() => setImmediate(next));
})();
