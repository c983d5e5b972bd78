// Urlencoded forms: escapes, charsets, limits, and what is malformed.
const busboy = require('busboy');
const show = text => text === undefined ? 'undefined' : JSON.stringify(text);
function read(name, body, {type = 'application/x-www-form-urlencoded', limits, defCharset, cuts = [body.length]} = {}, done) {
  console.log('--', name);
  const bb = busboy({headers: {'content-type': type}, limits, defCharset});
  bb.on('field', (name, value, info) => console.log(show(name), show(value), info.nameTruncated, info.valueTruncated, info.encoding, info.mimeType));
  bb.on('fieldsLimit', () => console.log('too many fields'));
  bb.on('error', error => console.log(error.message));
  bb.on('finish', () => console.log('finish'));
  bb.on('close', done);
  const bytes = Buffer.from(body, 'latin1');
  let from = 0;
  for (const cut of cuts) {
    bb.write(bytes.subarray(from, cut));
    from = cut;
  }
  bb.end();
}
const forms = [
  ['plain', 'a=1&b=2&c=&d&=e&f==g&a=h'],
  ['nothing', ''],
  ['empty', '&&a=1&&'],
  ['only signs', '=&=&='],
  ['an equals sign at the end', 'a=1&='],
  ['a name at the end', 'a=1&b'],
  ['escapes', 'a%20b=c%3d%26d&e+f=g+h+&%41=%2b.'],
  ['UTF-8', 'n%C3%A4me=%E2%82%ac1&x=%F0%9F%98%80!&bad=%ff.'],
  ['bytes that are not escaped', 'n\u00c3\u00a4me=\u00e2\u0082\u00ac&y=\u00e2\u0082\u00ac%20.&z=\u00c3\u00a4%C3%A4.'],
  ['malformed', 'a=1&b=%x1'],
  ['malformed, too', 'a=1&b=%1x&c=2'],
  ['an escape that is not whole', 'a=1&b=%4'],
  ['a percent sign at the end', 'a=1&b=%'],
  ['latin1', 'n%e4me=\u00e4.', {type: 'application/x-www-form-urlencoded; charset=ISO-8859-1'}],
  ['charset in upper case', 'a=%e4.', {type: 'application/x-www-form-urlencoded; charset=UTF-8'}],
  ['utf16le', 'a%00=b%00c%00', {defCharset: 'utf16le'}],
  ['base64', 'aa=bb', {defCharset: 'base64'}],
  ['long names', 'abcd=1&abcde=2&abcdef=3&abc%44%45=4&abc++=5&abcde%zz=6', {limits: {fieldNameSize: 4}}],
  ['long values', 'a=1234&b=12345&c=123456&d=123%34%35%36&e=123++&f=12345%zz&g=1=3=5', {limits: {fieldSize: 4}}],
  ['no names', 'a=1&=2', {limits: {fieldNameSize: 0}}],
  ['two fields', 'a=1&b=2&c=3&d=4', {limits: {fields: 2}}],
  ['as many fields', 'a=1&b=2', {limits: {fields: 2}}],
  ['no field', 'a=1', {limits: {fields: 0}}],
  ['in pieces', 'name=value&n%C3%A4me=%E2%82%AC&last=x', {cuts: [1, 4, 5, 7, 11, 13, 14, 16, 20, 24, 25, 30, 38]}],
  ['a long default', 'n'.repeat(101) + '=' + 'v'.repeat(10)],
];
const next = () => {
  const form = forms.shift();
  if (form) return read(form[0], form[1], form[2], next);
  for (const type of ['application/x-www-form-urlencoded', 'APPLICATION/X-WWW-Form-Urlencoded; x=y', 'application/json']) {
    try {
      console.log(busboy({headers: {'content-type': type}}).constructor.name);
    } catch (error) {
      console.log(error.message);
    }
  }
};
next();
