// Every byte and every pair of bytes in every encoding, and longer sequences where an encoding has them: whole, and cut
// at places drawn from a seed. What is printed are hashes of the texts.
const crypto = require('crypto');
const encodings = ['utf-8', 'ibm866', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7', 'iso-8859-8',
  'iso-8859-8-i', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16', 'koi8-r', 'koi8-u', 'macintosh',
  'windows-874', 'windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256',
  'windows-1257', 'windows-1258', 'x-mac-cyrillic', 'gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr',
  'utf-16be', 'utf-16le', 'x-user-defined'];

const pairs = Buffer.alloc(65536 * 3);
for (let i = 0; i < 65536; i++) {
  pairs[3 * i] = i >> 8;
  pairs[3 * i + 1] = i;
  pairs[3 * i + 2] = 0x41;
}
const triples = Buffer.alloc(128 * 128 * 4);
for (let i = 0; i < 128 * 128; i++) {
  triples[4 * i] = 0x8f;
  triples[4 * i + 1] = 0x80 | i >> 7;
  triples[4 * i + 2] = 0x80 | i;
  triples[4 * i + 3] = 0x41;
}
const quads = Buffer.alloc(126 * 10 * 126 * 10 * 4);
let at = 0;
for (let a = 0x81; a <= 0xfe; a++)
  for (let b = 0x30; b <= 0x39; b++)
    for (let c = 0x81; c <= 0xfe; c++)
      for (let d = 0x30; d <= 0x39; d++) {
        quads[at++] = a;
        quads[at++] = b;
        quads[at++] = c;
        quads[at++] = d;
      }
const jis = Buffer.alloc(3 + 94 * 94 * 2);
jis[0] = 0x1b;
jis[1] = 0x24;
jis[2] = 0x42;
for (let i = 0; i < 94 * 94; i++) {
  jis[3 + 2 * i] = 0x21 + Math.floor(i / 94);
  jis[4 + 2 * i] = 0x21 + i % 94;
}
// Random bytes, with the escape sequences of ISO-2022-JP among them.
let state = 7;
function draw(most) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 16) % most;
}
const escapes = ['\x1b(B', '\x1b(J', '\x1b(I', '\x1b$@', '\x1b$B', '\x1b$', '\x1b', '\x1b(', '\x0e', '\x0f'];
const random = Buffer.alloc(100000);
for (let i = 0; i < random.length; i++) {
  random[i] = draw(256);
  if (draw(5) === 0) i += random.write(escapes[draw(10)], i, 'latin1') - 1;
}
const seven = Buffer.from(random.map(byte => byte & 0x7f));

const hash = text => crypto.createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex').slice(0, 16);
for (const encoding of encodings) {
  const hashes = [];
  for (const bytes of [pairs, triples, jis, random, seven])
    hashes.push(hash(new TextDecoder(encoding, {ignoreBOM: true}).decode(bytes)));
  if (encoding === 'gb18030') hashes.push(hash(new TextDecoder(encoding).decode(quads)));
  const decoder = new TextDecoder(encoding);
  let text = '';
  for (let from = 0; from < random.length;) {
    const to = from + 8 + draw(60);
    text += decoder.decode(random.subarray(from, to), {stream: true});
    from = to;
  }
  hashes.push(hash(text + decoder.decode()));
  // How many of the single bytes and of every 31st pair a fatal decoder refuses.
  let refused = 0;
  const fatal = new TextDecoder(encoding, {fatal: true});
  for (let i = 0; i < 65536 + 256; i += i < 256 ? 1 : 31)
    try {
      fatal.decode(i < 256 ? Buffer.from([i]) : pairs.subarray(3 * (i - 256), 3 * (i - 256) + 2));
    } catch (error) {
      refused++;
    }
  console.log(encoding, hashes.join(' '), refused);
}
