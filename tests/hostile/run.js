'use strict';
// Simulates hostile clients over real sockets: ten thousand that send nothing, and some thousands that stop, never
// read, or reset the connection at each stage. Each scene runs three times. During a scene another client must be
// served. After a scene no file descriptor may remain open. After the third run the kernel's figure for the server's
// memory must be the same as after the second, within 15 % or 6 MB (malloc decides itself what it gives back to the
// kernel; src/http/hostile_test.cpp counts the heap to the byte).
//
//   node run.js --program build/release/tests/h1spec_server
const fs = require('fs');
const net = require('net');
const {execFileSync} = require('child_process');
const {Server} = require('../parity/server.js');
const {sample} = require('../support/sample.js');

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const program = process.argv[process.argv.indexOf('--program') + 1];

const limit = () => {
  const text = execFileSync('/bin/sh', ['-c', 'ulimit -n']).toString().trim();
  return text === 'unlimited' ? Infinity : +text;
};
const wanted = 10000;
const silentCount = Math.min(wanted, limit() - 200);
if (silentCount < wanted) {
  console.log(`${silentCount} silent connections instead of ${wanted}: ulimit -n is ${limit()}`);
}

function open(port, bytes) {
  return new Promise(resolve => {
    const socket = net.connect({port, host: '127.0.0.1', allowHalfOpen: true});
    socket.on('error', () => resolve(socket));
    socket.on('connect', () => {
      if (bytes) socket.write(bytes, 'latin1');
      resolve(socket);
    });
  });
}

// Opens `count` connections, 250 at a time, because the listening socket's backlog is limited.
async function openMany(port, count, bytesOf = () => '') {
  const sockets = [];
  for (let i = 0; i < count; i += 250) {
    const some = Array.from({length: Math.min(250, count - i)}, (_, k) => open(port, bytesOf(i + k)));
    sockets.push(...await Promise.all(some));
  }
  return sockets;
}

// Returns whether another client gets a response.
async function serves(port) {
  const socket = await open(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');
  let text = '';
  const closed = new Promise(resolve => socket.on('close', resolve));
  socket.on('data', chunk => { text += chunk; });
  socket.on('end', () => socket.end());
  const timer = setTimeout(() => socket.destroy(), 10000);
  await closed;
  clearTimeout(timer);
  return text.startsWith('HTTP/1.1 200 OK\r\n') && text.endsWith('hello');
}

const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello';
const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: t\r\n\r\n';
const talk = post + chunked + post;
const stages = i => talk.slice(0, i % (talk.length + 1));
const big = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100000)}`;

const destroyAll = sockets => sockets.forEach(socket => socket.destroy());
const resetAll = sockets => sockets.forEach(socket => socket.resetAndDestroy());

const scenes = [
  {name: 'connections that say nothing', count: silentCount, leave: destroyAll},
  {name: 'connections that stop at every stage', count: 2000, bytes: stages, leave: destroyAll},
  {name: 'resets at every stage', count: 2000, bytes: stages, leave: resetAll},
  {name: 'half-closed at every stage', count: 2000, bytes: stages, halfClose: true, leave: destroyAll},
  {name: 'clients that never read', count: 40, bytes: () => big.repeat(20), pause: true, leave: resetAll},
];

(async () => {
  let passed = 0;
  let failed = 0;
  const check = (holds, text) => {
    if (holds) {
      passed++;
    } else {
      failed++;
      console.log(`FAILED: ${text}`);
    }
  };
  const server = new Server('Node.cpp', [program],
    {ASAN_OPTIONS: `${process.env.ASAN_OPTIONS || ''}:quarantine_size_mb=8:malloc_context_size=2`});
  const port = await server.port();
  const pid = server.child.pid;
  const memory = () => +/VmRSS:\s*(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'latin1'))[1] * 1024;
  const descriptors = () => fs.readdirSync(`/proc/${pid}/fd`).length;
  const mb = bytes => `${(bytes / 1048576).toFixed(1)} MB`;
  await serves(port);
  const idle = descriptors();

  for (const scene of sample(scenes, 2, ({name}) => name)) {
    const began = Date.now();
    const start = memory();
    let peak = 0;
    const behind = [];
    for (let round = 0; round < 3; round++) {
      const sockets = await openMany(port, scene.count, scene.bytes);
      for (const socket of sockets) {
        if (scene.pause) socket.pause();
        else socket.resume();
        if (scene.halfClose) socket.end();
      }
      check(await serves(port), `${scene.name}: no other client is served`);
      peak = Math.max(peak, memory());
      scene.leave(sockets);
      for (let i = 0; i < 500 && descriptors() > idle; i++) await sleep(20);
      check(descriptors() <= idle, `${scene.name}: ${descriptors() - idle} descriptors stay open`);
      behind.push(memory());
    }
    const allowed = behind[1] + Math.max(behind[1] * 0.15, 6 * 1048576);
    check(behind[2] <= allowed, `${scene.name}: memory grows: ${behind.map(mb).join(', ')}`);
    console.log(`${scene.name}: ${scene.count} connections; memory ${mb(start)} before, ${mb(peak)} at most, ${mb(behind[2])} afterwards, ` +
      `${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  check(await serves(port), 'in the end it does not serve');
  check(server.deaths === 0, `the server has ended: ${server.stderr}`);
  // The server's exit reports leaks when it runs under a sanitizer.
  await server.stop();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
