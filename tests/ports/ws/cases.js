'use strict';
// The original receiver of ws, and the cases for the original and for the port.
const {Receiver} = require('ws');

class Flip {
  constructor(manner) { this.manner = manner; }
  decompress(data, fin, callback) {
    const out = Buffer.from(data);
    for (let i = 0; i < out.length; i++) out[i] ^= 255;
    if (this.manner === 'now') callback(null, out);
    else if (this.manner === 'later') setImmediate(() => callback(null, out));
    else if (this.manner === 'tick') process.nextTick(() => callback(null, out));
    else setImmediate(() => callback(Object.assign(new Error('not inflated'), {code: 'Z_DATA_ERROR'}), Buffer.alloc(0)));
  }
}

const aTurn = () => new Promise(resolve => setImmediate(resolve));
const shown = data => (Buffer.isBuffer(data) ? data.toString('hex')
  : data instanceof ArrayBuffer ? 'ArrayBuffer ' + Buffer.from(data).toString('hex') : data.map(shown));
const statusOf = error => error[Object.getOwnPropertySymbols(error).find(symbol => symbol.description === 'status-code')];

async function original(one) {
  const out = [];
  const {deflate, ...options} = one.options;
  if (deflate) options.extensions = {'permessage-deflate': new Flip(deflate)};
  const receiver = new Receiver(options);
  // A stream drops its listeners after `close` (docs/stream.md), so events after that are not compared.
  let closed = false;
  let calls = 0;
  const meddle = receiver => {
    if (calls++ !== one.at) return;
    const what = one.meddle;
    if (what === 'destroy') receiver.destroy();
    if (what === 'fail') receiver.destroy(new Error('enough'));
    if (what === 'end') receiver.end();
    if (what === 'write') receiver.write(Buffer.from(one.chunks[0], 'hex'), error => out.push('late ' + (error ? error.message : 'written')));
    if (what === 'off') receiver.removeAllListeners('message');
    if (what === 'once') receiver.once('message', data => out.push(['once', shown(data)]));
    if (what === 'cork') {
      receiver.cork();
      setImmediate(() => receiver.uncork());
    }
    if (what === 'throw') throw new Error('thrown by a listener');
  };
  receiver.on('message', (data, binary) => {
    if (closed) return;
    out.push(['message', shown(data), binary]);
    meddle(receiver);
  });
  for (const name of ['ping', 'pong']) {
    receiver.on(name, data => {
      if (closed) return;
      out.push([name, shown(data)]);
      meddle(receiver);
    });
  }
  receiver.on('conclude', (code, reason) => {
    if (closed) return;
    out.push(['conclude', code, shown(reason)]);
    meddle(receiver);
  });
  receiver.on('error', error => out.push(['error', error.name, error.message, error.code || '', statusOf(error)]));
  receiver.on('close', () => { closed = true; });
  for (const name of ['drain', 'finish', 'close']) receiver.on(name, () => out.push(name));
  for (const [i, chunk] of one.chunks.entries()) {
    if (one.pace) await aTurn();
    try {
      receiver.write(Buffer.from(chunk, 'hex'), error => out.push([i, error ? error.message : 'written']));
    } catch (error) {
      out.push('caught ' + error.message);
    }
  }
  if (one.end) receiver.end();
  for (let i = 0; i < one.turns; i++) await aTurn();
  return out;
}

