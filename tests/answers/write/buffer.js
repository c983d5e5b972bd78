// Writes buffer.inc: Node's answer to each call below, together with the same call in C++.
'use strict';
const b = require('buffer');
const {keep, mark} = require('./table.js');

// Each case is JavaScript that `toCpp` converts to C++. In each case `x` is a new Buffer of these bytes.
const subjects = {
  empty: '',
  one: '7f',
  abc: '616263616263616263',
  bytes: '00017f80fffe1234c3a9e282acf09f98800a0d20',
};
const encodings = ['utf8', 'utf16le', 'latin1', 'ascii', 'hex', 'base64', 'base64url'];
const cases = [];
const add = (subject, ...sources) => sources.forEach((source) => cases.push({ subject, source }));

// Cases that make Buffers.
for (const e of [...encodings, 'UTF-8', 'Ucs2', 'ucs-2', 'utf-16LE', 'binary', 'BASE64', 'Base64Url', 'HEX', 'foo', ''])
  add('empty', `Buffer.from('é€😀aZ', '${e}')`, `Buffer.byteLength('é€😀aZ', '${e}')`, `Buffer.isEncoding('${e}')`,
    `Buffer.from('', '${e}')`, `Buffer.alloc(5, 'é1', '${e}')`);
for (const text of ['', 'a', 'ab', 'abc', 'abcd', 'a=', 'YQ==', 'YQ=', 'YQ', 'Y', 'YWI=', 'YWJj', 'YWJjZ', 'YQ=YQ', '=bad', 'Y Q\n=\t=',
  '-_+/', 'YWJj*YWJj', 'YWI===', '0g', '0G12', '00ff', '00FFz1', '00f', 'İı', 'ŁBCD', 'a\u0000b', '\u0000', '\ufeffa', '💩'])
  for (const e of ['hex', 'base64', 'base64url', 'latin1', 'utf16le'])
    add('empty', `Buffer.from(${JSON.stringify(text).replace(/^"|"$/g, "'")}, '${e}')`,
      `Buffer.byteLength(${JSON.stringify(text).replace(/^"|"$/g, "'")}, '${e}')`);
add('empty', 'Buffer.from([1, 2, 257, -1, 256])', 'Buffer.of(1, 2, 300)', 'Buffer.alloc(3)', 'Buffer.alloc(3, 300)',
  'Buffer.alloc(3, -1)', 'Buffer.alloc(0, 1)', "Buffer.alloc(5, 'abc')", "Buffer.alloc(5, '')", "Buffer.alloc(5, 'zz', 'hex')",
  "Buffer.alloc(0, 'zz', 'hex')", 'Buffer.alloc(4, Buffer.from([1, 2]))', 'Buffer.alloc(4, Buffer.alloc(0))',
  'Buffer.alloc(1.7)', 'Buffer.alloc(-1)', 'Buffer.alloc(NaN)', 'Buffer.alloc(Infinity)', 'Buffer.alloc(9007199254740992)',
  'Buffer.alloc(9007199254740991)', 'Buffer.allocUnsafe(-2.5)', 'Buffer.allocUnsafe(0)', "Buffer.alloc(5, \"it's\", 'hex')",
  "Buffer.alloc(5, 'a\\nb\\u0001\\'\"', 'hex')",
  'Buffer.concat([Buffer.of(1), Buffer.of(2, 3)])', 'Buffer.concat([Buffer.of(1), Buffer.of(2, 3)], 2)',
  'Buffer.concat([Buffer.of(1), Buffer.of(2, 3)], 5)', 'Buffer.concat([Buffer.of(1)], -1)', 'Buffer.concat([Buffer.of(1)], 2.5)',
  'Buffer.concat([Buffer.of(1)], 0)', 'Buffer.concat([Buffer.of(1)], 9007199254740992)',
  'Buffer.compare(Buffer.of(1), Buffer.of(1, 2))', 'Buffer.compare(Buffer.of(200), Buffer.of(1, 2))',
  'Buffer.compare(Buffer.of(1), Buffer.of(1))', 'Buffer.copyBytesFrom(Buffer.of(1, 2, 3), 1)',
  'Buffer.copyBytesFrom(Buffer.of(1, 2, 3), 1, 1)', 'Buffer.copyBytesFrom(Buffer.of(1, 2, 3), 5)',
  'Buffer.copyBytesFrom(Buffer.of(1, 2, 3), -1)', 'Buffer.copyBytesFrom(Buffer.of(1, 2, 3), 1.5)',
  'Buffer.copyBytesFrom(Buffer.of(1, 2, 3), 0, -1)', 'Buffer.copyBytesFrom(Buffer.of(1, 2, 3), 0, 9)');

