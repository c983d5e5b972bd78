'use strict';
// Runs examples/statsd in Node.js and in Node.cpp: the same datagrams must make the same lines at the next flush.
const dgram = require('dgram');
const path = require('path');
const {spawn} = require('child_process');
const {conclude, same} = require('../support/counts.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/statsd');
const flush = 300;  // milliseconds

// What is sent before each flush.
const rounds = [
  ['gets:1|c', 'gets:2|c\ngets:3|c|@0.1', 'a b/c$:5|c', 'times:320|ms:10|ms:20.5|ms', 'users:12|g\nusers:-3|g', 'users:+1|g', 'visitor:ann|s\nvisitor:bob|s\nvisitor:ann|s'],
  ['bad', 'bad:', 'bad:1', 'bad:x|c', 'bad:1|q', 'bad:1|c|0.1', 'bad:1|c|@x', 'bad:1|c|@0.5|more', ':1|c', 'bad:|s', '\n\n', 'good: 7 |c', 'low:-4|g'],
  [Array.from({length: 100}, (_, i) => `many:${(i * 37) % 100}|ms`).join('\n'), Buffer.from([0xff, 0x3a, 0x31, 0x7c, 0x63]), 'users:1e3|g', 'ж:1|c'],
  [],
];

const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

// Returns the lines of the flush after each round, without their times.
async function told(command) {
  const child = spawn(command[0], command.slice(1), {env: {...process.env, FLUSH: String(flush), PORT: '0'}, stdio: ['ignore', 'pipe', 'inherit']});
  process.on('exit', () => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', chunk => { text += chunk; });
  for (let i = 0; !text.includes('\n'); i++) {
    if (i === 1000) throw new Error(`${command.join(' ')} does not say its port`);
    await wait(10);
  }
  const port = parseInt(text);
  const socket = dgram.createSocket('udp4');
  const answers = [];
  for (const round of rounds) {
    // A round begins just behind a flush, which prints the gauges once there are any.
    text = '';
    while (answers.length && !text) await wait(2);
    text = '';
    for (const each of round) await new Promise(resolve => socket.send(each, port, '127.0.0.1', resolve));
    while (!text) await wait(2);
    answers.push(text.trim().split('\n').map(line => line.replace(/ \d+$/, '')));
  }
  socket.close();
  child.kill();
  return answers;
}

(async () => {
  const wanted = await told([process.execPath, path.join(root, 'examples/statsd/statsd.js')]);
  const got = await told([cpp]);
  rounds.forEach((_, i) => same(`round ${i + 1}`, got[i], wanted[i]));
  if (wanted.flat().length < 20) throw new Error('the rounds made too few lines');
  conclude();
})().catch(error => {
  console.log(`statsd: ${error.message}`);
  process.exit(1);
});