function frame(r, server, compressed) {
  const opcode = r.below(40) ? r.pick([1, 1, 1, 2, 2, 0, 0, 9, 10, 9, 8]) : r.below(16);
  const control = opcode > 7;
  const length = control ? (r.below(30) ? r.below(20) : 126 + r.below(10)) : r.pick([0, 1, 5, 20, 60, 125, 126, 200, 300, 1000, 70000]) * (r.below(6) ? 1 : 0);
  let data = Buffer.from(r.below(4) ? 'ab żółć 😀 '.repeat(length / 8 + 1).slice(0, length) : 'x'.repeat(length));
  if (!r.below(12)) for (let i = 0; i < data.length; i += 7) data[i] = r.below(256);
  if (opcode === 8 && data.length > 1 && r.below(6)) data.writeUInt16BE(r.pick([1000, 1001, 1005, 1011, 3000, 4999, 5000, 0]));
  if (opcode > 7 && r.below(20)) data = data.subarray(0, 125);
  const squeezed = compressed && opcode < 3 && r.below(3);
  if (squeezed) data = data.map(byte => byte ^ 255);
  const masked = r.below(40) ? server : !server;
  const mask = Buffer.from([r.below(256), r.below(256), r.below(256), r.below(256)].map(byte => (r.below(10) ? byte : 0)));
  const size = data.length;
  const bits = (r.below(control ? 40 : 2) ? 0x80 : 0) | (squeezed && opcode ? 0x40 : 0) | (r.below(60) ? 0 : 0x70 & r.below(256));
  const second = (masked ? 0x80 : 0) | (size < 126 ? size : size < 65536 ? 126 : 127);
  const head = [bits | opcode, second];
  if (size > 65535) head.push(0, r.below(20) ? 0 : 1, 0, 0, 0, size >> 16 & 255, size >> 8 & 255, size & 255);
  else if (size > 125) head.push(size >> 8, size & 255);
  if (masked) for (let i = 0; i < size; i++) data[i] ^= mask[i & 3];
  return Buffer.concat([Buffer.from(head), masked ? mask : Buffer.alloc(0), data]);
}

function cut(r, bytes, pieces) {
  const at = Array.from({length: pieces}, () => r.below(bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length)).filter(piece => piece.length).map(piece => piece.toString('hex'));
}

// The inputs of ws' own tests, all for a client.
const given = ['810548656c6c6f', '890548656c6c6f', '018548', '88021000', '8800', '880203e8', '0100890080024869', '82050000000000', '8184', 'c100', '8300', '0b00',
  '8901', '8d00', '88017f', '8802ffff', '817e00c8' + '41'.repeat(200), '8104ce2ec1a9', '8904ce2ec1a9', '010548656c6c6f8006' + '20776f726c64', '81ffffffffffffffff',
  '817f0020000000000000', '02018a00800101', 'ff00', '8801', '8802', '8803e80041', '810000810000', '01000000800161', '0101618101618001' + '62'];

function* cases(r, count) {
  for (const bytes of given) for (const pieces of [0, 3]) for (const skipUTF8Validation of [false, true]) yield {port: 'ws', options: {skipUTF8Validation}, chunks: cut(r, Buffer.from(bytes, 'hex'), pieces), turns: 6};
  for (let i = 0; i < count; i++) {
    const options = {isServer: !r.below(2), maxPayload: r.pick([0, 0, 100, 1000]), skipUTF8Validation: !r.below(5),
      binaryType: r.pick([undefined, 'nodebuffer', 'arraybuffer', 'fragments']), deflate: r.pick([undefined, undefined, 'now', 'later', 'tick', 'fails'])};
    if (r.below(2)) options.allowSynchronousEvents = !r.below(2);
    const frames = Array.from({length: 1 + r.below(8)}, () => frame(r, options.isServer, options.deflate));
    const bytes = Buffer.concat(frames);
    const chunks = r.below(4) ? cut(r, bytes, r.below(10)) : bytes.length < 300 ? [...bytes].map(byte => Buffer.from([byte]).toString('hex')) : frames.map(one => one.toString('hex'));
    if (!chunks.length) continue;
    // An exception of a listener is caught only where write() itself calls the listener.
    const sync = !options.deflate && options.allowSynchronousEvents !== false;
    const meddle = r.pick(['', '', 'destroy', 'fail', 'end', 'write', 'off', 'once', 'cork']);
    yield {port: 'ws', options, chunks, meddle: sync && !r.below(8) ? 'throw' : meddle, at: r.below(4), pace: r.below(2), end: !r.below(3), turns: 2 * frames.length + 8};
  }
}

module.exports = {cases, original};
