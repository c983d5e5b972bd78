'use strict';
// Sends the probes of checks.js and judges the responses.
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

// Runs one probe on a socket that `open` makes. Returns an empty string, or what is wrong.
async function ask(open, probe) {
  const socket = open();
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

// Runs all checks on sockets that `open` makes, which must allow half-open connections. Returns for each kind an empty
// string, or what is wrong.
function askAll(open) {
  return Promise.all(checks.map(async ([, probes]) =>
    (await Promise.all(probes.map(probe => ask(open, probe)))).find(wrong => wrong) || ''));
}

module.exports = {askAll};
