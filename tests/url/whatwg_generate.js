'use strict';
// Makes the questions about URL and URLSearchParams: some chosen by hand, and others made of random pieces. `pick` and
// `below` are functions of generate.js.

const schemes = ['http:', 'https:', 'HTTP:', 'ws:', 'wss:', 'ftp:', 'file:', 'File:', 'x:', 'data:', 'mailto:', 'blob:',
  'javascript:', 'a+b-c.1:', '1x:', 'x_y:', ':', '', '', '', 'h\tttp:', 'non-special:'];
const slashes = ['', '/', '//', '///', '////', '\\', '\\\\', '/\\', '\\/', '/\t/'];
const auths = ['', '', '', '', 'user@', 'user:pass@', ':pass@', 'user:@', ':@', '@', 'a@b@', 'a:b:c@', 'a b:c/d@', 'é:ü@',
  '%41:%zz@', '"<>`#?{}/:;=@[\\]^|@', '\ud800:😀@', "a'b:$&+,@", 'a\u0000b@', '%@'];
const hosts = ['', 'h', 'example.com', 'EXAMPLE.Com', 'a.b.c.', 'a..b', '.', '..', 'a_b', 'a b', 'a%20b', 'a%41b', 'a%zzb',
  'a\tb', 'a\u0000b', 'a\u007fb', 'a!b', 'a"b', 'a#b', 'a$b', 'a%b', 'a&b', "a'b", 'a(b)', 'a*b', 'a+b', 'a,b', 'a-b', 'a;b',
  'a<b', 'a=b', 'a>b', 'a?b', 'a[b', 'a\\b', 'a]b', 'a^b', 'a`b', 'a{b', 'a|b', 'a}b', 'a~b', 'é.com', 'BÜCHER.de', '日本語.jp',
  '☃.net', '😀', 'ß.de', 'faß.de', 'ẞ', 'ΌΣΟΣ.gr', 'a。b', '１２７.0.0.1', '℀', 'ⅷ', 'xn--zca', 'xn--', 'xn--a', 'xn--0',
  'XN--ZCA', 'xn--iñvalid', 'xn--bcher-kva.de', 'אב', 'אa1', 'a\u00adb', '\u00ad', 'a\u200db', 'a\u200cb', '%C3%A9', '%c3',
  '%ef%bc%85%ef%bc%94%ef%bc%91', '\ufffd', '\ud800', 'a\u0301.com', 'İ.com', 'localhost', 'LOCALHOST', 'loc%41lhost',
  '127.0.0.1', '127.1', '127.0.1', '0x7f.1', '0X7F.1', '017700000001', '2130706433', '4294967295', '4294967296', '256.1.1.1',
  '1.256.1', '1.2.65536', '1.2.3.4.5', '1.2.3.4.', '1.2.3.4..', '1..2', '1.2.3.08', '09', '0x', '0x.0x', '1e3', '1.2.3.x',
  'foo.0x4', 'foo.09', 'foo.1', 'foo.0xx', '0xffffffff', '0x100000000', '00000000000.1', '1.0x', '%30x7f.1', '1.2.3.4é',
  '[::1]', '[::]', '[1::]', '[1:2:3:4:5:6:7:8]', '[1:2:3:4:5:6:7::]', '[::2:3:4:5:6:7:8]', '[1:0:0:2:0:0:0:3]',
  '[1:0:2:0:3:0:4:0]', '[0:0:1::1]', '[::ffff:1.2.3.4]', '[::1.2.3]', '[::1.2.3.256]', '[::01.2.3.4]', '[1:2:3:4:5:6:1.2.3.4]',
  '[1:2:3:4:5:6:7:1.2.3.4]', '[:1]', '[1:]', '[1::2::3]', '[12345::]', '[g::]', '[ABCD::]', '[::1]x', '[::1', '::1]', '[]',
  '[::1%25eth0]', '[fe80::1%eth0]', '[1:2:3:4:5:6:7:8:9]', '[::1.2.3.4x]', '[::1.2.3.4:5]', '[1.2.3.4::]', '[::.1.2.3]',
  '[0::0:0]', '[:::]', '[%3A%3A1]', 'C:', 'C|', 'c:x', 'x'.repeat(64), 'x'.repeat(254), 'é'.repeat(64), 'a.' + 'b.'.repeat(130)];
const ports = ['', '', '', '', ':', ':80', ':443', ':21', ':0', ':00080', ':8080', ':65535', ':65536', ':99999999999', ':8a', ':a',
  ':-1', ': 80', ':80 ', ':８', ':\t8', '::80', ':80:81', ':8/0', ':8\\0', ':80@x'];
