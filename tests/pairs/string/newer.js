// Additions of ECMAScript 2021 to 2025 to strings, which the version of test262 in tests/test262 covers not at all or
// only partly.
const text = 'a-b-c';
console.log(text.at(0), text.at(-1), text.at(5), text.at(-6), 'é😀'.at(-1) === '\ude00', 'abc'.at(1.7), 'abc'.at(NaN));
console.log(text.replaceAll('-', '+'), text.replaceAll('-', ''), text.replaceAll('', '.'), text.replaceAll('x', 'y'), 'aaa'.replaceAll('aa', 'b'));
console.log(text.replaceAll('-', '$$'), text.replaceAll('-', '$&$&'), text.replaceAll('b', "[$`|$']"), text.replaceAll('-', '$1$'), text.replaceAll('-', '$<a>'));
console.log(text.replaceAll('-', (match, at) => match + at), text.replaceAll('-', (match, at, whole) => whole.length + at), 'é-é'.replaceAll('é', (match, at) => at));
for (const one of ['', 'abc', 'é😀', 'a\ud800', '\udc00b', '\udc00\ud800', '\ud83d\ude00'])
  console.log(one.isWellFormed(), one.toWellFormed(), one.toWellFormed().length, one.toWellFormed() === one);
console.log('a'.padStart(3, '12'), 'a'.padEnd(5, 'xy') + '|', '  a '.trimStart() + '|', '  a '.trimEnd() + '|', 'ab'.codePointAt(5) === undefined);
