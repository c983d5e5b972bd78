// tee() of byte streams: the branches are byte streams, whose readers may bring memory of their own.
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

scene('default readers', () => {
  const [a, b] = new ReadableStream({
    type: 'bytes',
    start(c) {
      c.enqueue(new Uint8Array([1, 2]));
      c.enqueue(new Uint8Array([3]));
      c.close();
    },
  }).tee();
  log(a, b);
  const left = a.getReader();
  const right = b.getReader();
  for (let i = 0; i < 3; i++) watch('left ' + i, left.read());
  for (let i = 0; i < 3; i++) watch('right ' + i, right.read());
  watch('left closed', left.closed);
  ticks(12);
});
scene('the chunks are copies', () => {
  const [a, b] = new ReadableStream({type: 'bytes', start(c) { c.enqueue(new Uint8Array([1, 2, 3])); }}).tee();
  a.getReader().read().then(first => {
    b.getReader().read().then(second => {
      first.value[0] = 9;
      log(hex(first.value), hex(second.value));
    });
  });
});
scene('both with memory', () => {
  let n = 0;
  const [a, b] = new ReadableStream({
    type: 'bytes',
    pull(c) {
      log('pull', c.byobRequest === null ? 'none' : c.byobRequest.view.byteLength, c.desiredSize);
      const request = c.byobRequest;
      if (n === 3) {
        c.close();
        if (request) request.respond(0);
        return;
      }
      request.view[0] = ++n;
      request.view[1] = 16 + n;
      request.respond(2);
    },
  }).tee();
  const left = a.getReader({mode: 'byob'});
  const right = b.getReader({mode: 'byob'});
  watch('left 0', left.read(new Uint8Array(4)));
  watch('right 0', right.read(new Uint8Array(2)));
  watch('left 1', left.read(new Uint8Array(2)));
  watch('right 1', right.read(new Uint8Array(8)));
  watch('left 2', left.read(new Uint8Array(3)));
  watch('right 2', right.read(new Uint8Array(1)));
  watch('left 3', left.read(new Uint8Array(1)));
  watch('right 3', right.read(new Uint8Array(1)));
  watch('left 4', left.read(new Uint8Array(5)));
  watch('right 4', right.read(new Uint8Array(5)));
  ticks(25);
});
scene('memory on one side', () => {
  let controller;
  const [a, b] = new ReadableStream({type: 'bytes', start(c) { controller = c; }}).tee();
  const left = a.getReader({mode: 'byob'});
  const right = b.getReader();
  watch('left', left.read(new Uint8Array(4)));
  watch('right', right.read());
  sleep(1).then(() => {
    log(controller.byobRequest.view.byteLength);
    controller.enqueue(new Uint8Array([1, 2, 3, 4, 5, 6]));
    watch('right again', right.read());
    watch('left again', left.read(new Uint8Array(4)));
  });
  sleep(5).then(() => {
    controller.close();
    log(controller.byobRequest === null);
  });
});
scene('words', () => {
  let controller;
  const [a, b] = new ReadableStream({type: 'bytes', start(c) { controller = c; }}).tee();
  watch('left', a.getReader({mode: 'byob'}).read(new Uint16Array(2), {min: 2}));
  watch('right', b.getReader().read());
  sleep(1).then(() => {
    controller.enqueue(new Uint8Array([1]));
    controller.enqueue(new Uint8Array([2, 3]));
    controller.enqueue(new Uint8Array([4, 5]));
  });
});
scene('one branch is cancelled', () => {
  let n = 0;
  const [a, b] = new ReadableStream({
    type: 'bytes',
    pull(c) { c.enqueue(new Uint8Array([n++])); },
    cancel(reason) { log('cancel', reason); },
  }).tee();
  watch('cancel a', a.cancel('first'));
  const reader = b.getReader();
  watch('read', reader.read());
  watch('next', reader.read());
  sleep(2).then(() => watch('cancel b', reader.cancel('second')));
});
scene('one branch with memory is cancelled', () => {
  let controller;
  const [a, b] = new ReadableStream({
    type: 'bytes',
    start(c) { controller = c; },
    cancel(reason) { log('cancel', reason); },
  }).tee();
  const left = a.getReader({mode: 'byob'});
  const right = b.getReader({mode: 'byob'});
  watch('left', left.read(new Uint8Array(3)));
  watch('right', right.read(new Uint8Array(3)));
  sleep(1).then(() => {
    watch('cancel a', left.cancel('left'));
    controller.byobRequest.view[0] = 7;
    controller.byobRequest.respond(1);
  });
  sleep(3).then(() => {
    watch('cancel b', right.cancel('right'));
  });
});
scene('the source fails', () => {
  let controller;
  const [a, b] = new ReadableStream({type: 'bytes', start(c) { controller = c; }}).tee();
  const left = a.getReader({mode: 'byob'});
  const right = b.getReader();
  watch('left', left.read(new Uint8Array(3)));
  watch('right', right.read());
  watch('left closed', left.closed);
  watch('right closed', right.closed);
  sleep(1).then(() => {
    controller.error(new RangeError('broken'));
    ticks(5);
  });
});
scene('a stream that has failed', () => {
  const [a, b] = new ReadableStream({type: 'bytes', start(c) { c.error(new Error('at once')); }}).tee();
  watch('left', a.getReader().read());
  watch('right', b.getReader({mode: 'byob'}).read(new Uint8Array(1)));
  ticks(4);
});
scene('closed while both wait', () => {
  let controller;
  const [a, b] = new ReadableStream({type: 'bytes', start(c) { controller = c; }}).tee();
  watch('left', a.getReader({mode: 'byob'}).read(new Uint8Array(3)));
  watch('right', b.getReader({mode: 'byob'}).read(new Uint8Array(4)));
  sleep(1).then(() => {
    controller.close();
    controller.byobRequest.respond(0);
    ticks(4);
  });
});
scene('the lock is released in between', () => {
  let controller;
  const [a, b] = new ReadableStream({type: 'bytes', start(c) { controller = c; }}).tee();
  const first = a.getReader({mode: 'byob'});
  watch('first', first.read(new Uint8Array(3)));
  sleep(1).then(() => {
    first.releaseLock();
    watch('second', a.getReader().read());
    watch('right', b.getReader().read());
    controller.byobRequest.view[0] = 5;
    controller.byobRequest.respond(1);
  });
});
scene('a tee of a tee', () => {
  const [a, b] = new ReadableStream({
    type: 'bytes',
    start(c) {
      c.enqueue(new Uint8Array([1, 2, 3, 4]));
      c.close();
    },
  }).tee();
  const [c, d] = a.tee();
  const all = async (name, stream) => {
    for await (const chunk of stream) log(name, hex(chunk));
    log(name, 'over');
  };
  all('b', b);
  all('c', c);
  all('d', d);
});
(async () => {
  for (const [name, play] of scenes) {
    log('==', name);
    play();
    await sleep(25);
  }
})();
