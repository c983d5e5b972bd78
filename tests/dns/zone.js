'use strict';
// The responses of the tests' name server: correct records of each type under right.test, and under other names all the
// errors that a name server can make.
const {TYPES, message, record, name, pointer, u8, u16, u32} = require('./server.js');

const later = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const v6 = last => [0x2001, 0xdb8, 0, 0, 0, 0, 0, last];

const right = {
  A: [['192.0.2.1'], ['192.0.2.2']],
  AAAA: [[v6(1)], [[0, 0, 0, 0, 0, 0xffff, 0xc000, 0x201]]],
  NS: [['ns1.right.test'], ['ns2.right.test']],
  CNAME: [['target.test']],
  SOA: [['ns1.right.test', 'root.right.test', 2026010101, 3600, 600, 0xffffffff, 60]],
  PTR: [['one.right.test'], ['two.right.test']],
  MX: [[10, 'mail1.right.test'], [65535, '.']],
  TXT: [['v=spf1 -all'], ['two ', 'pieces'], [''], ['caf\xe9 \xc3\xa9 \x00"\\'], ['x'.repeat(255), 'y']],
  SRV: [[0, 5, 5060, 'sip.right.test'], [65535, 1, 0, 'a\\.b.right.test']],
  NAPTR: [[100, 50, 's', 'http+I2L', '!^.*$!x!', 'repl.right.test'], [1, 2, '', '', '', '.']],
  CAA: [[0, 'issue', 'ca.test; policy=ev'], [128, 'iodef', 'mailto:x@right.test'], [1, 'IssueWild', ';'],
    [0, 'contactemail', 'a@b'], [0, 'own', 'x']],
  TLSA: [[3, 1, 1, [1, 2, 0xfe, 0xff]], [255, 0, 2, Buffer.alloc(64, 7)]],
};
const of = (type, owner = pointer(12), options) => type === 'ANY' ? everything(owner, options) :
  right[type].map(parts => record(owner, type, parts, options));
const everything = (owner, options) =>
  Object.keys(right).filter(type => type !== 'CNAME').flatMap(type => of(type, owner, options));
// Returns a record that contains a name, of the type that is asked for if that type has a name.
const naming = (type, target, owner = pointer(12)) =>
  type === 'MX' ? record(owner, type, [1, target]) : type === 'SRV' ? record(owner, type, [1, 2, 3, target]) :
  record(owner, ['NS', 'CNAME'].includes(type) ? type : 'PTR', [target]);
const typeName = number => Object.keys(TYPES).find(key => TYPES[key] === number);

