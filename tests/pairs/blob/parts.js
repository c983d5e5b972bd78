const {Blob, File} = require('buffer');

async function main() {
  const blob = new Blob(['zażółć ', new Uint8Array([104, 105]), Buffer.from('!'), new Uint8Array([49]).buffer], {type: 'Text/PLAIN'});
  console.log(blob, blob.size, blob.type);
  console.log(await blob.text());
  console.log(await blob.bytes());
  console.log(await blob.arrayBuffer());
  const nested = new Blob(['<', blob, '>', blob.slice(0, 3), 5, true]);
  console.log(nested.size, await nested.text());
  console.log(await new Blob(['a\r\nb\rc\nd\r\r\n'], {endings: 'native'}).bytes());
  console.log(await new Blob(['a\r\nb\r'], {endings: 'transparent'}).bytes());
  console.log(await new Blob(['\ud800x']).bytes());
  console.log((await new Blob(['\ufeffabc']).text()).length, (await new Blob([new Uint8Array([255, 65])]).text()));
  console.log(new Blob([]), `${new Blob([])}`, new Blob());
  console.log(JSON.stringify(new Blob(['a'], {type: 'Té'}).type), JSON.stringify(new Blob(['a'], {type: 'A/B; C=D'}).type));
  try {
    new Blob(['a'], {endings: 'dos'});
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  const list = ['x', 'y'];
  console.log(await new Blob(list).text(), await new Blob([blob, nested]).text());

  const whole = new Blob(['abcdef', 'ghi']);
  for (const part of [whole.slice(), whole.slice(2), whole.slice(-2), whole.slice(1, -1), whole.slice(5, 7), whole.slice(7, 5),
    whole.slice(0.5, 2.5), whole.slice(1.5, 3.5), whole.slice(NaN, Infinity), whole.slice(-100, 100), whole.slice(2, 8).slice(3, 5)])
    console.log(part.size, await part.text());
  console.log(whole.slice(0, 1, 'Image/PNG'), whole.slice(0, 1, 'é'));

  const file = new File(['body', blob], 'a/b.txt', {type: 'text/x', lastModified: 1234.5});
  console.log(file, file.name, file.lastModified, file.size, `${file}`);
  console.log(await file.text(), file.slice(1, 3), await file.slice(1, 3).text());
  console.log(new File([], 'n\ud800', {lastModified: NaN}), file instanceof Blob);
  const before = Date.now(), now = new File([], 'x').lastModified;
  console.log(now >= before && now <= Date.now());
}
main();
