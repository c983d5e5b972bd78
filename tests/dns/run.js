'use strict';
// Node and cases.cpp send the same questions to the same name server and must print the same. The name server is our
// own (server.js) and responds as zone.js says: with correct responses of each type, with refusals, with truncated,
// slow, false and malformed responses, and not at all. Then it sends correct responses with a few changed bytes, chosen
// by a seed.
//   node tests/dns/run.js --program PROGRAM [--random N] [--seed S] [NAME…]
const path = require('path');
const {spawn} = require('child_process');
const {start} = require('./server.js');
const {sample} = require('../support/sample.js');
const {answer, zone} = require('./zone.js');

const args = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const program = option('program');
const count = Number(option('random', 1500));
const seed = Number(option('seed', 24));

const ALL = ['A', 'AAAA', 'A+ttl', 'AAAA+ttl', 'NS', 'CNAME', 'SOA', 'PTR', 'MX', 'TXT', 'SRV', 'NAPTR', 'CAA', 'TLSA', 'ANY'];
// These names take long and behave alike for all types.
const SLOW = ['silent', 'wrongid', 'wrongquestion', 'wrongtype', 'second'];
// Node returns only 256 times to live for 300 addresses. c-ares repeats a question by TCP when the response is larger
// than 512 bytes.
const typesOf = name => SLOW.includes(name) ? ['A', 'MX'] : name === 'large' ? ['A', 'TXT'] :
  name === 'twice' ? ALL.filter(type => type !== 'ANY') : ALL;
const NAMES = ['A RIGHT.test', 'A right.test.', 'A a..b', 'A .', 'A ', 'A a b', `A ${'x'.repeat(63)}.test`,
  `A ${'x'.repeat(64)}.test`, `A ${`${'x'.repeat(49)}.`.repeat(5)}abc`, `A ${`${'x'.repeat(49)}.`.repeat(5)}abcdef`, 'A é.test',
  'A É.TEST', 'A .a', 'A a\\.b.test', 'A a\\065b.test', 'A a\\999.test', 'A a\\', 'A a%00b.test', 'A xn--a.test', 'A a_b.test',
  'A a%7f.test', 'A "a".test', 'A a%01b', 'A ß.test', 'A faß.de', 'A a。b.test', 'A %2541', 'A 1.2.3.4', 'A 0x1.test',
  'A localhost', 'A foo.onion', 'A foo.onion.', 'A onion', 'A fooonion', 'A 。', 'A a*b/c.test', 'A a,b', 'FOO right.test',
  'a right.test', 'MX a..b', 'reverse 1.1.1.1', 'reverse 1.1.1.2', 'reverse 1.1.1.3', 'reverse 1.1.1.4',
  'reverse 1.1.1.5', 'reverse ::1.2.3.4', 'reverse 2001:db8::1', 'reverse fe80::1%lo', 'reverse abc', 'reverse ',
  'reverse 1.2.3', 'reverse 127.0.0.1', 'reverse 0.0.0.0', 'reverse ::ffff:1.2.3.4'];
