'use strict';
// A name server on loopback over UDP and TCP. The name in a question decides the response, which may be correct, false,
// malformed, late, or missing.
const dgram = require('dgram');
const net = require('net');

const TYPES = {A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, TLSA: 52, ANY: 255,
  CAA: 257};

const u8 = (...bytes) => Buffer.from(bytes);
const u16 = (...words) => Buffer.concat(words.map(word => u8(word >> 8 & 255, word & 255)));
const u32 = (...longs) => Buffer.concat(longs.map(long => u16(long >>> 16, long & 0xffff)));
const text = value => {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value, 'latin1');
  return Buffer.concat([u8(bytes.length), bytes]);
};
// Returns a name without compression. "\." is a dot in a label. A Buffer is used unchanged.
function name(value) {
  if (Buffer.isBuffer(value)) return value;
  const labels = value.match(/(?:\\.|[^.])+/g) || [];
  return Buffer.concat([...labels.map(label => text(label.replace(/\\(.)/g, '$1'))), u8(0)]);
}
const pointer = offset => u16(0xc000 | offset);

const DATA = {
  A: address => u8(...address.split('.').map(Number)),
  AAAA: words => u16(...words),
  NS: name,
  CNAME: name,
  PTR: name,
  MX: (priority, exchange) => Buffer.concat([u16(priority), name(exchange)]),
  TXT: (...texts) => Buffer.concat(texts.map(text)),
  SRV: (priority, weight, port, target) => Buffer.concat([u16(priority, weight, port), name(target)]),
  SOA: (nsname, hostmaster, ...numbers) => Buffer.concat([name(nsname), name(hostmaster), u32(...numbers)]),
  NAPTR: (order, preference, flags, service, regexp, replacement) =>
    Buffer.concat([u16(order, preference), text(flags), text(service), text(regexp), name(replacement)]),
  CAA: (critical, tag, value) => Buffer.concat([u8(critical), text(tag), Buffer.from(value, 'latin1')]),
  TLSA: (usage, selector, match, data) => Buffer.concat([u8(usage, selector, match), Buffer.from(data)]),
};

// Returns one record: owner, type, and the parts of its data. `raw` replaces the parts. `ttl`, `cls` and `length` may
// be false.
function record(owner, type, parts, {ttl = 300, cls = 1, length, raw} = {}) {
  const data = raw || DATA[type](...parts);
  const number = typeof type === 'number' ? type : TYPES[type];
  return Buffer.concat([name(owner), u16(number, cls), u32(ttl), u16(length === undefined ? data.length : length), data]);
}

// Returns a message: the flags and counts of the header (the true counts by default), the question, the records.
function message(id, question, answers = [], {rcode = 0, tc = false, counts = [], authority = [], additional = []} = {}) {
  const all = [question ? 1 : 0, answers.length, authority.length, additional.length];
  return Buffer.concat([
    u16(id, 0x8180 | (tc ? 0x200 : 0) | rcode, ...all.map((count, i) => counts[i] === undefined ? count : counts[i])),
    question || Buffer.alloc(0), ...answers, ...authority, ...additional]);
}

function readQuestion(query) {
  let at = 12;
  const labels = [];
  while (query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]));
    at += 1 + query[at];
  }
  return {id: query.readUInt16BE(0), name: labels.join('.'), type: query.readUInt16BE(at + 1),
    bytes: query.subarray(12, at + 5)};
}

// `answer(question, {tcp, times})` returns a message, an array of messages, undefined to send nothing, or a promise of
// these. `times` counts how often the same question was asked before.
async function start(answer) {
  const asked = new Map();
  const queries = [];
  const ask = async (bytes, tcp) => {
    if (bytes.length < 17) return [];
    const question = readQuestion(bytes);
    const key = `${question.type} ${question.name} ${tcp}`;
    const times = asked.get(key) || 0;
    asked.set(key, times + 1);
    queries.push({...question, tcp});
    return [await answer(question, {tcp, times})].flat().filter(Boolean);
  };
  const tcp = net.createServer(socket => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', async chunk => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const size = received.readUInt16BE(0);
        const one = received.subarray(2, 2 + size);
        received = received.subarray(2 + size);
        for (const reply of await ask(one, true)) {
          if (reply === 'close') socket.destroy();
          else if (!socket.destroyed) socket.write(Buffer.concat([u16(reply.length), reply]));
        }
      }
    });
  });
  // Both protocols must use the same port. The port that TCP got may be in use by UDP, so the server tries again then.
  for (;;) {
    await new Promise(resolve => tcp.listen(0, '127.0.0.1', resolve));
    const {port} = tcp.address();
    const udp = dgram.createSocket('udp4');
    udp.on('message', async (bytes, from) => {
      for (const reply of await ask(bytes, false)) if (reply !== 'close') udp.send(reply, from.port, from.address);
    });
    const bound = await new Promise(resolve => {
      udp.once('error', () => resolve(false));
      udp.bind(port, '127.0.0.1', () => resolve(true));
    });
    if (bound) {
      return {port, queries, forget: () => asked.clear(), close() {
        udp.close();
        tcp.close();
      }};
    }
    await new Promise(resolve => tcp.close(resolve));
  }
}

module.exports = {TYPES, start, message, record, name, pointer, text, u8, u16, u32};
