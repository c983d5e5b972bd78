// Pipelines of web streams: transforms, compression, cancelling, errors, back-pressure.
async function main() {
  const log = [];
  async function* lines() {
    try {
      for (let i = 0; i < 6; i++) {
        log.push('make ' + i);
        yield 'line ' + i + '\n';
      }
    } finally {
      log.push('made');
    }
  }
  const upper = new TransformStream({
    start() { log.push('start'); },
    transform(chunk, controller) {
      if (chunk.includes('3')) return;
      controller.enqueue(chunk.toUpperCase());
    },
    flush(controller) { controller.enqueue('end\n'); },
  });
  const text = await new Response(ReadableStream.from(lines()).pipeThrough(upper).pipeThrough(new TextEncoderStream()).pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'))).text();
  console.log(text);
  console.log(log);
  const taken = [];
  for await (const line of ReadableStream.from(lines())) {
    taken.push(line.trim());
    if (taken.length === 2) break;
  }
  await new Promise((resolve) => setTimeout(resolve, 1));
  console.log(taken, log.at(-1));
  const [one, two] = ReadableStream.from(['a', 'b', 'c']).tee();
  const collect = async (stream) => { let all = ''; for await (const each of stream) all += each; return all; };
  console.log(await Promise.all([collect(one), collect(two)]));
  const broken = new ReadableStream({pull(controller) { controller.error(new TypeError('source failed')); }});
  try {
    await broken.pipeTo(new WritableStream({abort(reason) { console.log('abort', reason.message); }}));
  } catch (error) {
    console.log(error.name, error.message);
  }
  const controller = new AbortController();
  const endless = new ReadableStream({pull(c) { c.enqueue('x'); }, cancel(reason) { console.log('cancel', reason.name); }});
  let count = 0;
  try {
    await endless.pipeTo(new WritableStream({write() { if (++count === 5) controller.abort(); }}), {signal: controller.signal});
  } catch (error) {
    console.log(error.name, count);
  }
  try {
    await new Response(new ReadableStream({start(c) { c.enqueue(new Uint8Array([1, 2, 3])); c.close(); }}).pipeThrough(new DecompressionStream('gzip'))).text();
  } catch (error) {
    console.log(error.name);
  }
  const writer = new WritableStream({write(chunk) { console.log('write', chunk); }, close() { console.log('close'); }}, new CountQueuingStrategy({highWaterMark: 2})).getWriter();
  console.log(writer.desiredSize);
  writer.write('one');
  writer.write('two');
  console.log(writer.desiredSize);
  await writer.close();
}
main();