// Each type of record also has a function of its own.
const FUNCTIONS = ['Any', 'Caa', 'Cname', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Txt']
  .flatMap(type => [`resolve${type} right.test`, `resolve${type} nx.test`, `resolve${type} a..b`]);

// Random numbers from a seed (mulberry32).
let state = seed;
const random = bound => {
  state = state + 0x6d2b79f5 | 0;
  let t = Math.imul(state ^ state >>> 15, 1 | state);
  t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
  return ((t ^ t >>> 14) >>> 0) % bound;
};

// Returns responses to random questions. Each is made once, so that both clients get the same. The part after the
// question is changed or cut, or the counts or flags are changed.
function randomAnswers(message, everything, of) {
  const made = new Map();
  return ({id, bytes, name, type, own}) => {
    let tail = made.get(name);
    if (!tail) {
      const records = random(3) ? own : everything();
      const whole = message(0, null, records);
      tail = Buffer.concat([u16pairs(whole), whole.subarray(12)]);
      for (let i = random(4) + 1; i > 0; i--) {
        const kind = random(12);
        const at = kind < 8 ? 10 + random(Math.max(1, tail.length - 10)) : random(10);
        if (kind === 8 && random(4) === 0) tail = tail.subarray(0, 10 + random(Math.max(1, tail.length - 10)));
        else if (kind < 4) tail[at] = random(256);
        else if (kind < 6) tail[at] ^= 1 << random(8);
        else if (kind < 8) tail[at] = [0, 1, 0xc0, 12, 255, 63, 64, 4][random(8)];
        else if (kind === 9) tail[at] ^= 1 << random(8);
      }
      tail[0] &= ~2;  // the flag for truncated responses is cleared, because the client would repeat the question
      // Pointers to the header are removed, because its id differs in each message.
      for (let at = 10; at < tail.length; at++) if (tail[at - 1] >= 0xc0 && tail[at] < 12) tail[at] = 12;
      made.set(name, tail);
    }
    const head = Buffer.alloc(12);
    head.writeUInt16BE(id, 0);
    tail.copy(head, 2, 0, 10);
    return Buffer.concat([head, bytes, tail.subarray(10)]);
  };
}
const u16pairs = whole => {
  const head = Buffer.from(whole.subarray(2, 12));
  head.writeUInt16BE(1, 2);
  return head;
};

function run(command, commandArgs, port, questions) {
  return new Promise(resolve => {
    const child = spawn(command, commandArgs, {env: {...process.env, NAME_SERVER: port}, stdio: ['pipe', 'pipe', 'pipe']});
    let stdout = '', stderr = '';
    child.stdout.setEncoding('utf8').on('data', text => { stdout += text; });
    child.stderr.setEncoding('utf8').on('data', text => { stderr += text; });
    const timer = setTimeout(() => child.kill('SIGKILL'), 200000);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({stdout, stderr, code: signal || code});
    });
    child.stdin.on('error', () => {});
    child.stdin.end(questions.join('\n') + '\n');
  });
}

// Divides the output of a client into one part for each question. A part begins in the first column.
function parts(text, questions) {
  const found = [];
  for (const line of text.split('\n')) {
    if (/^[^\s\]}]/.test(line) || !found.length) found.push(line);
    else found[found.length - 1] += '\n' + line;
  }
  return questions.map((question, i) => [question, found[i]]);
}

// For random responses EFORMERR and EBADRESP count as equal, because c-ares's functions report malformed data
// differently.
const same = (question, a, b) => a === b || (/ random\d/.test(question) && a?.replaceAll('EFORMERR', 'EBADRESP') ===
  b?.replaceAll('EFORMERR', 'EBADRESP'));

(async () => {
  let mutate;
  const server = await start(answer((question, message, everything, of) => {
    mutate ||= randomAnswers(message, everything, of);
    return mutate(question);
  }));
  const named = args.length ? args : Object.keys(zone);
  const questions = sample([
    ...named.flatMap(name => typesOf(name).map(type => `${type} ${name}.test`)),
    ...(args.length ? [] : [...NAMES, ...FUNCTIONS]),
    ...(args.length ? [] : Array.from({length: count}, (_, i) => `${ALL[i % ALL.length]} random${i}.test`)),
  ], 4);
  // The clients run one after the other, because the response to the name "second" depends on earlier questions.
  const node = await run(process.execPath, [path.join(__dirname, 'client.js')], server.port, questions);
  server.forget();
  const ours = await run(program, [], server.port, questions);
  server.close();
  const expected = parts(node.stdout, questions), actual = parts(ours.stdout, questions);
  let failed = 0;
  for (let i = 0; i < questions.length; i++) {
    if (same(questions[i], expected[i][1], actual[i][1])) continue;
    if (++failed <= 60) console.log(`${questions[i]}\n  Node: ${expected[i][1]}\n  ours: ${actual[i][1]}`);
  }
  for (const [who, result] of [['Node', node], ['ours', ours]]) {
    if (result.code === 0 && !result.stderr) continue;
    failed++;
    console.log(`${who} ended with ${result.code}\n${result.stderr}`);
  }
  console.log(`dns: ${questions.length - failed} of ${questions.length} questions are answered as by Node (seed ${seed})`);
  process.exit(failed ? 1 : 0);
})();