// Each function takes a question and returns the message. `type` is the name of the type in the question, `own` its
// records.
const zone = {
  right: ({id, bytes, type, own}) => message(id, bytes, type === 'ANY' ? everything() : own),
  // The name is written in full and in capitals.
  spelt: ({id, bytes, name, type}) => message(id, bytes, of(type, name.toUpperCase())),
  // Times to live from 0x80000000 on are out of the valid range.
  ttl: ({id, bytes, type}) => message(id, bytes, (type === 'ANY' ? [0xffffffff] : [0, 1, 0x7fffffff, 0x80000000, 0xffffffff]).flatMap(ttl =>
    of(type, pointer(12), {ttl}))),
  mixed: ({id, bytes, type, own}) => message(id, bytes, [record(pointer(12), 'TXT', ['x']), ...own,
    record(pointer(12), 99, [], {raw: u8(1, 2, 3)})]),
  other: ({id, bytes, type}) => message(id, bytes, of(type, 'elsewhere.test')),
  chaos: ({id, bytes, type}) => message(id, bytes, [...of(type, pointer(12), {cls: 3}), ...of(type).slice(0, 1)]),
  alias: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), 'CNAME', ['b.test'], {ttl: 5}),
    record('b.test', 'CNAME', ['c.test'], {ttl: 60}), ...(type === 'ANY' ? of('A', 'c.test') : of(type, 'c.test'))]),
  aliasonly: ({id, bytes}) => message(id, bytes, [record(pointer(12), 'CNAME', ['b.test'])]),
  aliasapart: ({id, bytes, type}) => message(id, bytes, [record('q.test', 'CNAME', ['b.test']), ...of(type)]),
  aliasring: ({id, bytes}) => message(id, bytes, [record(pointer(12), 'CNAME', ['b.test']),
    record('b.test', 'CNAME', [pointer(12)])]),
  twoaliases: ({id, bytes}) => message(id, bytes, [record(pointer(12), 'CNAME', ['b.test']),
    record(pointer(12), 'CNAME', ['c.test'])]),
  twosoa: ({id, bytes}) => message(id, bytes, [...of('SOA'), record(pointer(12), 'SOA', ['x', 'y', 1, 2, 3, 4, 5])]),
  authority: ({id, bytes, type, own}) => message(id, bytes, [], {authority: own, additional: of('A')}),
  more: ({id, bytes, own}) => message(id, bytes, own, {authority: of('NS'), additional: of('AAAA')}),
  option: ({id, bytes, own}) => message(id, bytes, own, {additional: [record(u8(0), 41, [], {cls: 1232, ttl: 0, raw: u8()})]}),
  brokenmore: ({id, bytes, own}) => message(id, bytes, own, {authority: [record(pointer(12), 'A', [], {raw: u8(1, 2, 3)})]}),
  trailing: ({id, bytes, own}) => Buffer.concat([message(id, bytes, own), Buffer.from('more')]),
  escaped: ({id, bytes, type}) => message(id, bytes, ['a\\.b.test', 'a b.test', '\xff\x01.test', '\\"(;@$.test'].map(target =>
    naming(type, target))),
  long: ({id, bytes, type}) => message(id, bytes, [naming(type, ('x'.repeat(63) + '.').repeat(3) + 'y'.repeat(61))]),
  toolong: ({id, bytes, type}) => message(id, bytes, [naming(type, ('x'.repeat(63) + '.').repeat(4) + 'y')]),
  root: ({id, bytes, type}) => message(id, bytes, [naming(type, '.')]),
  plus: ({id, bytes, own}) => message(id, bytes, own, {counts: [, own.length + 3]}),
  minus: ({id, bytes, own}) => message(id, bytes, own, {counts: [, 1]}),
  none: ({id, bytes, own}) => message(id, bytes, own, {counts: [, 0]}),
  twoquestions: ({id, bytes, own}) => message(id, Buffer.concat([bytes, bytes]), own, {counts: [2]}),

  nx: ({id, bytes}) => message(id, bytes, [], {rcode: 3}),
  nxanswers: ({id, bytes, own}) => message(id, bytes, own, {rcode: 3}),
  formerr: ({id, bytes}) => message(id, bytes, [], {rcode: 1}),
  servfail: ({id, bytes}) => message(id, bytes, [], {rcode: 2}),
  notimp: ({id, bytes}) => message(id, bytes, [], {rcode: 4}),
  refused: ({id, bytes}) => message(id, bytes, [], {rcode: 5}),
  rcode9: ({id, bytes}) => message(id, bytes, [], {rcode: 9}),
  rcode15: ({id, bytes, own}) => message(id, bytes, own, {rcode: 15}),
  empty: ({id, bytes}) => message(id, bytes),

  truncated: ({id, bytes, own}, {tcp}) => tcp ? message(id, bytes, own) : message(id, bytes, [], {tc: true}),
  large: ({id, bytes}, {tcp}) => tcp ? message(id, bytes, Array.from({length: 300}, (_, i) =>
    record(pointer(12), 'A', [`10.0.${i >> 8}.${i & 255}`]))) : message(id, bytes, [], {tc: true}),
  truncatedtwice: ({id, bytes, own}) => message(id, bytes, own, {tc: true}),
  hangsup: ({id, bytes}, {tcp}) => tcp ? 'close' : message(id, bytes, [], {tc: true}),

  wrongid: ({id, bytes, own}) => message(id ^ 1, bytes, own),
  wrongidfirst: ({id, bytes, own}) => [message(id ^ 1, bytes, [record(pointer(12), 'A', ['6.6.6.6'])]), message(id, bytes, own)],
  wrongquestion: ({id, bytes, own}) => message(id, Buffer.concat([name('evil.test'), bytes.subarray(-4)]), own),
  wrongtype: ({id, bytes, own}) => message(id, Buffer.concat([bytes.subarray(0, -4), u16(99, 1)]), own),
  noquestion: ({id, own}) => message(id, null, own),
  twice: ({id, bytes, own}) => [message(id, bytes, own), message(id, bytes, [record(pointer(12), 'A', ['6.6.6.6'])])],
  silent: () => undefined,
  slow: async ({id, bytes, own}) => (await later(100), message(id, bytes, own)),
  second: ({id, bytes, own}, {times}) => times === 0 ? undefined : message(id, bytes, own),

  short: () => Buffer.from('x'),
  header: ({id, bytes}) => message(id, bytes).subarray(0, 11),
  cut: ({id, bytes, own}) => message(id, bytes, own).subarray(0, -1),
  itself: ({id, bytes, type}) => message(id, bytes, [Buffer.concat([pointer(12 + bytes.length), u16(TYPES[type], 1), u32(1),
    u16(4), u8(1, 2, 3, 4)])]),
  ring: ({id, bytes, type}) => message(id, bytes, [Buffer.concat([u8(1, 97), pointer(12 + bytes.length), u16(TYPES[type], 1),
    u32(1), u16(4), u8(1, 2, 3, 4)])]),
  forward: ({id, bytes, type}) => message(id, bytes, [record(pointer(12 + bytes.length + 12), type, [], {raw: name('fwd.test')})]),
  beyond: ({id, bytes, type}) => message(id, bytes, [record(pointer(0x3fff), type, [], {raw: u8(1, 2, 3, 4)})]),
  label40: ({id, bytes, type}) => message(id, bytes, [record(u8(0x41, 97, 0), type, [], {raw: u8(1, 2, 3, 4)})]),
  label80: ({id, bytes, type}) => message(id, bytes, [record(u8(0x81, 97, 0), type, [], {raw: u8(1, 2, 3, 4)})]),
  datalong: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: of(type)[0].subarray(12), length: 500})]),
  datashort: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: of(type)[0].subarray(12), length: 1}), ...of(type)]),
  dataempty: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8()})]),
  datamore: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [],
    {raw: Buffer.concat([of(type)[0].subarray(12), u8(1, 2, 3, 4)])}), ...of(type).slice(1)]),
  textpast: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8(200, 97, 98)}), ...of(type)]),
  caabad: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8(0, 0, 97)})]),
  caalong: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8(0, 9, 97)})]),
  caanone: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8(0, 1, 97)})]),
  caaempty: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8(0, 2, 97, 98)})]),
  caachars: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8(0, 3, 1, 0, 200, 97)})]),
  tlsanone: ({id, bytes, type}) => message(id, bytes, [record(pointer(12), type, [], {raw: u8(0, 1, 2)})]),
};

// Returns the function that makes the server's responses. `mutate` may change a message, for the random questions.
function answer(mutate) {
  return (question, state) => {
    const labels = question.name.toLowerCase().split('.');
    const type = typeName(question.type) || 'A';
    if (labels.at(-1) === 'arpa') {
      const script = zone[{1: 'right', 2: 'nx', 3: 'silent', 4: 'empty', 5: 'aliasonly'}[labels[0]] || 'nx'];
      return script({...question, type: 'PTR', own: of('PTR')}, state);
    }
    const own = type === 'ANY' ? everything() : of(type);
    if (mutate && labels[0].startsWith('random')) return mutate({...question, type, own}, message, everything, of);
    const script = zone[labels[0]];
    return script ? script({...question, type, own}, state) : zone.nx({...question, type, own}, state);
  };
}

module.exports = {answer, zone, right};