// Cases that read and write numbers.
const odd = ['0', '1', '-1', '1.5', 'NaN', 'Infinity', '-Infinity', '8', '9', '-0.0', '4294967297', '1e21', '9007199254740992', '-4294967297'];
const plain = ['Int8', 'UInt8', 'Int16LE', 'Int16BE', 'UInt16LE', 'UInt16BE', 'Int32LE', 'Int32BE', 'UInt32LE', 'UInt32BE'];
const rest = ['FloatLE', 'FloatBE', 'DoubleLE', 'DoubleBE', 'BigInt64LE', 'BigInt64BE', 'BigUInt64LE', 'BigUInt64BE'];
for (const name of [...plain, ...rest]) {
  for (const at of ['', '0', '1', '3', '7', '10', '1.5', '13', '-1', 'NaN']) add('bytes', `x.read${name}(${at})`);
  add('one', `x.read${name}()`, `x.read${name}(1)`, `x.read${name}(0.5)`);
}
for (const name of ['UInt8', 'Uint8']) for (const at of odd) add('abc', `x.read${name}(${at})`);
const values = ['0', '1', '-1', '127', '128', '-128', '-129', '255', '256', '32767', '32768', '-32768', '-32769', '65535', '65536',
  '2147483647', '2147483648', '-2147483648', '-2147483649', '4294967295', '4294967296', '1.9', '-1.9', '-0.5', 'NaN', '1e21'];
for (const name of plain) {
  for (const v of values) add('abc', `x.write${name}(${v}, 1)`);
  add('abc', `x.write${name}(1, 9)`, `x.write${name}(1, 8.5)`, `x.write${name}(1, -1)`, `x.write${name}(999999999999, 99)`);
  add('empty', `x.write${name}(1)`);
}
for (const name of rest.slice(0, 4)) for (const v of ['0', '-0.0', '1.5', '-2.25', 'NaN', 'Infinity', '1e300', '3.4e38', '1e-300']) add('abc', `x.write${name}(${v}, 1)`);
for (const v of ['0n', '1n', '-1n', '9223372036854775807n', '-9223372036854775807n']) for (const e of ['LE', 'BE']) add('abc', `x.writeBigInt64${e}(${v}, 1)`);
for (const v of ['0n', '1n', '18446744073709551615n', '9223372036854775808n']) for (const e of ['LE', 'BE']) add('abc', `x.writeBigUInt64${e}(${v}, 1)`, `x.writeBigUInt64${e}(${v}, 2)`);
for (const name of ['IntLE', 'IntBE', 'UIntLE', 'UIntBE']) {
  for (const n of ['0', '1', '2', '3', '4', '5', '6', '7', '1.5', 'NaN', '-1', '4294967297']) {
    add('bytes', `x.read${name}(3, ${n})`, `x.read${name}(16, ${n})`, `x.read${name}(1.5, ${n})`);
    for (const v of ['0', '1', '-1', '-1.9', '-0.5', 'NaN', '8388607', '8388608', '-8388609', '16777216', '549755813887', '549755813888', '-549755813889', '1099511627776',
      '140737488355327', '-140737488355328', '140737488355328', '281474976710655', '281474976710656'])
      add('abc', `x.write${name}(${v}, 1, ${n})`);
  }
}

// Cases about slices and texts.
for (const [from, to] of [['', ''], ['1', ''], ['-2', ''], ['2', '4'], ['-4', '-1'], ['4', '2'], ['0', '99'], ['-99', '2'], ['9', '9'], ['10', '11']]) {
  const args = [from, to].filter(Boolean).join(', ');
  add('abc', `x.subarray(${args})`, `x.slice(${args})`);
}
for (const e of [...encodings, 'foo', '']) {
  add('bytes', `x.toString('${e}')`, `x.toString('${e}', 3)`, `x.toString('${e}', 3, 9)`, `x.toString('${e}', -3, 9)`, `x.toString('${e}', 9, 3)`,
    `x.toString('${e}', 99)`, `x.toString('${e}', 0, 99)`, `x.toString('${e}', 8, 11)`);
  add('empty', `x.toString('${e}')`);
}
for (const s of Object.keys(subjects)) add(s, 'x.toString()', 'JSON.stringify(x)', 'x.inspect()', 'b.isUtf8(x)', 'b.isAscii(x)', 'x.length');
add('empty', 'Buffer.alloc(50).inspect()', 'Buffer.alloc(51).inspect()', 'Buffer.alloc(60).inspect()');