const paths = ['', '', '/', '/a', '/a/b', 'a', 'a/b', '/.', '/..', '/./a', '/a/./b', '/a/../b', '/a/..', '/a/.', '/a/b/../..',
  '/../../a', '..', '.', './a', '../a', '../../a', './', '../', '/...', '/a//b', '//a', '///a', '/.//a', '/..//a', '/a/..//b',
  '/%2e', '/%2E%2e/a', '/.%2e', '/a/%2e/b', '/%2e.', '/a b', '/a\tb', '/a\nb', '/%41', '/%zz', '/é', '/日本', '/😀', '/\ud800',
  '/a;b', "/a'b", '/a"b', '/a`b', '/a{b}', '/a|b', '/a^b', '/a<b>', '/a\\b', '\\a\\b', '/a\\..\\b', '/a:b', ':a', 'a:b', '/a@b',
  '/a,b', '/a~!$&()*+=b', '/\u0000\u001f\u007f\u0080', '/[a]', '/C:/x', '/C|/x', '/C|', 'C|/x', 'C:/..', '/C:/../x', '/a/C|/b',
  'C|a', '/c:\\x', '//C:/x', '/C%7C/x', 'x ', 'x  ', ' x', '/x ', '/\ufeff', ' ', 'opaque', 'a/../b', '//h/p', '/.a', '/..a'];
const queries = ['', '', '', '?', '?a=b', '?a=b&c=d', '?a b', '?é=ü', "?a='b'", '?a="b"', '?<>`{}|^\\', '?a?b', '??', '?%zz%41', '?\t',
  '?\ud800', '?a=😀', '?\u0000\u001f\u007f', '?a+b=c%2Bd', '?/../x', '? ', '?a=b&&=c&d&=', '?[a]=~!$()*'];
const hashes = ['', '', '', '', '#', '#h', '#h i', '#h?i', '#h#i', '#é', '#"<>`{}|^\\\'', '#%zz', '#\ud800', '#\u0000\u007f', '#\t', '# '];
const edges = ['', '', '', '', '', '', '', ' ', '\t', '\n ', '\u0000', '\u001f', '\u00a0', '\ufeff', '\u0000 \u0001'];

const bases = ['http://user:pass@example.com:8080/b/c/d;p?q=1#f', 'https://h', 'https://h/a/', 'file:///C:/a/b', 'file:///a/b',
  'file://host/a/b', 'file:///', 'mailto:x', 'data:x,y', 'x://h/a/b', 'x://h', 'x:/a/b', 'x:/', 'x:///a', 'ws://h:81/x?y', 'ftp://f/x',
  'x://u:p@h:1/a?b#c', 'about:blank', 'blob:https://a.com/b', 'file://h/C:/x', 'http://[::1]:80/'];

const wholes = ['', ' ', '/', '//', '///', '?', '#', '.', '..', ':', 'a', 'a:', 'a:b', '@', 'http:', 'http:/', 'http://', 'http:a', 'http:?',
  'http:#', 'https:a', 'https:/a', 'https:?a', 'file:', 'file:/', 'file://', 'file:a', 'file:?a', 'file:#a', 'file:..', 'file:C|/x',
  'file:/C|/x', 'file://C|/x', 'file:///C|/x', 'file:C:', 'file:////a', 'file:////../a', 'file://h', 'file://h/', 'file://h?x',
  'file://localhost/a', 'file://LocalHost', 'file://loc%61lhost', 'file://a:80/', 'file://u@h/', 'file://[::1]/a', 'file://1.2.3',
  'x:', 'x:/', 'x://', 'x:///', 'x:////', 'x:a', 'x:?', 'x:#', 'x://h', 'x://h/', 'x://h:', 'x://h:80', 'x://h:80/', 'x://:80',
  'x://@/', 'x://u@/', 'x://u:p@h', 'x://h\\a', 'x:\\a', 'x:/..//a', 'x:/.//a', 'x:/a/..//b', 'x://h/..//a', 'x:a ?b', 'x:a #b', 'x:a  ',
  'x:a  #', 'x:a  ?', 'x:a ?#', 'x: ', 'x: a', 'x:// h', 'x://H.é', 'x://%41', 'x://%zz', 'x://1.2.3', 'x://[::1]', 'x://[1', 'x://h^',
  'x://a|b', 'x://a<b', 'x://a"b`{}', 'mailto:a@b?c=d e', 'data:text/html,<b> x</b>?<>#<>', 'javascript:alert("é")', 'about:blank',
  'blob:https://a.com:81/b', 'blob:http://u:p@A/b', 'blob:file:///a', 'blob:ftp://a', 'blob:x', 'blob:', 'blob:/a', 'blob:blob:http://a',
  'blob://h/p', 'http://h:80', 'https://h:80', 'https://h:443', 'ws://h:80', 'wss://h:443', 'ftp://h:21', 'ftp://h:80', 'http://a@b@c/',
  'http://a:b@c:d@e/', 'http://@h', 'http://:@h', 'http://u:@h', 'http://:p@h', 'http://@', 'http://u@', 'http://u@:80', 'http://:80',
  'http://h:', 'http://h:/', 'http:\\\\h\\a', 'http:/\\h', 'http:////h', 'http:h', 'http://h/\\..\\a', 'http://h?a/../b', 'http://h#a/../b',
  'http://h?', 'http://h#', 'http://h?#', 'http://h/?a#', 'HTTP://H/P?Q#F', 'ht\ntp://h', '  http://h  ', 'http://h/a\tb', '\u0000http://h',
  'http://h/%', 'http://h/%2', 'http://h/%2f', 'http://h/\u{10ffff}', 'http://h:8\t0', '1http://h', '+x:', 'http//h', 'http ://h', 'é://h',
  'http://1.2.3.4', 'http://0x.0x.0', 'http://256', 'http://0', 'http://999999999999', 'http://a.1', 'http://1.a', 'http://[::1]:81',
  'http://[::1]x', 'http://[::1]:', 'http://x[::1]', 'http://☃', 'http://xn--n3h', 'http://h\u3002com', 'http://%', 'http://%68', 'http://a%2fb',
  'http://a%3ab', 'http://a%00b', 'http://\ud800', 'javascript://h%0aalert(1)', 'git+ssh://u@h:p/x', 'urn:isbn:1', 'tel:+1', 'http:///h/p',
  'ws:h', 'wss:/h', 'ftp:h', 'http://h/a/b/../../../c', 'http://h/.', 'http://h/..', 'http://h/./', 'http://h/a/..', 'http://h/a/../'];

