'use strict';
// Simulates hostile clients over real sockets: ten thousand that send nothing, and some thousands that stop, never
// read, or reset the connection at each stage. Each scene runs three times. During a scene another client must be
// served. After a scene no file descriptor may remain open. After the third run the kernel's figure for the server's
// memory must be that after the second (src/http/hostile_test.cpp counts the heap to the byte).
//
//   node run.js --program build/release/tests/h1spec_server
const net = require('net');
const {execFileSync} = require('child_process');
const {sample} = require('../support/sample.js');
const {WatchedServer, mb} = require('./watched_server.js');

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
  const server = await WatchedServer.start([program]);
  const {port} = server;
  await serves(port);
  server.isIdle();

  for (const scene of sample(scenes, 2, ({name}) => name)) {
    const began = Date.now();
    const start = server.memory();
    let peak = 0;
    const behind = [];
    for (let round = 0; round < 3; round++) {
      const sockets = await openMany(port, scene.count, scene.bytes);
      for (const socket of sockets) {
        if (scene.pause) socket.pause();
        else socket.resume();
        if (scene.halfClose) socket.end();
      }
      server.check(await serves(port), `${scene.name}: no other client is served`);
      peak = Math.max(peak, server.memory());
      scene.leave(sockets);
      await server.checkDescriptors(scene.name);
      behind.push(server.memory());
    }
    server.checkMemory(scene.name, behind);
    console.log(`${scene.name}: ${scene.count} connections; memory ${mb(start)} before, ${mb(peak)} at most, ${mb(behind[2])} afterwards, ` +
      `${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  server.check(await serves(port), 'in the end it does not serve');
  await server.end();
})();
