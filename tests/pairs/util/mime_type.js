// util.MIMEType and util.MIMEParams: what is read, what is written, and what is refused.
const {MIMEType, MIMEParams} = require('util');
const attempt = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const inputs = [
  'text/html', ' text/HTML ; Charset=utf-8 ', 'text', 'text/', '/html', '', 'te xt/html', 'text/ht ml', 'text/html;', 'a/b;c', 'a/b;c=', 'a/b;=d',
  'a/b;c=d;c=e', 'a/b;c="d e";f=g', 'a/b;c="d\\"e\\\\f"', 'a/b;c="d', 'a/b;c="d\\', 'a/b;c="d   ', 'a/b;c=d   ', 'a/b;c="d" x;e=f', 'a/b;c =d', 'a/b; c= d',
  'a/b;c=é', 'a/b;c=ÿ', 'a/b;c=Ā', 'a/b;c="\x01"', 'a/b;c=\t', 'a/b;c="";d=e', 'a/b;;;c=d', 'é/b', 'a/é', 'a/b/c', 'a/b;c=d=e', 'x-y+z.w/vnd.a+json;Q="1;2"', '*/*;q=0.8',
  'text/html;charset=gbk;', '\r\n\ttext/html\r\n;a=b\r\n', 'text\n/html', 'a/b;c="d"', 'a/b;c="d"e', 'a/b;"c"=d', 'a/b;c=d e', 'a/b;𝒳=1', '𝒳 /b', 'a/b;c=""',
];
for (const input of inputs) {
  attempt(() => {
    const mime = new MIMEType(input);
    return [mime.type, mime.subtype, mime.essence, String(mime), mime.params.toString(), [...mime.params]];
  });
  console.log(String(MIMEType.parse(input) ?? undefined));
}
const mime = new MIMEType('text/plain; charset=utf-8');
mime.type = 'Application';
mime.subtype = 'JSON';
console.log(mime.essence, `${mime}`, JSON.stringify(mime.toJSON()));
attempt(() => { mime.type = ''; });
attempt(() => { mime.type = 'a b'; });
attempt(() => { mime.subtype = 'a/b'; });
const {params} = mime;
params.set('Q', '0.5');
params.set('space', 'a "b"');
params.set('empty', '');
console.log(params.get('CHARSET'), params.get('none'), params.has('q'), params.has('p'), String(params));
attempt(() => params.set('', 'x'));
attempt(() => params.set('a b', 'x'));
attempt(() => params.set('a', 'é€'));
attempt(() => params.set('a', '\n'));
params.delete('charset');
for (const [name, value] of params) console.log(name, value);
console.log([...params.keys()], [...params.values()], [...params.entries()]);
console.log(String(mime), mime, params);
const made = new MIMEParams();
made.set('a', '1');
console.log(`${made}`, made.toJSON());
