// filehandle.readableWebStream(): a byte stream, also with memory of the reader; closing; states in which there is none.
// stderr
const fs = require('fs');
const path = '/tmp/nodecpp_pair_web_stream_' + process.pid;
fs.writeFileSync(path, 'some text in a file');
const show = error => console.log(error.name, error.code, error.message);
(async () => {
  let file = await fs.promises.open(path);
  const stream = file.readableWebStream();
  console.log(stream);
  for await (const chunk of stream) console.log(Buffer.from(chunk).toString());
  console.log(file.fd > 0);
  try { file.readableWebStream(); } catch (error) { show(error); }
  await file.close();
  try { file.readableWebStream(); } catch (error) { show(error); }

  file = await fs.promises.open(path);
  file.on('close', () => console.log('close'));
  const reader = file.readableWebStream({autoClose: true}).getReader({mode: 'byob'});
  let memory = new Uint8Array(8);
  while (true) {
    const {value, done} = await reader.read(memory);
    console.log(Buffer.from(value.buffer, 0, value.byteLength).toString(), done);
    if (done) break;
    memory = new Uint8Array(value.buffer);
  }
  await reader.closed;
  console.log(file.fd);

  file = await fs.promises.open(path);
  file.on('close', () => console.log('close'));
  const cancelled = file.readableWebStream({autoClose: true});
  const one = cancelled.getReader();
  console.log(Buffer.from((await one.read()).value).length);
  await one.cancel('enough');
  console.log(file.fd);

  file = await fs.promises.open(path);
  const open = file.readableWebStream().getReader();
  const closing = file.close();
  try { file.readableWebStream(); } catch (error) { show(error); }
  await closing;
  console.log(await open.read(), file.fd);

  file = await fs.promises.open(path);
  const [a, b] = file.readableWebStream({autoClose: true}).tee();
  const text = async stream => {
    let all = '';
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) all += chunk;
    return all;
  };
  console.log(await Promise.all([text(a), text(b)]));
  console.log(file.fd);

  file = await fs.promises.open('/tmp');
  try {
    await file.readableWebStream().getReader().read();
  } catch (error) {
    show(error);
  }
  file = await fs.promises.open(path);
  file.readableWebStream({type: 'text'});
  await file.close();
  fs.unlinkSync(path);
})();
