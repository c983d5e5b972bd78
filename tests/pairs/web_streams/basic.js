const stream = new ReadableStream({
  start(c) {
    c.enqueue('a');
    c.enqueue('b');
    c.close();
  },
});
const show = error => `${error.name} ${error.code} ${error.message}`;
(async () => {
  console.log(stream, stream.locked);
  for await (const chunk of stream) console.log(chunk);
  console.log(stream, stream.locked);

  let n = 0;
  const pulled = new ReadableStream({
    start(controller) { console.log('start', controller.desiredSize, controller); },
    pull(controller) {
      console.log('pull', controller.desiredSize);
      controller.enqueue(n++);
      if (n === 4) controller.close();
    },
    cancel(reason) { console.log('cancel', reason); },
  }, {highWaterMark: 2});
  const reader = pulled.getReader();
  console.log(pulled.locked);
  console.log(await reader.read());
  const {value, done} = await reader.read();
  console.log(value, done);
  try {
    pulled.getReader();
  } catch (error) {
    console.log(show(error));
  }
  pulled.cancel().catch(error => console.log(show(error)));
  console.log(await reader.read(), await reader.read());
  await reader.closed;
  console.log(await reader.read());
  reader.releaseLock();
  reader.closed.catch(error => console.log(show(error)));
  reader.read().catch(error => console.log(show(error)));
  await null;

  const cancelled = new ReadableStream({
    pull(controller) { controller.enqueue('x'); },
    cancel(reason) { console.log('cancel', reason); },
  });
  await cancelled.cancel('not wanted');
  for await (const chunk of new ReadableStream({
    pull(controller) { controller.enqueue('y'); },
    cancel(reason) { console.log('left', reason); },
  })) {
    console.log(chunk);
    break;
  }

  const failing = new ReadableStream({
    pull(controller) {
      if (n++ < 6) controller.enqueue('fine');
      else throw new TypeError('no more');
    },
  });
  try {
    for await (const chunk of failing) console.log(chunk);
  } catch (error) {
    console.log(error.name, error.message, failing);
  }

  const written = [];
  const sink = new WritableStream({
    start(controller) { console.log('sink starts', controller.signal.aborted); },
    async write(chunk) {
      await null;
      written.push(chunk);
    },
    close() { console.log('sink closed', written); },
    abort(reason) { console.log('sink aborted', reason); },
  });
  const writer = sink.getWriter();
  console.log(writer.desiredSize, sink);
  await writer.ready;
  writer.write('one');
  console.log(writer.desiredSize);
  await writer.write('two');
  await writer.close();
  await writer.closed;
  console.log(writer.desiredSize, sink);
  writer.write('three').catch(error => console.log(show(error)));
  await null;

  const upper = new TransformStream({
    transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); },
    flush(controller) { controller.enqueue('!'); },
  });
  for await (const chunk of ReadableStream.from(['hello', 'world']).pipeThrough(upper)) console.log(chunk);

  const lines = [];
  await ReadableStream.from('text').pipeTo(new WritableStream({write(chunk) { lines.push(chunk); }}));
  console.log(lines.join());
  const [a, b] = ReadableStream.from([1, 2, 3]).tee();
  for await (const chunk of a) console.log('a', chunk);
  for await (const chunk of b) console.log('b', chunk);
})();