// Cases that write texts.
for (const e of encodings) {
  for (const text of ['é€😀', 'aé€', '616263', 'YWJjZGVmZ2hpamtsbW5v', '']) {
    add('abc', `x.write('${text}', '${e}')`);
    for (const at of ['0', '5', '7', '8', '9']) add('abc', `x.write('${text}', ${at}, '${e}')`);
    for (const n of ['0', '1', '2', '3', '4', '5', '6', '9']) add('abc', `x.write('${text}', 1, ${n}, '${e}')`);
  }
}
add('abc', "x.write('a', 10)", "x.write('a', -1)", "x.write('a', 1.5)", "x.write('a', NaN)", "x.write('a', 0, 10)", "x.write('a', 0, -1)", "x.write('a', 'foo')",
  "x.write('a', 99, 'foo')", "x.write('a', '')", "x.write('')", "x.write('a', 0, 1.5)", "x.write('abcdefghijklmnop')");

// Cases of fill, copy, compare and swap.
for (const e of [...encodings, 'foo', '']) add('abc', `x.fill('é', '${e}')`, `x.fill('a', 2, '${e}')`, `x.fill('6162', 2, 5, '${e}')`, `x.fill('😀', 3, 5, '${e}')`, `x.fill('zz', 0, 0, '${e}')`);
add('abc', 'x.fill(1)', 'x.fill(257, 3)', 'x.fill(0, 3, 5)', 'x.fill(1, 5, 3)', 'x.fill(1, 9)', 'x.fill(1, 10)', 'x.fill(1, -1)', 'x.fill(1, 1.5)', 'x.fill(1, 0, 10)', 'x.fill(1, 0, -1)',
  'x.fill(1, 0, NaN)', "x.fill('')", "x.fill('', 2, 4)", 'x.fill(Buffer.of(1, 2))', 'x.fill(Buffer.of(1, 2), 3)', 'x.fill(Buffer.of(1, 2), 3, 6)', 'x.fill(Buffer.alloc(0))',
  'x.fill(x.subarray(1, 3))', 'x.fill(x.subarray(0, 2), 1)', "x.fill('abcdefghijklmnop')");
for (const a of ['0', '1', '8', '9', '10', '-1', '1.5', '-0.5', 'NaN', 'Infinity', '1e21'])
  add('abc', `x.copy(x, ${a})`, `x.copy(x, 0, ${a})`, `x.copy(x, 1, 0, ${a})`, `x.compare(Buffer.of(97, 98), ${a})`, `x.compare(x, 0, ${a})`, `x.compare(x, 0, 3, ${a})`, `x.compare(x, 0, 3, 0, ${a})`);
add('abc', 'x.copy(Buffer.alloc(0))', 'x.copy(x, 2, 4, 6)', 'x.compare(x, 3, 6, 0, 3)', 'x.compare(x, 3, 5, 0, 3)', 'x.compare(x)', 'x.equals(x)', 'x.equals(Buffer.of(1))',
  'x.compare(x, 5, 3)', 'x.compare(x, 5, 3, 4, 4)', 'x.swap16()', 'x.swap32()', 'x.swap64()', 'x.subarray(1).swap16()', 'x.subarray(1).swap32()', 'x.subarray(1).swap64()');
add('bytes', 'x.swap16()', 'x.swap32()', 'x.swap64()');
add('empty', 'x.swap16()', 'x.swap64()');

// Cases that search in a Buffer.
for (const what of ["'c'", "'bc'", "'abcabcabc'", "'abcabcabcd'", "''", "'x'", '99', '355', '-157', 'Buffer.from(\'ca\')', 'Buffer.alloc(0)'])
  for (const method of ['indexOf', 'lastIndexOf', 'includes']) {
    add('abc', `x.${method}(${what})`);
    for (const from of ['0', '3', '8', '9', '99', '-1', '-4', '-9', '-99', '2.5', 'NaN', '1e12', '-1e12']) add('abc', `x.${method}(${what}, ${from})`);
    for (const [from, end] of [['0', '2'], ['0', '3'], ['5', '3'], ['8', '4'], ['0', '99'], ['0', '-1'], ['-4', '6'], ['-4', '8'], ['-99', '5'], ['0', '2.5'], ['0', 'NaN']])
      add('abc', `x.${method}(${what}, ${from}, ${end})`);
    add('empty', `x.${method}(${what})`);
  }