const setterValues = {
  protocol: ['http', 'https', 'https:', 'HTTPS:x', 'ws', 'ftp', 'file', 'x', 'x:', 'data', '', ':', '1', 'ht\ttp', 'h é', 'http/', 'b+.-1',
    'https://a', 'mailto', 'wss:'],
  username: ['', 'me', 'a:b', 'a@b', 'é', '%zz', 'a\tb', '\ud800', ' "<>`#?{}/:;=@[\\]^|\''],
  password: ['', 'me', 'a:b', 'a@b', 'é', '%zz', 'a\tb', '\ud800', ' "<>`#?{}/:;=@[\\]^|\''],
  host: [],
  hostname: [],
  port: ['', '80', '443', '8080', '65535', '65536', '0', '00', '9a', 'a9', ' 9', '\t9', '9\t0', '-1', '8080/x', '8080?x', '8080\\x', '1e3',
    '99999999999', '٣', '080'],
  pathname: [],
  search: ['', '?', 'a', '?a', '??a', '#', '?#', 'a#b', 'é', "'", ' ', '\t', '?\t', 'a\nb', '\ud800', 'a=b&c=d', '+%2B', '"<>`{}|^'],
  hash: ['', '#', 'a', '#a', '##a', '?', 'é', ' ', '\t', '#\t', '"<>`{}|^', '\ud800', '%zz'],
  href: [],
};
const setterUrls = ['http://example.com/p?q#f', 'https://user:pass@h:8080/', 'https://h', 'file:///a/b', 'file://host/C:/a', 'file:///C:/a',
  'mailto:x', 'data:x  ?a#b', 'data:x  #b', 'x://h/a', 'x://u:p@h:1/a?b#c', 'x://h', 'x:/a/b', 'x:///a', 'x:/.//a', 'ws://h:81/', 'ftp://h',
  'http://[::1]:3000/', 'http://u@h/', 'x://', 'http://h/a%20b/?c=%41&d=+', 'blob:http://a/b'];

const paramPieces = ['a', 'b', 'c', 'key', '=', '=', '=', '&', '&', '&', '?', '#', '%', '%4', '%41', '%zz', '%F0%9F%98%80', '%ff', '%C3', '%E2%82',
  '+', ' ', 'é', '日', '😀', '\ud800', '\ufeff', '\uffff', '\u0000', '%00', '%2B', '%26', '%3D', '~', '*', '-', '.', '_', "!'()", '"', '/', ''];

