'use strict';
// Makes the questions that run.js asks both programs: some chosen by hand, and others made of random pieces from a
// seed.

const {whatwgCases} = require('./whatwg_generate.js');

function random(seed) {
  return n => {  // mulberry32
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const schemes = ['', '', 'http:', 'https:', 'HTTP:', 'hTtPs:', 'ftp:', 'gopher:', 'file:', 'ws:', 'wss:', 'javascript:',
  'JavaScript:', 'mailto:', 'xmpp:', 'coap:', 'svn+ssh:', 'dot.test:', 'a-b:', '1x:', 'x_y:', ':', 'urn:', 'git+http:'];
const slashes = ['', '/', '//', '///', '////', '\\', '\\\\', '/\\', '\\/', '/ /'];
const auths = ['', '', '', '', 'user@', 'user:pass@', 'a@b@', ':@', '@', 'us%20er@', 'us er:p/w@', 'ü:%C3%A9@', '%zz@',
  '%E9@', 'a:b:c@', 'a%3Ab:c@', 'a;b@', "a'b\"<>@", '%40@', 'a?b@', 'a#b@', '%F0%9F%98%80@', 'a\tb@'];
const hosts = ['', 'host', 'example.com', 'EXAMPLE.Com', 'a.b.c', '127.0.0.1', '[::1]', '[fe80::1%25eth0]', '[::1',
  '::1]',
  '[', ']', '[]', 'a_b', 'a b', 'a\tb', 'a%20b', 'x;y', "x'y", 'x"y', 'x`y', 'x{y}', 'x|y', 'x^y', 'x<y>', 'x,y', 'x*y',
  '-x-', '..', '.', 'a..b', 'xn--zca', 'xn--iñvalid', 'xn--0', 'bücher.de', 'BÜCHER.DE', '日本語.jp', '☃.net', '😀.com',
  'ß.de', 'ẞ', 'ΌΣΟΣ.gr', 'a。b', '１２７.0.0.1', '℀', '﹖', 'ⅷ', 'é..b', 'ab--é', '-é', 'אב', 'אa1', 'a\u00adb', '\u00ad',
  'a\u200db', '[É]', '[A:B]', '[?]', 'x!y', 'x$y', 'x&y=z', 'x(y)', 'x~y', 'x\u0000y', 'x\u007fy', 'x'.repeat(255),
  'x'.repeat(256), 'é'.repeat(70), 'é'.repeat(256), '[' + '1'.repeat(255) + ']', 'x\u00a0y', 'a\r\nb', 'a\u0301.com',
  'İ.com', 'ΑΣ', 'ΑΣΑ.gr', 'Α.Σ', 'ΑΣ\u0301', '[ΑΣ]', '[ΑΣ:Σ]', '[İ]', '각', 'क्\u200d', 'xn--9ca.é', 'xn--a.é'];
const ports = ['', '', '', ':80', ':', ':0', ':65536', ':99999999', ':8a', ':a', ':-1', '::80', ':80:81', ': 80',
  ':80 ', ':８'];
const paths = ['', '/', '/a', '/a/b', 'a', 'a/b', '/a/./b', '/a/../b', '/..', '/.', '..', '.', './a', '../a', '../../a',
  '/a//b', '//a', '///a', '/a b', '/a\tb', '/a\nb', '/%41', '/%zz', '/é', '/日本', '/😀', '/a;b', "/a'b", '/a"b', '/a`b',
  '/a{b}', '/a|b', '/a^b', '/a<b>', '/a\\b', '\\a\\b', '/a:b', ':a', '/a@b', 'a@b', '/a,b', '/a\u00a0b', '/a\ufeffb',
  '/a\u2028b', '/a/b/..', '/a/b/.', '/...', '/.../b', '/a/', '/\u0001', '/a\u000bb', '/C:/x', 'x:y', '/%2e%2e/a', '*',
  '~a'];
const queries = ['', '', '', '?', '?a=b', '?a=b&c=d', '?a=1&a=2', '?a', '?=b', '?a b=c d', '??', '?a?b', '?a=/b/../c',
  '?é=ü',
  "?a='b'", '?a="b"', '?a@b', '?a\\b', '?value=hello', '?2=b&1=a', '?%zz', '?a=%41', '?a=\u00a0', '?a\tb',
    '?a=b\u2003c', '?&&'];
const hashes = ['', '', '', '', '#', '#h', '#h i', '#h?i', '#h#i', '#é', '#a\\b', '#a\'b"', '#/a/..', '#\tx', '#😀'];
const edges = ['', '', '', '', '', '', ' ', '\t', '\n ', '\u00a0', '\ufeff', '\u2003', '\u0000', '\u001f'];

const wholeUrls = ['', ' ', '\t\n', '/', '//', '///', '?', '#', '.', '..', '@', ':', 'a', 'a:', 'a:b', 'a@b', '//a@b',
  '//a@b/c',
  'http:', 'http:/', 'http://', 'http:a', 'HTTP:a', 'http:///', 'http:\\\\a\\b', 'http://a@b@c/', 'http://a@b?@c',
  'http://a.com/\t', 'HtTp://x.y.cOm;a/b/c?d=e#f g<h>i', 'http://x.y.com+a/b/c', 'HtTp://x.y.cOm*a/b/c',
  'http://x...y...#p',
  'http://x/p/"quoted"', '<http://goo.corn/bread> Is a URL!', 'http://www.narwhaljs.org/blog/categories?id=news',
  'javascript:alert(\'hello\');', 'javascript:alert(1);a="\x20\x27"//@x', 'mailto:foo@bar.com?subject=hello',
  'mailto:local1@domain1', 'xmpp:isaacschlueter@jabber.org',
  'http://user:pass@mt0.google.com:80/vt/lyrs=m@114???&hl=en',
  'file:///etc/passwd', 'file://localhost/etc/passwd', 'file://foo/etc', 'file:///etc/node/', 'file:/a', 'file:a',
  'file://',
  'coap:u:p@[::1]:61616/.well-known/r?n=T#c', 'http://[fe80::1]', 'http://[::1]:80/x', 'http:/baz/../foo/bar',
  'git+http://u:p@h/r',
  'http://bucket_name.s3.amazonaws.com/image.jpg', 'git+http://github.com/joyent/node.git', 'local1@domain1',
  'www.example.com',
  'svn+ssh://foo/bar', 'dash-test:foo/bar', 'dot.test:foo/bar', 'x:1', 'x://a//b', 'http:x:1/',
  'http:x:1/\' <>"`/{}|\\^~`/',
  'http://a.com:abc/d', 'http://atpass:foo%40bar@127.0.0.1:8080/path?search=foo#bar', 'http://ExAmPlE.com/a',
  '/foo/bar?baz=quux#frag',
  'http://-a-.com', 'http://a:b:c', 'http://x:1 y', ' javascript:alert(\'hello\');', 'http://a\\@b',
  'http://a.com#x?y', '/\\a', '\\a',
  'http://www.ExAmPlE.com:80', 'http://\u00ad/', 'http://%@a/', 'http://a%2fb', 'http://ab\u3002com',
  'ws://www.example.com/x', '*',
  'http://\ud83d.com/', '/\ud83d', '/a\ud800?b=\udc00', 'http://\ud83d@x/', 'http://a/\ud83d\u0041',
  'http://x\r\n.com/', 'http://:80', 'http://@:80'];

const queryPieces = ['a', 'b', 'key', '=', '=', '=', '&', '&', '&', '%', '%4', '%41', '%zz', '%F0%9F%98%80', '%ff',
  '%C3', '%E2%82', '+',
  ' ', 'é', '日', '😀', '0', '1', '42', '007', '4294967294', '4294967295', '-1', '1.5', '__proto__', 'constructor',
  'hasOwnProperty',
  'toString', '', ';', ':', '==', '&&', '&=', '#', '?', '/', '%00', '\u0000', '%2B', '%26', '%3D', '%e4%bd%A0',
  '\ud800', '%ED%A0%80', '%C0%80'];
const separators = ['', '', '', '', '&', ';', '&&', ', ', 'ab', '=', '%', '+', 'é', '日', '😀', '4', '%4', '&amp;',
  'aab'];
const equals = ['', '', '', '', '=', ':', '==', '=>', 'b', '&', '%', '+', 'ü', '%41', '1', 'aab'];
const texts = ['', 'abc', 'a b', 'é', '日本語', '😀', '\ud800', '\udc00', '\ud83dx', 'x\ud83d', '\ud83d\ud83d\ude00',
  '\udc00\udc00', '\ud800é',
  "!'()*-._~", 'a+b', '%', '%4', '%41', '%4g', '%g4', '%%41', '%41%', '%ff', '%C3%A9', '%C3é', '%e9é日😀', '%zz\ud800',
    '%F4%90%80%80',
  '%ED%A0%80', '%C0%AF', '%F0%9F%98', '\u0000', '\u007f\u0080\u00ff\u0100', '"<>`{}|\\^[]', ':@/?#&=+$,;', '%25',
  '%2525', '%é%41'];
const domains = ['a/b', 'a?b', 'a:80', '', '%41b', '[::0:1]', '[1]', '[::]', '[1::]', '[1:2:3:4:5:6:7:8]',
  '[1:2:3:4:5:6:7::]', '[::2:3:4:5:6:7:8]',
  '[1:0:0:2:0:0:0:3]', '[::ffff:1.2.3.4]', '[::1.2.3]', '[::1.2.3.256]', '[::01.2.3.4]', '[1:2:3:4:5:6:1.2.3.4]',
  '[1:2:3:4:5:6:7:1.2.3.4]',
  '[:1]', '[1:]', '[1::2::3]', '[12345::]', '[g::]', '[ABCD::]', '[::1]x', '127.1', '0x7f.1', '1.2.3.4.5',
  '256.1.1.1', 'a.1', '1e3', '1.', '0x', '09',
  '4294967295', '4294967296', '1.2.3.', '1..2', 'foo.0x4', '0300.168', '1.2.3.08', '0xffffffff', '..', '.', '%00',
  '%zz', 'é%C3%A9', '::1', 'a@b',
  '1.65535.1', '1.2.65536', '0x1.0x2.0x3', 'a\\b', 'a\tb', 'xn--ls8h', 'XN--ZCA', 'xn--bcher-kva.de', 'español.com',
  '中文.com', 'xn--fiq228c.com'];
const files = ['file:///a/b', 'file://localhost/a', 'file://LOCALHOST/a', 'file://host/a', '/a', 'http://x/a',
  'file:a', 'file:/a', 'file:////a',
  'file:///a/../b/./c', 'file:///a%2fb', 'file:///a%2Fb', 'file:///%zz', 'file:///%', 'file:///a?x#y',
  'file:///a%23b', 'file:\\\\\\a\\b',
  'file:///C:/../x', 'file:///C|/x', 'file://C:/x', '', 'file:', 'file://', 'file:///a b', 'file:///%E9',
  'file:///a/%2e%2E/b', '  file:///x \n',
  'fi\tle:///y', 'File:///z', 'file://loc%61lhost/x', 'file:///a/b/..', 'file:///a/.', 'file:///..//a', 'file://C|',
  'file:C|', 'file:///%00',
  'file:// x/', 'file://[::1]/x', 'mailto:x', '1a:b', 'file:///é', 'file:///日本/😀', 'file:///a//b', 'file:///a\\..\\b',
  'file:///.%2e/x', 'file://a:80/x',
  'file:///C:/a/../..', 'file:///a/C|/b', 'file:x/../y', 'file:///a/..', 'file:////..//b', 'file:///C:',
  'file:///C:/..', 'file://x\\y', 'file:?x', 'file:#x'];

function* cases(seed, count) {
  const below = random(seed);
  const pick = list => list[below(list.length)];
  const some = (list, n) => Array.from({length: below(n + 1)}, () => pick(list)).join('');
  const host = () => pick(slashes) + pick(auths) + pick(hosts) + pick(ports);
  const url = () => pick(edges) + pick(schemes) + (below(3) ? host() : '') + pick(paths) + (below(3) ? '' : pick(paths)) + pick(queries) +
    pick(hashes) + pick(edges);
  const sane = () => pick(['http://', 'https://', 'file://', 'mailto:', '//', 'x:', 'x://', '']) + pick(['', 'u@',
    'u:p@']) +
    pick(['a', 'h.com', '', '[::1]', 'B.org']) + pick(['', ':80']) + some(['/a', '/..', '/.', '/', '/b', '..', '.'],
      5) + pick(queries) + pick(hashes);

  for (const text of wholeUrls) {
    for (const flags of ['00', '10', '01', '11']) yield ['parse', text, flags[0], flags[1]];
    yield ['format', text];
    for (const other of wholeUrls) yield ['resolve', text, other];
  }
  for (const from of ['http://u:p@a.com:80/b/c/d;p?q', 'mailto:l@d', 'file:///a/b', '/one/two', 'x:a/b', 'x://h/a',
    'javascript:a/b', '//h/a/b'])
    for (const to of [...paths, ...wholeUrls, ...queries, ...hashes]) yield ['resolveObject', from, to];
  for (const part of hosts) for (const port of ['', ':80', ':x']) yield ['parse', `http://${part}${port}/p`, '0', '0'];
  for (const part of auths) yield ['parse', `http://${part}host/p`, '0', '0'];
  for (const part of paths) yield ['parse', part, '1', '0'];
  for (const text of texts) {
    yield ['escape', text];
    yield ['unescape', text];
    yield ['unescapeBuffer', text, '0'];
    yield ['unescapeBuffer', text + '+', '1'];
    yield ['qsParse', `${text}=${text}&x=${text}`, '', '', '-', '-'];
    yield ['qsParse', `%41%42${text}=${text}&${text}`, '', '', '-', '-'];
  }
  for (const text of [...domains, ...hosts]) {
    yield ['domainToASCII', text];
    yield ['domainToUnicode', text];
  }
  for (const text of files) {
    yield ['fileURLToPath', text];
    yield ['fileURLToPathBuffer', text];
  }
  let ascii = '/';
  for (let i = 1; i < 128; i++) ascii += String.fromCharCode(i);
  for (const text of [ascii, '/', '/a/', '/a//b/../c/', '/é/日/😀', '/a b', '/a%20b', '//x', '/./'])
    yield ['pathToFileURL', text];
  for (const keys of ['0', '1', '2', '3', '-5', '1.5', '1000', '1001'])
    for (const text of ['a&b&c&d', '&&a&b', 'a=1&&b=2&', Array.from({length: 1200}, (_, i) => 'k' + i).join('&')])
      yield ['qsParse', text, '', '', keys, '-'];

  for (let i = 0; i < count; i++) {
    yield ['parse', url(), String(below(2)), String(below(3) ? 0 : 1)];
    if (i % 2 === 0) yield ['resolve', below(2) ? url() : sane(), below(2) ? url() : sane()];
    if (i % 3 === 0) yield ['resolveObject', sane() || 'x', below(4) ? sane() : url()];
    if (i % 4 === 0) yield ['format', url()];
    yield ['qsParse', some(queryPieces, 12), '', '', below(4) ? '-' : String(below(4)), '-'];
    yield ['qsParse', some(queryPieces, 12), pick(separators), pick(equals), '-', pick(['-', '-', 'upper', 'throw'])];
    if (i % 4 === 1) {
      const entries = [];
      for (let n = below(5); n > 0; n--)
        entries.push(some(queryPieces.filter(x => x !== '__proto__'), 2), pick(['u', 'n', 't', 'f', 'd5', 'd1.5',
          'd1e21', 'd1e-7', 'dNaN', 'dInfinity', 'd-0', 'l', 'l$a,$b c,',
          'l$é,', 's$', 's$x y', 's$é&=', 's$😀']));
      yield ['qsStringify', pick(separators), pick(equals), pick(['-', '-', 'upper']), ...entries];
    }
    if (i % 4 === 2) {
      const member = list => pick(['u', 'n', 's$', ...list.map(x => 's$' + x)]);
      yield ['formatObject', member(['http', 'http:', 'https:', 'file', 'file:', 'fileX', 'mailto:', 'javascript:',
        'x', 'HTTP', ':']), pick(['t', 'u', 'u']), member(['u', 'u:p', 'ü@', 'a b', '\ud800']),
        member(['h', 'h:80']), member(['g', '::1', '[::1]', 'a:b', 'é']), pick(['u', 'n', 's$', 's$80', 'd80', 'd0']),
        member(['/a', 'a', '/a?b#c', '//x', '?', '#']), member(['?a', 'a', '?a#b', '#', '??']), pick(['u', 'n',
          's$a=b', 'o$a=b&c', 'o$', 'o$é=1&é=2']), member(['#h', 'h', '##'])];
    }
    if (i % 8 === 3) yield ['unescape', some(texts, 3)];
    if (i % 8 === 4) yield ['escape', some(texts, 3)];
    if (i % 8 === 5) yield ['unescapeBuffer', some(texts, 3), String(below(2))];
    if (i % 8 === 6) yield ['domainToASCII', some([...hosts, ...domains, '.'], 3)];
    if (i % 8 === 7) yield ['fileURLToPath', 'file:' + pick(slashes) + some(['/', '\\', 'a', '..', '.', '%2e', 'C:',
      'C|', '%41', 'é', '?', '#', 'localhost', '%2f'], 6)];
  }
  yield* whatwgCases(below, pick, count);
}

module.exports = {cases};
