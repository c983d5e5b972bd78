const util = require('util');
const codes = text => [...text].map(c => c.codePointAt(0).toString(16)).join(' ');

for (const label of ['utf-8', ' UTF8\n', 'latin1', 'ISO-8859-8-I', 'x-user-defined', 'gb2312', 'sjis', 'csunicode', 'replacement', 'iso-2022-kr', 'utf-7', '', 'x'.repeat(100)])
  try {
    console.log(new TextDecoder(label).encoding);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
console.log(new TextDecoder('utf-8', {fatal: true}), new util.TextDecoder('utf-16', {ignoreBOM: true}), `${new TextDecoder()}`);
console.log(new TextDecoder().fatal, new TextDecoder('utf-8', {ignoreBOM: true}).ignoreBOM);

const malformed = [[0xff], [0x41, 0xe2, 0x82], [0xe2, 0x82, 0x41], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]];
for (const bytes of malformed) {
  console.log(codes(new TextDecoder().decode(new Uint8Array(bytes))));
  try {
    new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array(bytes));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

// Marks at the beginning.
const marked = new Uint8Array([0xef, 0xbb, 0xbf, 0x41, 0xef, 0xbb, 0xbf]);
console.log(codes(new TextDecoder().decode(marked)), codes(new TextDecoder('utf-8', {ignoreBOM: true}).decode(marked)));
const decoder = new TextDecoder();
for (const [bytes, stream] of [[[0xef, 0xbb], true], [[0xbf, 0x41], true], [[], true], [[0xef, 0xbb, 0xbf, 0x41], false], [[0xef, 0xbb, 0xbf, 0x41], false]])
  console.log(codes(decoder.decode(new Uint8Array(bytes), {stream})));
for (const encoding of ['utf-16le', 'utf-16be']) {
  console.log(codes(new TextDecoder(encoding).decode(new Uint8Array([0xff, 0xfe, 0x41, 0, 0xd8, 0, 0xd8, 0, 0x41, 0, 0, 0xdc, 0x41]))));
  console.log(codes(new TextDecoder(encoding).decode(new Uint8Array([0xfe, 0xff, 0, 0x41, 0xd8, 0x3d, 0xde, 0, 0xdc]))));
}

// Cut at each byte.
const text = 'aé€😀\u{10ffff}z';
const utf16 = Buffer.from(text, 'utf16le');
for (const [encoding, bytes] of [['utf-8', Buffer.from(text)], ['utf-16le', utf16], ['utf-16be', Buffer.from(utf16).swap16()]])
  for (let at = 0; at <= bytes.length; at++) {
    const cut = new TextDecoder(encoding);
    console.log(cut.decode(bytes.subarray(0, at), {stream: true}) + '|' + cut.decode(bytes.subarray(at)));
  }

// A fatal decoder after an error.
for (const [encoding, bytes] of [['utf-8', [0x42, 0xff]], ['utf-16le', [0x42, 0, 0, 0xdc]], ['shift_jis', [0x42, 0x81, 0x20]], ['gb18030', [0x42, 0xff]]]) {
  const fatal = new TextDecoder(encoding, {fatal: true});
  for (const each of [bytes.slice(0, 3), bytes, bytes.slice(0, -1), [0x41, 0x42]])
    for (const stream of [true, false])
      try {
        console.log(encoding, codes(fatal.decode(new Uint8Array(each), {stream})));
      } catch (error) {
        console.log(error.code, error.message);
      }
}
console.log(new TextDecoder().decode(), new TextDecoder().decode(new Uint16Array([0x4241, 0x4443])), new TextDecoder().decode(new Uint8Array([65]).buffer));

// TextEncoder.
const encoder = new TextEncoder();
console.log(encoder.encoding, encoder, encoder.encode(), encoder.encode('a\ud800é😀'));
for (const size of [0, 1, 2, 3, 4, 6, 7, 8, 20]) {
  const into = new Uint8Array(size);
  console.log(encoder.encodeInto('aé😀\udc00z', into), into);
}
