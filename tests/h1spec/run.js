'use strict';
// Runs the checks of checks.js against Node.js, against Node.cpp with default options (which must pass and fail the
// same checks as Node.js), and against Node.cpp with strictHostHeader, which must pass all checks.
//
//   node run.js --program build/release/tests/h1spec_server
const net = require('net');
const path = require('path');
const {Server} = require('../parity/server.js');
const {checks} = require('./checks.js');

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

// Returns the complete responses in `text`.
function answersIn(text) {
  const answers = [];
  while (text) {
    const head = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(text);
    if (!head) break;
    text = text.slice(head[0].length);
    const length = +(/\r\ncontent-length: *(\d+)/i.exec(head[0]) || [0, 0])[1];
    if (text.length < length) break;
    answers.push({code: +head[1], body: text.slice(0, length)});
    text = text.slice(length);
  }
  return answers;
}

function fits(code, expected) {
  if (typeof expected === 'number') return code === expected;
  return expected.includes(`${Math.floor(code / 100)}xx`);
}

// Runs one probe. Returns an empty string, or what is wrong.
async function ask(port, probe) {
  const socket = net.connect({port, host: '127.0.0.1', allowHalfOpen: true});
  let text = '';
  let over = false;
  socket.on('data', chunk => { text += chunk.toString('latin1'); });
  socket.on('error', () => { over = true; });
  socket.on('end', () => { over = true; });
  const until = async (ms, done) => {
    for (let i = 0; i < ms / 5 && !over && !done(); i++) await sleep(5);
  };
  try {
    socket.write(probe.send, 'latin1');
    if (probe.then !== undefined) {
      await until(250, () => text !== '');
      if (text !== '' || over) return `did not wait for the rest of ${JSON.stringify(probe.send)}`;
      socket.write(probe.then, 'latin1');
    }
    if (probe.later !== undefined) {
      await until(5000, () => answersIn(text).length > 0);
      socket.write(probe.later, 'latin1');
    }
    await until(5000, () => answersIn(text).length >= probe.expect.length);
    const answers = answersIn(text);
    const good = answers.length === probe.expect.length && answers.every((a, i) => fits(a.code, probe.expect[i])) &&
      (probe.body === undefined || answers[answers.length - 1].body === probe.body);
    return good ? '' : `${JSON.stringify(probe.send)} is answered ${JSON.stringify(answers)}`;
  } finally {
    socket.destroy();
  }
}

// Returns for each kind an empty string, or what is wrong.
async function examine(server) {
  const port = await server.port();
  const results = await Promise.all(checks.map(async ([, probes]) =>
    (await Promise.all(probes.map(probe => ask(port, probe)))).find(wrong => wrong) || ''));
  if (server.end) console.log(`${server.label} has ended: ${JSON.stringify(server.end)}\n${server.stderr}`);
  await server.stop();
  return results;
}

(async () => {
  const program = process.argv[process.argv.indexOf('--program') + 1];
  const node = await examine(new Server('Node.js', [process.execPath, path.join(__dirname, 'server.js')]));
  const plain = await examine(new Server('Node.cpp', [program]));
  const strict = await examine(new Server('Node.cpp, strict', [program], {STRICT_HOST: '1'}));
  const tell = (label, results) => {
    console.log(`${label}: ${results.filter(wrong => !wrong).length} of ${checks.length} kinds of check`);
    results.forEach((wrong, i) => { if (wrong) console.log(`  ${checks[i][0]}: ${wrong}`); });
  };
  tell(`Node.js ${process.version}`, node);
  tell('Node.cpp', plain);
  tell('Node.cpp with strictHostHeader', strict);
  let failed = strict.filter(wrong => wrong).length;
  plain.forEach((wrong, i) => {
    if (wrong === node[i]) return;
    failed++;
    console.log(`"${checks[i][0]}" differs from Node.js: ${wrong || 'passes'}; Node.js: ${node[i] || 'passes'}`);
  });
  console.log(`${2 * checks.length - failed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
