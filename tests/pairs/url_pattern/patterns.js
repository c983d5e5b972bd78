// URLPattern: what patterns become, what they match, and what they refuse; then random patterns and URLs.
const shown = pattern => [pattern.protocol, pattern.username, pattern.password, pattern.hostname, pattern.port, pattern.pathname, pattern.search, pattern.hash, pattern.hasRegExpGroups].join(' | ');
const attempt = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
// Node gives the groups in no order that a program could know.
const sorted = match => match && Object.fromEntries(Object.entries(match).map(([part, found]) => [part, Array.isArray(found) ? found.length : {input: found.input, groups: Object.entries(found.groups).sort().map(group => group.join('=')).join(' ')}]));
const patterns = [
  ['/books/:id', 'https://example.com'], ['https://example.com/books/:id'], ['https://*.example.com/*'], ['http{s}?://example.com/:kind(a|b)'], ['/x'], ['(', 'https://a.b'], ['https://example.com:8080/?q=:q#:h'],
  ['https://user:pass@example.com/'], ['https://example.com:443/'], ['data\\:text/*'], ['data:text/*'], ['https://[\\:\\:1]/'], ['https://[::1]:3000/'], ['*://*/*.png'], ['https://example.com/:a/:b?'], ['https://example.com/:a+'],
  ['https://example.com/:a*'], ['https://example.com/{:a-}?:b'], ['https://example.com/(\\d+)'], ['https://example.com/:id(\\d+){.:ext}?'], ['?q=*', 'https://example.com/a/b#c'], ['#x', 'https://example.com/a/b?c'], ['c', 'https://example.com/a/b'],
  ['../c', 'https://example.com/a/b/d'], ['https://EXAMPLE.com/%7Efoo/é'], ['https://é.com/'], ['https://example.com/a b'], ['https://example.com/:é'], ['about:blank'], ['file:///:p*'], ['https://a:99999/'], ['https://example.com/*?'], ['https://example.com/**'],
  ['https://example.com/foo?bar'], ['https://example.com/foo\\?bar'], ['https://example.com/{foo}?bar'], ['https://example.com/:foo?bar'], ['https://:sub.example.com/'], ['https://example.com'], ['http://example.com:80'], ['ws://x/:a{/:b}+'], ['{https}://x/'], ['https://x/:a:b'],
  ['https://x/:a/:a'], ['https://x/{a'], ['https://x/a}'], ['https://x/(?:a)'], ['https://x/((?:a))'], ['https://x/((a))'], ['https://x/(é)'], ['https://x/([a-z]+)-:c'], ['https://x/:a(.*)'], ['https://x/:a([^\\/]+?)'], [''], ['', 'https://x/a?b#c'], ['*'], [':p://x/'], ['https://x/\\'],
];
const urls = [
  ['https://example.com/books/7'], ['https://a.example.com/x/y'], ['http://example.com/b'], ['https://example.com/'], ['https://example.com:8080/?q=1#h'], ['https://user:pass@example.com/'], ['data:text/plain'], ['https://[::1]:3000/'], ['https://x/y.png'],
  ['https://example.com/1/2'], ['https://example.com/1'], ['https://example.com/1/2/3'], ['https://example.com/a-b'], ['https://example.com/12.txt'], ['https://example.com/a/b?q=2'], ['/books/8', 'https://example.com'], ['about:blank'], ['file:///a/b'], ['no url'], ['https://example.com/fooar'],
  ['https://example.com/foo?bar'], ['ws://x/1/2/3'], ['https://x/a'], ['https://x/ab-c'], ['https://example.com/~foo/%C3%A9'],
];
for (const args of patterns) {
  console.log(...args);
  attempt(() => {
    const pattern = new URLPattern(...args);
    console.log(shown(pattern));
    return urls.map(url => Number(pattern.test(...url))).join('');
  });
}
const inits = [
  {}, {pathname: '/:a/:b'}, {pathname: 'x', baseURL: 'https://example.com/a/b?c#d'}, {protocol: 'https:', port: '443'}, {protocol: 'http', hostname: '{*.}?example.com'}, {search: '?a=:b', hash: '#:c'}, {hostname: '[\\:\\:1]'}, {hostname: 'a b'}, {port: '80a'}, {port: 'x'}, {protocol: 'é'}, {protocol: '1'},
  {baseURL: 'nope'}, {username: 'ü', password: ':p'}, {pathname: '/a/../b'}, {pathname: 'a/../b'}, {protocol: 'data', pathname: 'a b'}, {protocol: 'data', pathname: ':x'}, {search: 'a b\'', hash: 'a b"'}, {hostname: 'EXAMPLE.com', pathname: '/%2e/%41'}, {protocol: 'javascript', pathname: 'a?b#c'},
];
for (const init of inits) {
  attempt(() => shown(new URLPattern(init)));
  attempt(() => Number(new URLPattern({pathname: '/:a/:b'}).test(init)));
}
attempt(() => JSON.stringify(sorted(new URLPattern('/:a/:b?/*', 'https://x').exec('https://x/1/2/3/4'))));
attempt(() => sorted(new URLPattern('/:a/:b?', 'https://x').exec('https://x/1')));
attempt(() => new URLPattern('/:a/:b?', 'https://x').exec('https://x/1').pathname.groups.b);
attempt(() => new URLPattern('/:a', 'https://x').exec('1', 'https://x').inputs);
attempt(() => new URLPattern('/:a/:b?', 'https://x').exec('https://y/1'));
attempt(() => new URLPattern('/:a', 'https://x').exec('1', 'https://x').pathname.groups.a);
attempt(() => sorted(new URLPattern({pathname: '/:a'}).exec({pathname: '/é', hostname: 'h'})));
attempt(() => [new URLPattern('/ABC', 'https://x').test('https://x/abc'), new URLPattern('/ABC', 'https://x', {ignoreCase: true}).test('https://x/abc')].join());
attempt(() => new URLPattern());
let seed = 42;
const random = n => {
  seed = (seed * 48271) % 2147483647;
  return seed % n;
};
const parts = ['a', 'b', '/', '/', ':a', ':b', ':c', '*', '(b)', '(\\d+)', '{', '}', '?', '+', '.', '-', '\\', '\\:', '1', 'é', '%41', ' ', '(', ')', '//', '..'];
const tried = [];
for (let i = 0; i < 1500; i++) {
  let pathname = '/';
  for (let n = random(8); n >= 0; n--) pathname += parts[random(parts.length)];
  tried.push(pathname);
}
for (const pathname of tried) {
  try {
    const pattern = new URLPattern({pathname, protocol: 'https'});
    console.log(pathname, pattern.pathname, ['/', '/a', '/b/1', '/a/b/1', '/1-2', '/a.b'].map(path => JSON.stringify(sorted(pattern.exec({pathname: path, protocol: 'https'}))?.pathname ?? null)).join(' '));
  } catch (error) {
    console.log(pathname, error.code);
  }
}
const pieces = ['https', 'http', ':', '://', '/', 'x', '.com', ':a', '*', '?', '#', '@', '[', ']', '{', '}', '8080', '(a)', '\\', 'data'];
for (let i = 0; i < 1500; i++) {
  let text = random(3) ? 'https://' : '';
  for (let n = random(7); n >= 0; n--) text += pieces[random(pieces.length)];
  try {
    console.log(text, shown(new URLPattern(text)));
  } catch (error) {
    console.log(text, error.code);
  }
}
