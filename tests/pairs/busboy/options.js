const busboy = require('busboy');
const {Readable} = require('stream');

const body = ['a', 'b', 'c'].map(name =>
  `--X\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.txt"\r\nContent-Transfer-Encoding: 8BIT\r\n\r\n${name.repeat(100000)}\r\n` +
  `--X\r\nContent-Disposition: form-data; name="field of ${name}"\r\n\r\n${name}\r\n`).join('') + '--X--\r\n';

const bb = busboy({headers: {'content-type': 'multipart/form-data; boundary="X"'}, highWaterMark: 1000, fileHwm: 2000, limits: {fields: 1, files: 2, parts: 5, fieldSize: 1}});
console.log(bb.writableHighWaterMark);
bb.on('file', (name, file, info) => {
  console.log(name, file.readableHighWaterMark, info.filename, info.encoding, info.mimeType, file.truncated);
  let size = 0;
  let isPaused = false;
  file.on('data', chunk => {
    size += chunk.length;
    if (isPaused) return;
    isPaused = true;
    file.pause();
    setTimeout(() => file.resume(), 10);
  });
  file.on('end', () => console.log(name, 'ends', size));
});
bb.on('field', (name, value, info) => console.log(name, value, info.nameTruncated, info.valueTruncated, info.encoding, info.mimeType));
bb.on('fieldsLimit', () => console.log('too many fields'));
bb.on('filesLimit', () => console.log('too many files'));
bb.on('partsLimit', () => console.log('too many parts'));
bb.on('finish', () => console.log('finish', bb.writableFinished));
bb.on('close', () => console.log('close', bb.destroyed));

const pieces = [];
for (let from = 0; from < body.length; from += 10000) pieces.push(Buffer.from(body.slice(from, from + 10000)));
Readable.from(pieces).pipe(bb);