function* whatwgCases(below, pick, count) {
  const some = (list, n) => Array.from({length: below(n + 1)}, () => pick(list)).join('');
  const authority = () => pick(slashes) + pick(auths) + pick(hosts) + pick(ports);
  const url = () => pick(edges) + pick(schemes) + (below(3) ? '//' + pick(auths) + pick(hosts) + pick(ports) : authority()) + pick(paths) +
    (below(3) ? '' : pick(paths)) + pick(queries) + pick(hashes) + pick(edges);
  const relative = () => pick(edges) + (below(4) ? '' : pick(schemes)) + (below(3) ? '' : pick(slashes)) + pick(paths) + (below(3) ? '' : pick(paths)) +
    pick(queries) + pick(hashes);
  setterValues.host = [...hosts, ...hosts.slice(0, 20).flatMap(host => [host + ':81', host + ':80/x', host + ':65536', host + ':x']), 'h/x', 'h?x', 'h#x',
    'h\\x', 'u@h', ':', ':80', '[::1]:80', '[::1]:', '\th\n'];
  setterValues.hostname = setterValues.host;
  setterValues.pathname = [...paths, '?', '#', 'a?b#c', '/a?b'];
  setterValues.href = wholes;

  for (const text of wholes) {
    yield ['wParse', text];
    for (const base of bases) yield ['wParse', text, base];
  }
  for (const host of hosts) for (const scheme of ['http', 'x', 'file']) yield ['wParse', `${scheme}://${host}/p`];
  for (const part of auths) for (const scheme of ['http', 'x']) yield ['wParse', `${scheme}://${part}host/p`];
  for (const port of ports) for (const scheme of ['http', 'x', 'file']) yield ['wParse', `${scheme}://h${port}`];
  for (const base of bases) for (const part of [...paths, ...queries, ...hashes]) yield ['wParse', part, base];
  for (const text of setterUrls)
    for (const name in setterValues) for (const value of setterValues[name]) yield ['wSet', text, name, value];
  for (let c = 0; c < 128; c++) {
    const x = String.fromCharCode(c);
    for (const scheme of ['http', 'x', 'file']) {
      yield ['wParse', `${scheme}://a${x}b/`];
      yield ['wParse', `${scheme}://h/a${x}b?a${x}b#a${x}b`];
    }
    yield ['wParse', `http://a${x}b:c${x}d@h/`];
    yield ['wParse', `x:a${x}b?a${x}b#a${x}b`];
    yield ['wParse', `a${x}:b`];
    yield ['wParams', `a${x}b=c${x}d`];
    yield ['wWinUrl', `C:\\a${x}b`];
  }
  for (const host of hosts) for (const scheme of ['http', 'x']) yield ['wFormat', `${scheme}://${host}/p`, '15'];
  for (const text of [...wholes, ...setterUrls, 'file:///C:/a%20b', 'file:///C|/x', 'file:///a', 'file:///C:/%5C', 'file:///C:%2f', 'file://srv/share/é',
    'file://xn--bcher-kva/x', 'file:///', 'file:///%43:/x', 'file:///C:/%zz', 'file:///1:/x']) {
    yield ['wOptions', text];
    for (let flags = 0; flags < 16; flags++) yield ['wFormat', text, String(flags)];
    yield ['wWinPath', text];
  }
  for (const text of ['http://a%40b:c%2fd@h/', 'http://%zz@h/', 'http://%ff@h/', 'http://[::1]:80/', 'http://[::1]:81/x?y', 'https://u@h'])
    yield ['wOptions', text];
  for (const text of ['C:\\a\\..\\b', 'C:\\', 'c:/x/', 'C:\\x\\\\', '\\\\srv\\share', '\\\\srv\\share\\a b', '\\\\srv', '\\\\\\x', '\\\\?\\UNC\\srv\\share\\x',
    '\\\\?\\C:\\x', '\\\\BÜCHER\\x', '\\\\.\\pipe\\x', 'D:\\é#?%'])
    yield ['wWinUrl', text];

  const names = Object.keys(setterValues);
  const paramOps = () => {
    const name = () => below(4) ? pick(['a', 'b', 'c', 'é', 'a b']) : some(paramPieces, 2);
    const op = pick(['append', 'append', 'delete', 'delete2', 'get', 'getAll', 'has', 'has2', 'set', 'set', 'sort', 'size']);
    return [op, name(), name()];
  };
  for (let i = 0; i < count; i++) {
    yield ['wParse', url()];
    yield ['wParse', relative(), pick(bases)];
    if (i % 4 === 0) yield ['wParse', relative(), url()];
    const steps = [];
    for (let n = 1 + below(5); n > 0; n--) {
      if (below(4)) {
        const name = pick(names);
        steps.push(name, pick(setterValues[name]));
      } else {
        const [op, a, b] = paramOps();
        steps.push('.' + op, a, b);
      }
    }
    yield ['wSet', below(2) ? pick(setterUrls) : url(), ...steps];
    yield ['wParams', some(paramPieces, 14), ...Array.from({length: below(5)}, paramOps).flat()];
    if (i % 8 === 0) yield ['wOptions', url()];
    if (i % 8 === 1) yield ['wFormat', url(), String(below(16))];
    if (i % 8 === 2) yield ['wWinPath', 'file:' + pick(slashes) + pick(['', 'C:', 'C|', 'h', '']) + pick(paths) + pick(paths)];
  }
}

module.exports = {whatwgCases};