add('abc', "x.indexOf('6361', 'hex')", "x.indexOf('6361', 4, 'hex')", "x.indexOf('Yw==', 'base64')", "x.indexOf('ab', 'utf16le')", "x.indexOf('a', 'foo')", "x.indexOf('a', '')",
  "x.lastIndexOf('6361', 'hex')", "x.lastIndexOf('6361', 4, 'hex')", "x.includes('63', 0, 'hex')", "x.indexOf('c', 'latin1')", "x.indexOf('c', 'ascii')", "x.indexOf('c', 0, 3, 'latin1')");
for (const from of ['0', '1', '2', '3', '5', '-2', '-3', '99'])
  for (const m of ['indexOf', 'lastIndexOf'])
    add('empty', `Buffer.from('aαbαa', 'utf16le').${m}('α', ${from}, 'utf16le')`, `Buffer.from([1, 1, 1, 1, 1]).${m}('\u0101', ${from}, 'utf16le')`, `Buffer.from('aαbαa').${m}('α', ${from})`);

// Functions of the module itself.
for (const from of [...encodings, 'binary', 'foo', ''])
  for (const to of [...encodings, 'foo']) {
    add('bytes', `b.transcode(x, '${from}', '${to}')`);
    add('abc', `b.transcode(x, '${from}', '${to}')`);
    add('empty', `b.transcode(x, '${from}', '${to}')`, `b.transcode(Buffer.from('é€😀'), '${from}', '${to}')`, `b.transcode(Buffer.from('é€😀a', 'utf16le'), '${from}', '${to}')`);
  }
for (const s of ['', 'YQ', 'YR', 'YQ=', 'YQ==', 'Y', 'Y=', 'Y==', 'Y===', 'Y*', ' Y Q = = ', 'YQ==YQ', 'YWJj', 'YWJjZ', 'YWJjZ===', '-_', '_w==', '/w==', '====', '=', '==', 'ሴ', 'YWI=====', 'YWI=', 'YWI==', 'YW I', '\t\n\f\r YQ', 'YQ\u000b', 'A', 'AAAAA', 'AAA=', 'AA=A', 'é', '*', 'AAAA*', 'A=AA','AAAA=','AAAA==','AAAA==='])
  add('empty', `b.atob(${JSON.stringify(s).replace(/^"|"$/g, "'")})`, `b.btoa(${JSON.stringify(s).replace(/^"|"$/g, "'")})`);
add('empty', "b.btoa('ÿ')", "b.btoa('Ā')", "b.btoa('hello world')", 'b.kMaxLength', 'b.kStringMaxLength');

const lit = (s) => '"' + [...Buffer.from(s)].map((c) => (c >= 32 && c < 127 && c !== 34 && c !== 92 && c !== 63 ? String.fromCharCode(c) : '\\' + c.toString(8).padStart(3, '0'))).join('') + '"';

function toCpp(source) {
  const token = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\bBuffer\.|\bb\.|JSON\.stringify\(x\)|x\.length|\bNaN\b|\bInfinity\b|(\d+)n\b|\[|\]/g;
  return source.replace(token, (t, big) => {
    if (t[0] === "'" || t[0] === '"') return lit(eval(t));
    if (big) return big + (BigInt(big) >= 1n << 63n ? 'u' : '');
    if (t === 'b.') return 'buffer::';
    return { 'Buffer.': 'Buffer::', 'JSON.stringify(x)': 'x.toJSON()', 'x.length': 'x.length()', 'NaN': 'NAN', 'Infinity': 'INFINITY', '[': '{', ']': '}' }[t];
  });
}

function show(value) {
  if (Buffer.isBuffer(value)) return 'Buffer ' + value.toString('hex');
  if (typeof value === 'string') return 'text ' + Buffer.from(value).toString('hex');
  return String(value);
}
function run(source, x) {
  try {
    return show(eval(source)) + ' | ' + x.toString('hex');
  } catch (e) {
    return `${e.name} ${e.code} ${e.message}`;
  }
}

const lines = [mark('buffer.js')];
for (const { subject, source } of cases) {
  const x = Buffer.from(subjects[subject], 'hex');
  lines.push(`{${JSON.stringify(subjects[subject])}, ${lit(source)}, [](Buffer x) { return shown(${toCpp(source)}, x); }, ${lit(run(source, x))}},`);
}
keep('buffer.inc', lines.join('\n') + '\n');
