// Streams that are transferred by structuredClone: chunks, ends, errors, cancels and aborts pass between both ends.
const {MessageChannel} = require('worker_threads');
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const refused = f => {
  try {
    f();
    console.log('accepted');
  } catch (error) {
    console.log(error.name, error.code === DOMException.DATA_CLONE_ERR, error.message);
  }
};
const read = async reader => {
  try {
    const {value, done} = await reader.read();
    console.log(value, done);
  } catch (error) {
    if (error instanceof Error) console.log('failed', error.name, error.message);
    else console.log('failed', error);
  }
};
async function readable() {
  console.log('-- readable');
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue('text');
      controller.enqueue(1.5);
      controller.enqueue(true);
      controller.enqueue({a: [1, {b: 'c'}], now: new Date(0)});
      controller.enqueue(undefined);
      controller.close();
    },
  });
  const moved = structuredClone(source, {transfer: [source]});
  console.log(source.locked, moved.locked, moved);
  for await (const chunk of moved) console.log(chunk);
  console.log(source, moved);
  const bytes = new ReadableStream({start(controller) { controller.enqueue(new TextEncoder().encode('bytes')); controller.close(); }, type: 'bytes'});
  const reader = structuredClone({bytes}, {transfer: [bytes]}).bytes.getReader();
  console.log(Buffer.from((await reader.read()).value).toString(), (await reader.read()).done);
}
async function pulls() {
  console.log('-- pulls');
  let n = 0;
  const source = new ReadableStream({
    pull(controller) {
      console.log('pull', n);
      controller.enqueue(n++);
    },
    cancel(reason) {
      console.log('cancelled', reason);
    },
  }, {highWaterMark: 0});
  const moved = structuredClone(source, {transfer: [source]});
  await sleep(5);
  console.log('nothing is read yet');
  const reader = moved.getReader();
  await read(reader);
  await sleep(5);
  await read(reader);
  await sleep(5);
  await reader.cancel('enough');
  await read(reader);
  await sleep(5);
  console.log(source.locked);
}
async function errors() {
  console.log('-- errors');
  for (const reason of [new TypeError('broken', {cause: new Error('why')}), new DOMException('gone', 'AbortError'), 'text', 17, undefined]) {
    const source = new ReadableStream({start(controller) { controller.enqueue('last'); }, pull(controller) { controller.error(reason); }});
    const reader = structuredClone(source, {transfer: [source]}).getReader();
    await read(reader);
    await read(reader);
  }
  const cannot = new ReadableStream({
    start(controller) { controller.enqueue(() => {}); },
    cancel(reason) { console.log('cancelled', reason.name, reason.code === DOMException.DATA_CLONE_ERR); },
  });
  try {
    await structuredClone(cannot, {transfer: [cannot]}).getReader().read();
  } catch (error) {
    console.log(error.name, error.code === DOMException.DATA_CLONE_ERR, error instanceof DOMException);
  }
  const quiet = new ReadableStream({cancel(reason) { console.log('cancelled', reason.name); }});
  const moved = structuredClone(quiet, {transfer: [quiet]});
  try {
    await moved.cancel(() => {});
  } catch (error) {
    console.log('cancel', error.name);
  }
  await sleep(5);
}
async function writable() {
  console.log('-- writable');
  const sink = {
    write(chunk) { console.log('write', chunk); },
    close() { console.log('close'); },
    abort(reason) { console.log('abort', reason instanceof Error ? reason.name : reason); },
  };
  const target = new WritableStream(sink);
  const moved = structuredClone(target, {transfer: [target]});
  console.log(target.locked, moved);
  const writer = moved.getWriter();
  console.log(writer.desiredSize);
  await writer.ready;
  writer.write('one');
  console.log(writer.desiredSize);
  await writer.write(2);
  await writer.write({three: 3});
  await writer.close();
  await writer.closed;
  console.log('closed here');
  await sleep(5);
  console.log(target.locked);
  const aborted = new WritableStream(sink);
  await structuredClone(aborted, {transfer: [aborted]}).abort('no more');
  await sleep(5);
  const failing = new WritableStream({write() { throw new RangeError('full'); }});
  const last = structuredClone(failing, {transfer: [failing]}).getWriter();
  await last.write('a');
  try {
    await last.closed;
  } catch (error) {
    console.log(error.name, error.message);
  }
  const strict = new WritableStream(sink);
  const other = structuredClone(strict, {transfer: [strict]}).getWriter();
  try {
    await other.write(() => {});
  } catch (error) {
    console.log(error.name);
  }
  await other.closed.catch(error => console.log('closed', error.name));
  await sleep(5);
}
async function transform() {
  console.log('-- transform');
  const upper = new TransformStream({
    transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); },
    flush(controller) { controller.enqueue('.'); },
  });
  const moved = structuredClone({upper}, {transfer: [upper]}).upper;
  console.log(moved, upper.readable.locked, upper.writable.locked);
  for await (const chunk of ReadableStream.from(['a', 'b']).pipeThrough(moved)) console.log(chunk);
  const {port1, port2} = new MessageChannel();
  const plain = new TransformStream();
  port1.postMessage({from: plain.readable, to: plain.writable}, [plain.readable, plain.writable]);
  port2.once('message', async ({from, to}) => {
    const writer = to.getWriter();
    const reader = from.getReader();
    writer.write('through');
    writer.close();
    await read(reader);
    await read(reader);
    port1.close();
  });
  await new Promise(resolve => port1.once('close', resolve));
}
function refusals() {
  console.log('-- refused');
  const locked = new ReadableStream();
  locked.getReader();
  refused(() => structuredClone(locked, {transfer: [locked]}));
  const twice = new ReadableStream();
  refused(() => structuredClone(twice, {transfer: [twice, twice]}));
  console.log(twice.locked);
  const written = new WritableStream();
  written.getWriter();
  refused(() => structuredClone(written, {transfer: [written]}));
  const half = new TransformStream();
  half.writable.getWriter();
  refused(() => structuredClone(half, {transfer: [half]}));
  const {port1, port2} = new MessageChannel();
  refused(() => port1.postMessage(new ReadableStream()));
  refused(() => port1.postMessage({w: new WritableStream()}, []));
  refused(() => structuredClone({t: new TransformStream()}, {transfer: []}));
  const unused = new ReadableStream();
  refused(() => port1.postMessage('nothing', [unused]));
  console.log(unused.locked);
  const moved = structuredClone(port2, {transfer: [port2]});
  moved.once('message', value => {
    console.log('the moved port has', value);
    moved.close();
  });
  const buffer = new ArrayBuffer(4);
  console.log(structuredClone({buffer}, {transfer: [buffer]}).buffer.byteLength, buffer.byteLength);
}
async function main() {
  await readable();
  await pulls();
  await errors();
  await writable();
  await transform();
  refusals();
}
main();
