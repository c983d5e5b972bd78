'use strict';
// A part of make conformance: the streams of zlib's and brotli's own tests, from Debian's source packages, are decompressed
// by Node and by Node.cpp, whole, byte by byte, cut off at each byte and with each bit wrong. The bytes, or the error with
// its code and message, must be the same. Node.cpp must also give what the tests of the libraries say.
//   node tests/compressed/run.js
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {unpacked} = require('../support/archive.js');

const root = path.resolve(__dirname, '../..');
const program = path.join(process.env.NODECPP_BUILD || path.join(root, 'build/release'), 'tests/compressed_decompress');
const debian = (folder, name, sha256, size, inside) => ({name, sha256, size, inside, advice: 'DEBIAN_MIRROR names a mirror.',
  addresses: [`${process.env.DEBIAN_MIRROR || 'http://deb.debian.org/debian'}/pool/main/${folder}/${name}`,
    `https://snapshot.debian.org/archive/debian/20230610T000000Z/pool/main/${folder}/${name}`]});
const archives = {
  zlib: debian('z/zlib', 'zlib_1.2.13.dfsg.orig.tar.bz2', '71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1', '1.2 MiB',
    'zlib-1.2.13.dfsg/test'),
  brotli: debian('b/brotli', 'brotli_1.0.9.orig.tar.gz', 'f9e8d81d0405ba66d181529af42a3354f838c939095ff99930da6aa9cdf6fe46', '480 KiB',
    'brotli-1.0.9/tests/testdata'),
};

// A format of Node for what zlib's inflateInit2() takes as the width of the window.
function formatOf(width) {
  if (width < 0) return {mode: 'inflateRaw', window: -width};
  if (width >= 32) return {mode: 'unzip', window: width - 32};
  if (width >= 16) return {mode: 'gunzip', window: width - 16};
  return {mode: 'inflate', window: width};
}

// The streams in infcover.c, which are written as inf("63 0", "its name", step, width, length, result) and as
// try("3 0", "its name", result), where a result below 0 stands for a stream with a header.
function streamsOfZlib(folder) {
  const text = fs.readFileSync(path.join(folder, 'infcover.c'), 'latin1');
  const calls = [...text.matchAll(/^ {4}(inf|try)\(((?:\s*"[^"]*")+),\s*"([^"]*)",\s*([^;]*)\);/gm)];
  return calls.map(([, kind, strings, name, rest], i) => {
    const bytes = Buffer.from([...strings.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('').split(' ').filter(Boolean)
      .map(byte => parseInt(byte, 16)));
    const numbers = rest.split(',').map(one => one.trim());
    const width = kind === 'inf' ? Number(numbers[1]) : Number(numbers[0]) < 0 ? 47 : -15;
    const valid = kind === 'inf' ? numbers[3] === 'Z_STREAM_END' : numbers[0] === '0';
    const invalid = kind === 'inf' ? numbers[3] === 'Z_DATA_ERROR' : numbers[0] !== '0';
    return {name: `zlib ${i + 1}, ${name}`, ...formatOf(width), bytes, valid, invalid};
  });
}

// The files of brotli's testdata: a name, and the same with .compressed.
function streamsOfBrotli(folder) {
  return fs.readdirSync(folder).filter(name => name.endsWith('.compressed')).map(name => ({
    name: `brotli, ${name}`, mode: 'brotli', window: 0, bytes: fs.readFileSync(path.join(folder, name)), valid: true,
    wanted: fs.readFileSync(path.join(folder, name.replace('.compressed', '')))}));
}

// The stream itself, cut off at each byte, and with each bit wrong.
function* spoiled(stream) {
  yield stream;
  for (let size = 0; size < stream.bytes.length; size++)
    yield {...stream, name: `${stream.name} #cut at ${size}`, bytes: stream.bytes.subarray(0, size)};
  for (let bit = 0; bit < 8 * stream.bytes.length; bit++) {
    const bytes = Buffer.from(stream.bytes);
    bytes[bit >> 3] ^= 1 << (bit & 7);
    yield {...stream, name: `${stream.name} #bit ${bit}`, bytes};
  }
}

// What a program says of the streams: a Map from the beginnings of its lines to the rest.
function said(command, args) {
  const {status, stdout, stderr, error} = spawnSync(command, args, {encoding: 'utf8', timeout: 120000, maxBuffer: 1 << 28});
  if (error || status !== 0 || stderr) throw new Error(`${command}: ${error || stderr || `ended with ${status}`}`);
  return new Map(stdout.split('\n').filter(Boolean).map(line => {
    const at = line.indexOf(' | ');
    const piecemeal = line.startsWith(' | in pieces: ', at);
    return piecemeal ? [`${line.slice(0, at)}, in pieces`, line.slice(at + ' | in pieces: '.length)] : [line.slice(0, at), line.slice(at + 3)];
  }));
}

const shown = bytes => `${bytes.length} ${crypto.createHash('sha1').update(bytes).digest('hex')}`;

(async () => {
  const folder = name => unpacked(archives[name], path.join(root, 'build/compressed', name));
  const streams = [...streamsOfZlib(await folder('zlib')), ...streamsOfBrotli(await folder('brotli'))];
  if (streams.length < 40) throw new Error(`only ${streams.length} streams were found in the sources`);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'compressed-')), 'streams');
  fs.writeFileSync(file, streams.flatMap(stream => [...spoiled(stream)])
    .map(({name, mode, window, bytes}) => `${name}|${mode}|${window}|${bytes.toString('hex')}\n`).join(''));
  const [ours, node] = [said(program, [file]), said(process.execPath, [path.join(__dirname, 'decompress.js'), file])];
  fs.rmSync(path.dirname(file), {recursive: true});

  const wrongs = [];
  for (const [name, wanted] of node)
    if (ours.get(name) !== wanted) wrongs.push(`${name}: ${ours.get(name)}, Node: ${wanted}`);
  if (ours.size !== node.size) wrongs.push(`${ours.size} results, Node: ${node.size}`);
  for (const {name, valid, invalid, wanted} of streams) {
    const result = ours.get(name);
    if (valid && !/^\d+ [0-9a-f]{40}$/.test(result)) wrongs.push(`${name} is valid: ${result}`);
    if (invalid && !result.startsWith('Z_DATA_ERROR ')) wrongs.push(`${name} is invalid: ${result}`);
    if (wanted && result !== shown(wanted)) wrongs.push(`${name}: ${result} in place of ${shown(wanted)}`);
  }
  for (const one of wrongs.slice(0, 40)) console.log(`FAILED ${one}`);
  console.log(`${streams.length} streams of zlib's and brotli's own tests`);
  console.log(`${Math.max(0, node.size - wrongs.length)} passed, ${wrongs.length} failed`);
  process.exit(wrongs.length ? 1 : 0);
})().catch(error => {
  console.error(error.message);
  process.exit(1);
});
