// Byte streams: readers with and without buffers of their own, and requests that a source answers.
const scenes = [];
const scene = (name, f) => scenes.push([name, f]);
const log = (...what) => console.log(...what);
const show = reason => reason && reason.message !== undefined ? `${reason.name} ${reason.code}: ${reason.message}` : `${reason}`;
const hex = view => view === undefined ? 'none' : Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('hex');
const watch = (name, promise) => promise.then(
  result => log(name, 'fulfilled', result === undefined ? '' : `${hex(result.value)} ${result.done}`),
  reason => log(name, 'rejected', show(reason)));
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

scene('default reader', () => {
  const stream = new ReadableStream({
    type: 'bytes',
    start(c) {
      log('start', c, c.desiredSize, c.byobRequest);
      c.enqueue(new Uint8Array([1, 2, 3]));
      log(c.desiredSize);
      c.enqueue(new Uint8Array([4]));
      c.close();
    },
  });
  log(stream);
  const reader = stream.getReader();
  for (let i = 0; i < 3; i++) watch('read ' + i, reader.read());
  watch('closed', reader.closed);
  ticks(4);
});
scene('reader with a buffer', () => {
  const stream = new ReadableStream({
    type: 'bytes',
    start(c) {
      c.enqueue(new Uint8Array([1, 2, 3, 4, 5]));
    },
    pull(c) {
      const request = c.byobRequest;
      log('pull', request.view.byteLength, c.desiredSize);
      request.view[0] = 9;
      request.view[1] = 8;
      request.respond(2);
      log(c.byobRequest === null || c.byobRequest.view.byteLength);
    },
    cancel(reason) { log('cancel', reason); },
  });
  const reader = new ReadableStreamBYOBReader(stream);
  watch('first', reader.read(new Uint8Array(2)));
  watch('second', reader.read(new Uint8Array(2)));
  watch('third', reader.read(new Uint8Array(4)));
  watch('fourth', reader.read(new Uint8Array(3)));
  watch('words', reader.read(new Uint16Array(1)));
  ticks(12);
  sleep(1).then(() => {
    watch('min', reader.read(new Uint8Array(6), {min: 5}));
    watch('cancel', reader.cancel('enough'));
    watch('late', reader.read(new Uint8Array(1)));
  });
});
scene('answers later', () => {
  let controller;
  const stream = new ReadableStream({type: 'bytes', start(c) { controller = c; }});
  const reader = stream.getReader({mode: 'byob'});
  watch('read', reader.read(new Uint8Array(8), {min: 3}));
  sleep(1).then(() => {
    const request = controller.byobRequest;
    request.view.set([1, 2]);
    request.respond(2);
    controller.byobRequest.view.set([3, 4]);
    controller.byobRequest.respond(2);
    try {
      request.respond(1);
    } catch (error) {
      log(show(error));
    }
    watch('next', reader.read(new Uint8Array(4)));
    controller.enqueue(new Uint8Array([7, 7, 7, 7, 7, 7]));
    watch('rest', reader.read(new Uint8Array(4)));
    watch('end', reader.read(new Uint8Array(4)));
    controller.close();
    controller.byobRequest.respond(0);
  });
});
scene('a new view', () => {
  const stream = new ReadableStream({
    type: 'bytes',
    pull(c) {
      const view = c.byobRequest.view;
      view.set([5, 6, 7]);
      c.byobRequest.respondWithNewView(new Uint8Array(view.buffer, view.byteOffset, 3));
    },
  });
  watch('read', stream.getReader({mode: 'byob'}).read(new Uint8Array(10)));
});
scene('autoAllocateChunkSize', () => {
  const stream = new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: 16,
    pull(c) {
      log('pull', c.byobRequest.view.byteLength);
      c.byobRequest.view[0] = 1;
      c.byobRequest.respond(1);
      c.close();
    },
  });
  const reader = stream.getReader();
  watch('read', reader.read());
  watch('end', reader.read());
});
scene('mistakes', () => {
  for (const f of [
    () => new ReadableStream({}).getReader({mode: 'byob'}),
    () => new ReadableStream({type: 'bytes'}).getReader({mode: 'other'}),
    () => new ReadableStream({type: 'other'}),
    () => new ReadableStream({type: 'bytes', autoAllocateChunkSize: 0}),
    () => new ReadableStream({type: 'bytes', start(c) { c.enqueue('text'); }}),
    () => new ReadableStream({type: 'bytes', start(c) { c.enqueue(new Uint8Array(0)); }}),
    () => new ReadableStream({type: 'bytes', start(c) { c.close(); c.close(); }}),
    () => new ReadableStream({type: 'bytes', start(c) { c.close(); c.enqueue(new Uint8Array(1)); }}),
  ]) {
    try {
      f();
      log('fine');
    } catch (error) {
      log(show(error));
    }
  }
  const reader = new ReadableStream({type: 'bytes'}).getReader({mode: 'byob'});
  watch('empty', reader.read(new Uint8Array(0)));
  watch('min 0', reader.read(new Uint8Array(1), {min: 0}));
  watch('min 2', reader.read(new Uint8Array(1), {min: 2}));
  watch('min 1.5', reader.read(new Uint8Array(2), {min: 1.5}));
  watch('waiting', reader.read(new Uint8Array(2)));
  reader.releaseLock();
  watch('released', reader.read(new Uint8Array(2)));
});
scene('failures', () => {
  let controller;
  const stream = new ReadableStream({type: 'bytes', start(c) { controller = c; }});
  const reader = stream.getReader({mode: 'byob'});
  watch('read', reader.read(new Uint16Array(2)));
  watch('closed', reader.closed);
  sleep(1).then(() => {
    controller.enqueue(new Uint8Array([1]));
    try {
      controller.close();
    } catch (error) {
      log(show(error));
    }
    log(controller.desiredSize, stream);
  });
});
scene('the lock is released while a request waits', () => {
  let controller;
  const stream = new ReadableStream({type: 'bytes', start(c) { controller = c; }});
  const first = stream.getReader({mode: 'byob'});
  watch('first', first.read(new Uint8Array(4)));
  sleep(1).then(() => {
    first.releaseLock();
    const second = stream.getReader();
    watch('second', second.read());
    controller.byobRequest.view[0] = 5;
    controller.byobRequest.respond(1);
  });
});
scene('memory is taken over', () => {
  const given = new Uint8Array([1, 2, 3]);
  const stream = new ReadableStream({type: 'bytes', start(c) { c.enqueue(given); c.enqueue(Buffer.alloc(2, 7)); }});
  log(given.length);
  const reader = stream.getReader({mode: 'byob'});
  const mine = new Uint8Array(4);
  watch('read', reader.read(mine));
  log(mine.length);
});
scene('piped', () => {
  let n = 0;
  const stream = new ReadableStream({
    type: 'bytes',
    pull(c) {
      c.enqueue(new Uint8Array([n++]));
      if (n === 3) c.close();
    },
  });
  watch('piped', stream.pipeTo(new WritableStream({write(chunk) { log(hex(chunk)); }, close() { log('close'); }})));
  ticks(14);
});
scene('iterated', () => {
  (async () => {
    for await (const chunk of new ReadableStream({
      type: 'bytes',
      start(c) {
        c.enqueue(new Uint8Array([1]));
        c.enqueue(new Uint8Array([2]));
        c.close();
      },
    })) log(hex(chunk));
    log('over');
  })();
  ticks(6);
});
(async () => {
  for (const [name, play] of scenes) {
    log('==', name);
    play();
    await sleep(25);
  }
})();
