// Forms, good and malformed, with limits: what busboy tells of them.
const busboy = require('busboy');

const part = (head, body) => `--X\r\n${head}\r\n\r\n${body}\r\n`;
const field = (name, value) => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name, filename, body) =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png`, body);
const end = '--X--\r\n';
const type = 'multipart/form-data; boundary=X';

const forms = [
  ['all', {}, field('a', '1') + file('f', 'x.png', 'bytes') + field('b', '') + file('g', 'y', '') + end],
  ['before and after', {}, 'before\r\n' + field('a', '1') + end + 'after'],
  ['empty', {}, end],
  ['no end', {}, field('a', '1')],
  ['no end in a file', {}, field('a', '1') + '--X\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nsome'],
  ['no end in a header', {}, '--X\r\nContent-Disposition: form'],
  ['nothing', {}, ''],
  ['fieldSize', {limits: {fieldSize: 3}}, field('a', '12') + field('b', '123') + field('c', '1234') + end],
  ['fileSize', {limits: {fileSize: 3}}, file('a', 'x', '12') + file('b', 'x', '123') + file('c', 'x', '1234') + end],
  ['fields', {limits: {fields: 1}}, field('a', '1') + field('b', '2') + file('f', 'x', 'b') + field('c', '3') + end],
  ['files', {limits: {files: 1}}, file('f', 'x', 'b') + field('a', '1') + file('g', 'x', 'b') + file('h', 'x', 'b') + end],
  ['parts', {limits: {parts: 2}}, field('a', '1') + file('f', 'x', 'b') + field('b', '2') + field('c', '2') + end],
  ['no parts', {limits: {parts: 0}}, field('a', '1') + end],
  ['no fields', {limits: {fields: 0}}, field('a', '1') + end],
  ['paths', {}, file('f', 'C:\\\\dir\\\\a.png', '') + file('f', '../../etc/passwd', '') + file('f', '..', '') + file('f', 'a/', '') + end],
  ['paths kept', {preservePath: true}, file('f', '../../etc/passwd', '') + file('f', 'C:\\dir\\a.png', '') + end],
  ['names', {}, field('\xc5\xbc', '\xc5\xbc') + part('content-disposition: FORM-DATA; Name=tok; other="q\\"\\\\\\x"', 'v') + field('', 'no name') + end],
  ['names as utf8', {defParamCharset: 'utf8'}, field('\xc5\xbc', 'v') + file('\xc5\xbc', '\xc5\xbc.png', 'v') + end],
  ['values as latin1', {defCharset: 'latin1'}, field('a', '\xc5\xbc') + end],
  ['charsets', {}, part('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=ISO-8859-2', '\xb1') +
    part('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset="utf-16le"', 'a\0b\0') +
    part('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=unknown', 'v') + end],
  ['extended', {}, part("Content-Disposition: form-data; name=a; filename*=utf-8'en'%e2%82%ac.txt; filename=x", 'v') +
    part("Content-Disposition: form-data; name=a; filename*=iso-8859-1''%a3.txt", 'v') +
    part("Content-Disposition: form-data; name=a; filename*=utf-8''%zz", 'v') + end],
  ['types', {}, part('Content-Disposition: form-data; name=a\r\nContent-Type: application/octet-stream', 'v') +
    part('Content-Disposition: form-data; name=a\r\nContent-Type: nonsense\r\nContent-Transfer-Encoding: BASE64', 'v') +
    part('Content-Disposition: form-data; name=a\r\nContent-Type: Text/HTML; x', 'v') + end],
  ['folded', {}, part('Content-Disposition: form-data;\r\n name="a"\r\nX: \r\nY:', 'v') + end],
  ['other parts', {}, part('Content-Disposition: attachment; name="a"', 'v') + part('X: y', 'v') +
    part('Content-Disposition: form-data; name', 'v') + part('Content-Disposition: form-data', 'v') + end],
  ['bad header', {}, part('Content Disposition: form-data', 'v') + end],
  ['bad header value', {}, part('Content-Disposition: form\x01data', 'v') + end],
  ['no colon', {}, part('Content-Disposition', 'v') + end],
  ['empty name', {}, part(': a', 'v') + end],
  ['line end', {}, '--X\r\nContent-Disposition: form-data; name="a"\n\nv\r\n' + end],
  ['long header', {}, part('X: ' + 'y'.repeat(17000), 'v') + end],
  ['nearly too long', {}, part('X: ' + 'y'.repeat(16000) + '\r\nContent-Disposition: form-data; name="a"', 'v') + end],
  ['many headers', {}, part('X: y\r\n'.repeat(2500) + 'Content-Disposition: form-data; name="a"', 'v') + end],
  ['nearly a boundary', {}, field('a', '\r\n--Y\r\n--\r\n-\r\n\r\n--') + '--X \r\njunk\r\n' + field('b', '\r\r\n-') + '--X-\r\njunk\r\n' + end],
];

function run(name, config, body, pieces, done) {
  const lines = [];
  const bb = busboy({headers: {'content-type': type}, ...config});
  bb.on('file', (name, file, info) => {
    lines.push(['file', name, info]);
    let text = '';
    file.on('data', data => text += data.toString('latin1'));
    file.on('limit', () => lines.push('limit of the file'));
    file.on('end', () => lines.push(['the file ends', text, file.truncated]));
    file.on('error', error => lines.push(['the file fails', error.message]));
  });
  bb.on('field', (name, value, info) => lines.push(['field', name, value, info]));
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit']) bb.on(limit, () => lines.push(limit));
  bb.on('error', error => lines.push(['error', error.message]));
  bb.on('finish', () => lines.push('finish'));
  bb.on('close', () => {
    lines.push('close');
    done(lines);
  });
  for (let from = 0; from < body.length; from += pieces) bb.write(body.subarray(from, from + pieces));
  bb.end();
}

function next(index) {
  if (index === forms.length) return;
  const [name, config, text] = forms[index];
  console.log(name);
  const body = Buffer.from(text, 'latin1');
  run(name, config, body, 1e6, whole => {
    for (const line of whole) console.log(line);
    next(index + 1);
  });
}
next(0);

for (const value of [undefined, 'multipart/form-data', 'text/plain', 'multipart', 'multipart/form-data; boundary', 'multipart/form-data; boundary=""', '; a', 'multipart/mixed; boundary=x'])
  try {
    busboy({headers: value === undefined ? {} : {'content-type': value}});
    console.log('fine');
  } catch (error) {
    console.log(error.message);
  }
