// TextEncoderStream and TextDecoderStream: characters that are cut, other encodings, mistakes.
const log = (...what) => console.log(...what);
const show = error => `${error.name} ${error.code}: ${error.message}`;
async function all(stream) {
  const parts = [];
  for await (const chunk of stream) parts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('hex'));
  return parts.join('|');
}
(async () => {
  log(await all(ReadableStream.from(['a', '\u20ac', '', '\ud83d', '\ude00b', 'c\ud83d']).pipeThrough(new TextEncoderStream())));
  const cut = Buffer.from('a\u20ac\u{1f600}b');
  for (let i = 1; i < cut.length; i++)
    log(await all(ReadableStream.from([cut.subarray(0, i), cut.subarray(i)]).pipeThrough(new TextDecoderStream())));
  log(await all(ReadableStream.from([Buffer.from([0x8c, 0x8e, 0x97])]).pipeThrough(new TextDecoderStream('shift_jis'))));
  log(await all(ReadableStream.from([Buffer.from([0xe2, 0x82])]).pipeThrough(new TextDecoderStream())));
  try {
    await all(ReadableStream.from([Buffer.from([0xff])]).pipeThrough(new TextDecoderStream('utf-8', {fatal: true})));
  } catch (error) {
    log(show(error));
  }
  try {
    new TextDecoderStream('klingon');
  } catch (error) {
    log(show(error));
  }
  const decoder = new TextDecoderStream('latin1', {ignoreBOM: true});
  log(decoder.encoding, decoder.fatal, decoder.ignoreBOM);
  log(new TextEncoderStream());
  log(decoder);
  log(await all(new Blob(['blob ', 'text']).stream().pipeThrough(new TextDecoderStream())));
})();
