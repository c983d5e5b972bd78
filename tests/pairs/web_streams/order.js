// The order of callbacks and microtasks. Each scene prints its steps, with the number of the microtask between them.
const scenes = [];
const scene = (name, f) => scenes.push([name, f]);
const log = (...what) => console.log(...what);
const show = reason => reason && reason.message !== undefined ? `${reason.name}: ${reason.message}` : `${reason}`;
const watch = (name, promise) => promise.then(
  value => log(name, 'fulfilled', value === undefined ? '' : value), reason => log(name, 'rejected', show(reason)));
function ticks(count) {
  let n = 0;
  const next = () => {
    if (n++ < count) {
      log('--', n);
      Promise.resolve().then(next);
    }
  };
  Promise.resolve().then(next);
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

scene('pull and reads', () => {
  let n = 0;
  const stream = new ReadableStream({
    start() { log('start'); },
    pull(c) {
      log('pull', c.desiredSize);
      c.enqueue(n++);
      if (n === 4) c.close();
    },
  });
  const reader = stream.getReader();
  watch('closed', reader.closed);
  for (let i = 0; i < 6; i++) watch('read ' + i, reader.read());
  ticks(8);
});
scene('pull is a promise', () => {
  let n = 0;
  const stream = new ReadableStream({
    async start() {
      await null;
      log('started');
    },
    async pull(c) {
      log('pull');
      await null;
      c.enqueue(n++);
      await null;
      if (n === 3) throw new Error('three');
    },
    cancel() { log('cancel'); },
  }, {highWaterMark: 0});
  const reader = stream.getReader();
  watch('closed', reader.closed);
  for (let i = 0; i < 4; i++) watch('read ' + i, reader.read());
  ticks(16);
});
scene('start that fails', () => {
  const reader = new ReadableStream({start: async () => { throw new TypeError('no start'); }}).getReader();
  watch('closed', reader.closed);
  watch('read', reader.read());
  try {
    new ReadableStream({start() { throw new TypeError('at once'); }});
  } catch (error) {
    log(show(error));
  }
  try {
    new WritableStream({start() { throw new TypeError('at once'); }});
  } catch (error) {
    log(show(error));
  }
  const writer = new WritableStream({start: async () => { throw new TypeError('no start'); }}).getWriter();
  watch('ready', writer.ready);
  watch('writer closed', writer.closed);
  watch('write', writer.write('x'));
  watch('close', writer.close());
  ticks(8);
});
scene('writes', () => {
  const writer = new WritableStream({
    start() { log('start'); },
    write(chunk, c) { log('write', chunk, c.signal.aborted); },
    close() { log('close'); },
  }, {highWaterMark: 2}).getWriter();
  watch('closed', writer.closed);
  watch('ready', writer.ready);
  for (const chunk of ['a', 'b', 'c']) {
    watch('write ' + chunk, writer.write(chunk));
    log(writer.desiredSize);
    watch('ready ' + chunk, writer.ready);
  }
  watch('close', writer.close());
  watch('close again', writer.close());
  watch('late', writer.write('d'));
  ticks(8);
});
scene('writes that wait', () => {
  const writer = new WritableStream({
    async write(chunk) {
      log('write', chunk);
      await null;
      if (chunk === 'bad') throw new Error('bad chunk');
    },
    async close() {
      log('close');
      await null;
    },
    abort(reason) { log('abort', show(reason)); },
  }).getWriter();
  watch('closed', writer.closed);
  for (const chunk of ['a', 'bad', 'c']) watch('write ' + chunk, writer.write(chunk));
  watch('ready', writer.ready);
  watch('close', writer.close());
  ticks(16);
});
scene('abort', () => {
  const stream = new WritableStream({
    write(chunk, c) {
      c.signal.addEventListener('abort', () => log('signal', show(c.signal.reason)));
      log('write', chunk);
      return sleep(2);
    },
    async abort(reason) {
      log('abort', show(reason));
      await null;
    },
  });
  const writer = stream.getWriter();
  watch('closed', writer.closed);
  watch('write a', writer.write('a'));
  watch('write b', writer.write('b'));
  Promise.resolve().then(() => {
    watch('ready', writer.ready);
    watch('abort', writer.abort(new Error('enough')));
    watch('abort again', writer.abort(new Error('twice')));
    watch('write c', writer.write('c'));
    log(writer.desiredSize);
  });
  ticks(6);
});
scene('abort, nothing written', () => {
  const stream = new WritableStream({abort() { log('abort'); throw new Error('abort fails'); }});
  watch('abort', stream.abort('why'));
  watch('close', stream.close());
  watch('abort later', sleep(1).then(() => stream.abort()));
  ticks(6);
});
scene('controller.error', () => {
  let controller;
  const writer = new WritableStream({start(c) { controller = c; }, write(chunk) { log('write', chunk); }}).getWriter();
  watch('closed', writer.closed);
  Promise.resolve().then(() => {
    watch('write', writer.write('a'));
    controller.error(new Error('broken'));
    watch('ready', writer.ready);
    watch('write late', writer.write('b'));
    watch('abort', writer.abort('x'));
  });
  ticks(8);
});
scene('releaseLock', () => {
  const stream = new ReadableStream({});
  const reader = stream.getReader();
  watch('read', reader.read());
  watch('closed', reader.closed);
  reader.releaseLock();
  watch('closed after', reader.closed);
  watch('cancel', reader.cancel());
  log(stream.locked);
  const sink = new WritableStream({});
  const writer = sink.getWriter();
  watch('ready', writer.ready);
  watch('writer closed', writer.closed);
  writer.releaseLock();
  watch('ready after', writer.ready);
  watch('write', writer.write());
  watch('abort', writer.abort());
  watch('close', writer.close());
  try {
    log(writer.desiredSize);
  } catch (error) {
    log(show(error), error.code);
  }
  log(sink.locked);
  ticks(4);
});
scene('cancel', () => {
  const stream = new ReadableStream({
    start(c) { c.enqueue('a'); },
    async cancel(reason) {
      log('cancel', reason);
      await null;
      throw new Error('cannot');
    },
  });
  const reader = stream.getReader();
  watch('closed', reader.closed);
  watch('cancel', reader.cancel('why'));
  watch('read', reader.read());
  watch('cancel again', reader.cancel());
  ticks(8);
});
scene('pipeTo', () => {
  let n = 0;
  const source = new ReadableStream({
    pull(c) {
      log('pull', n);
      c.enqueue(n++);
      if (n === 4) c.close();
    },
    cancel(reason) { log('cancel', show(reason)); },
  });
  const sink = new WritableStream({
    write(chunk) { log('write', chunk); },
    close() { log('close'); },
    abort(reason) { log('abort', show(reason)); },
  });
  watch('piped', source.pipeTo(sink));
  log(source.locked, sink.locked);
  ticks(20);
});
scene('pipeTo with back-pressure', () => {
  const source = new ReadableStream({
    start(c) {
      for (const chunk of ['a', 'b', 'c', 'd']) c.enqueue(chunk);
      c.close();
    },
  });
  const sink = new WritableStream({
    async write(chunk) {
      log('write', chunk);
      await null;
    },
    close() { log('close'); },
  }, {highWaterMark: 2});
  watch('piped', source.pipeTo(sink));
  ticks(24);
});
scene('pipeTo, the source fails', () => {
  let controller;
  const source = new ReadableStream({start(c) { controller = c; }});
  const sink = new WritableStream({
    write(chunk) {
      log('write', chunk);
      return sleep(1);
    },
    abort(reason) { log('abort', show(reason)); },
  });
  watch('piped', source.pipeTo(sink));
  controller.enqueue('a');
  Promise.resolve().then(() => controller.error(new Error('source')));
  ticks(8);
});
scene('pipeTo, the destination fails', () => {
  const source = new ReadableStream({
    pull(c) { c.enqueue('x'); },
    cancel(reason) { log('cancel', show(reason)); },
  });
  let n = 0;
  const sink = new WritableStream({
    write(chunk) {
      log('write', chunk);
      if (n++ === 1) throw new Error('sink');
    },
  });
  watch('piped', source.pipeTo(sink));
  ticks(16);
});
scene('pipeTo a closed stream', () => {
  const sink = new WritableStream({});
  watch('close', sink.close());
  const source = new ReadableStream({cancel(reason) { log('cancel', show(reason)); }});
  watch('piped', source.pipeTo(sink));
  ticks(10);
});
scene('pipeTo, prevented', () => {
  const source = new ReadableStream({start(c) { c.enqueue('a'); c.close(); }});
  const sink = new WritableStream({write(chunk) { log('write', chunk); }, close() { log('close'); }});
  watch('piped', source.pipeTo(sink, {preventClose: true}).then(() => log(sink.locked, source.locked)));
  const failing = new ReadableStream({start(c) { c.error(new Error('source')); }});
  const other = new WritableStream({abort() { log('abort'); }});
  watch('failed', failing.pipeTo(other, {preventAbort: true}));
  ticks(12);
});
scene('pipeTo, aborted', () => {
  const aborter = new AbortController();
  const source = new ReadableStream({
    pull(c) { c.enqueue('x'); },
    cancel(reason) { log('cancel', show(reason)); },
  });
  let n = 0;
  const sink = new WritableStream({
    write(chunk) {
      log('write', chunk);
      if (n++ === 2) aborter.abort(new Error('stop'));
    },
    abort(reason) { log('abort', show(reason)); },
  });
  watch('piped', source.pipeTo(sink, {signal: aborter.signal}));
  watch('at once', new ReadableStream({cancel(reason) { log('cancel at once', show(reason)); }}).pipeTo(
    new WritableStream({}), {signal: AbortSignal.abort(new Error('before'))}));
  ticks(24);
});
scene('transform', () => {
  const t = new TransformStream({
    start(c) { log('start', c.desiredSize); },
    transform(chunk, c) {
      log('transform', chunk);
      c.enqueue(chunk + '!');
    },
    flush() { log('flush'); },
  });
  const writer = t.writable.getWriter();
  const reader = t.readable.getReader();
  watch('ready', writer.ready);
  watch('write a', writer.write('a'));
  watch('write b', writer.write('b'));
  watch('close', writer.close());
  watch('read 1', reader.read());
  watch('read 2', reader.read());
  watch('read 3', reader.read());
  watch('reader closed', reader.closed);
  watch('writer closed', writer.closed);
  ticks(20);
});
scene('transform that waits', () => {
  const t = new TransformStream({
    async transform(chunk, c) {
      log('transform', chunk);
      await null;
      if (chunk === 'bad') throw new Error('bad chunk');
      c.enqueue(chunk);
    },
  }, {highWaterMark: 2}, {highWaterMark: 1});
  const writer = t.writable.getWriter();
  const reader = t.readable.getReader();
  for (const chunk of ['a', 'bad', 'c']) watch('write ' + chunk, writer.write(chunk));
  for (let i = 0; i < 3; i++) watch('read', reader.read());
  watch('writer closed', writer.closed);
  ticks(20);
});
scene('transform, cancelled and aborted', () => {
  const t = new TransformStream({cancel(reason) { log('cancel', reason); }});
  watch('cancel', t.readable.cancel('no'));
  watch('writer closed', t.writable.getWriter().closed);
  const u = new TransformStream({cancel(reason) { log('cancel', reason); }});
  watch('abort', u.writable.abort('never'));
  watch('reader closed', u.readable.getReader().closed);
  const v = new TransformStream({transform(chunk, c) { c.terminate(); }});
  const writer = v.writable.getWriter();
  watch('write', writer.write('x'));
  watch('terminated read', v.readable.getReader().read());
  watch('terminated', writer.closed);
  ticks(14);
});
scene('tee', () => {
  let n = 0;
  const source = new ReadableStream({
    pull(c) {
      log('pull', n);
      c.enqueue(n++);
      if (n === 3) c.close();
    },
    cancel(reason) { log('cancel', reason); },
  });
  const [a, b] = source.tee();
  const first = a.getReader();
  const second = b.getReader();
  for (let i = 0; i < 4; i++) watch('a ' + i, first.read());
  for (let i = 0; i < 4; i++) watch('b ' + i, second.read());
  watch('a closed', first.closed);
  ticks(16);
});
scene('tee, cancelled', () => {
  const source = new ReadableStream({pull(c) { c.enqueue('x'); }, cancel(reason) { log('cancel', reason.length); }});
  const [a, b] = source.tee();
  watch('cancel a', a.cancel('one'));
  Promise.resolve().then(() => watch('cancel b', b.cancel('two')));
  const failing = new ReadableStream({pull() { throw new Error('source'); }});
  const [c, d] = failing.tee();
  watch('c', c.getReader().read());
  watch('d', d.getReader().closed);
  ticks(12);
});
scene('iteration', () => {
  (async () => {
    for await (const chunk of ReadableStream.from(['a', 'b', 'c'])) log('chunk', chunk);
    log('over');
  })();
  ticks(20);
});
scene('iteration of pulled chunks', () => {
  let n = 0;
  (async () => {
    for await (const chunk of new ReadableStream({
      pull(c) {
        log('pull');
        if (n === 3) c.close();
        else c.enqueue(n++);
      },
    })) log('chunk', chunk);
    log('over');
  })();
  ticks(16);
});
scene('strategies', () => {
  const lengths = new ReadableStream({
    start(c) {
      log(c.desiredSize);
      c.enqueue('abc');
      log(c.desiredSize);
      c.enqueue('de');
      log(c.desiredSize);
    },
  }, {highWaterMark: 4, size(chunk) { return chunk.length; }});
  watch('read', lengths.getReader().read());
  let controller;
  const bad = new ReadableStream({start(c) { controller = c; }}, {size() { return -1; }});
  try {
    controller.enqueue('x');
  } catch (error) {
    log(show(error), error.code);
  }
  watch('bad', bad.getReader().read());
  try {
    new ReadableStream({}, {highWaterMark: -1});
  } catch (error) {
    log(show(error), error.code);
  }
  const count = new CountQueuingStrategy({highWaterMark: 3});
  log(count, count.highWaterMark, count.size('x'));
  const bytes = new ByteLengthQueuingStrategy({highWaterMark: 3});
  log(bytes, bytes.highWaterMark, bytes.size(Buffer.from('four')));
  const writer = new WritableStream({}, {size() { throw new Error('no size'); }}).getWriter();
  watch('write', writer.write('x'));
  watch('closed', writer.closed);
  ticks(6);
});
(async () => {
  for (const [name, play] of scenes) {
    log('==', name);
    play();
    await sleep(25);
  }
})();
