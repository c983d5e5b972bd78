// All accessors of a URL, the values that they refuse, and the effect of a change on the other properties.
const show = (what, u) => console.log(what, u.href, u.origin, u.host, JSON.stringify(u.port), u.search, u.hash);
const u = new URL('http://user:pa%20ss@example.com:8080/a/b/../c?x=1#y');
show('at first', u);
u.port = 80;
show('port 80', u);
u.port = '65536';
show('port too large', u);
u.port = '8081/x';
show('port 8081/x', u);
u.port = '';
show('no port', u);
u.host = 'h:90';
show('host', u);
u.hostname = 'EXAMPLE.org:91';
show('hostname with a port', u);
u.hostname = 'a b';
show('hostname that is none', u);
u.hostname = '0x7f.1';
show('hostname that is a number', u);
u.hostname = 'español.com';
show('hostname of other letters', u);
u.protocol = 'https:anything';
show('protocol', u);
u.protocol = 'mailto';
show('protocol of another kind', u);
u.username = '';
u.password = 'p@ss:word';
show('password', u);
u.password = '';
show('no password', u);
u.pathname = 'p q/../r?s#t';
show('pathname', u);
u.search = 'a=1&b=c d';
show('search', u);
u.searchParams.append('e', 'f&g');
show('appended', u);
u.searchParams.delete('a');
u.searchParams.delete('b');
u.searchParams.delete('e');
show('deleted', u);
u.search = '?';
show('empty search', u);
u.hash = '#';
show('empty hash', u);
u.hash = 'a b`<>';
show('hash', u);
u.href = 'file:///C|/x/../y';
show('href', u);
u.host = 'server';
show('file host', u);
u.port = 80;
u.username = 'me';
show('file has neither port nor user', u);
u.href = 'data:text/plain,x y';
u.pathname = 'other';
u.host = 'h';
show('opaque', u);
for (const text of ['', 'nothing', 'http://', 'http://[::1', 'http://a b/', 'http://h:99999/']) {
  try {
    u.href = text;
  } catch (error) {
    console.log(error.name, error.code, error.message, JSON.stringify(error.input), error.base);
  }
}
show('still', u);
console.log(`${u}`, '' + u, String(u), u.toString() === u.toJSON());
