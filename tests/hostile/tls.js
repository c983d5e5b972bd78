'use strict';
// Simulates hostile clients of TLS over real sockets: thousands whose handshake stops, ends or is reset at each stage,
// that speak HTTP or send noise, and that renegotiate or ask for new keys without end. Each scene runs three times. During
// a scene another client must be served. After a scene no file descriptor may remain open, and after the third run the
// server's memory must be that after the second.
//
//   node tls.js --program build/release/examples/https
//   node tls.js --program examples/https/https.js        asks Node the same
const https = require('https');
const net = require('net');
const tls = require('tls');
const {spawn} = require('child_process');
const {sample} = require('../support/sample.js');
const {WatchedServer, sleep, mb} = require('./watched_server.js');

const program = process.argv[process.argv.indexOf('--program') + 1];
const command = program.endsWith('.js') ? [process.execPath, program] : [program];

// Returns whether another client gets a response.
function serves(port) {
  return new Promise(resolve => {
    const request = https.get({port, host: '127.0.0.1', path: '/?value=good', rejectUnauthorized: false, agent: false}, response => {
      let text = '';
      response.on('data', chunk => { text += chunk; });
      response.on('end', () => resolve(response.statusCode === 200 && text.includes('good')));
    });
    request.setTimeout(10000, () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

function open(port) {
  return new Promise(resolve => {
    const socket = net.connect({port, host: '127.0.0.1', allowHalfOpen: true});
    socket.on('error', () => resolve(socket));
    socket.on('connect', () => resolve(socket));
  });
}

// Returns the bytes with which a client begins.
function hello() {
  return new Promise(resolve => {
    const server = net.createServer(socket => socket.once('data', bytes => {
      socket.destroy();
      server.close();
      resolve(bytes);
    })).listen(0, '127.0.0.1', () => {
      tls.connect({port: server.address().port, host: '127.0.0.1'}).on('error', () => {});
    });
  });
}

// Opens `count` connections, 100 at a time, each of which sends its own bytes.
async function openMany(port, count, bytesOf) {
  const sockets = [];
  for (let i = 0; i < count; i += 100) {
    const some = await Promise.all(Array.from({length: Math.min(100, count - i)}, () => open(port)));
    some.forEach((socket, k) => {
      socket.resume();
      if (!socket.destroyed) socket.write(bytesOf(i + k));
    });
    sockets.push(...some);
  }
  return sockets;
}

// Starts clients that give a command of `openssl s_client` again and again: R renegotiates, K asks for new keys.
async function flood(port, count, version, letter) {
  const children = Array.from({length: count}, () => spawn('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, version],
    {stdio: ['pipe', 'ignore', 'ignore']}));
  for (const child of children) child.stdin.on('error', () => {});
  await sleep(300);
  // The program takes a command for one only when a read begins with it.
  for (let i = 0; i < 60; i++) {
    for (const child of children) child.stdin.write(`${letter}\n`);
    await sleep(10);
  }
  return children.map(child => ({destroy: () => child.kill('SIGKILL'), resetAndDestroy: () => child.kill('SIGKILL'), end() {}}));
}

const destroyAll = sockets => sockets.forEach(socket => socket.destroy());
const resetAll = sockets => sockets.forEach(socket => socket.resetAndDestroy());
const tooLong = Buffer.from('160301ffff', 'hex');
const noise = (bytes, i) => bytes.map((byte, at) => (at === i % bytes.length ? byte ^ 0x55 : byte));

const scenes = [
  {name: 'handshakes that stop at every stage', count: 600, bytes: (first, i) => first.subarray(0, i % (first.length + 1)), leave: destroyAll},
  {name: 'handshakes that are reset at every stage', count: 600, bytes: (first, i) => first.subarray(0, i % (first.length + 1)), leave: resetAll},
  {name: 'handshakes that end at every stage', count: 600, bytes: (first, i) => first.subarray(0, i % (first.length + 1)), ends: true, leave: destroyAll},
  {name: 'hellos with a byte that is changed', count: 600, bytes: noise, ends: true, leave: destroyAll},
  {name: 'HTTP', count: 300, bytes: () => 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', leave: destroyAll},
  {name: 'records that are too long', count: 300, bytes: first => Buffer.concat([tooLong, first, Buffer.alloc(20000)]), leave: destroyAll},
  {name: 'renegotiation', clients: 5, version: '-tls1_2', letter: 'R', leave: destroyAll},
  {name: 'new keys', clients: 5, version: '-tls1_3', letter: 'K', leave: destroyAll},
];

(async () => {
  const server = await WatchedServer.start(command);
  const {port} = server;
  const first = await hello();
  server.check(await serves(port), 'it does not serve at the beginning');
  await sleep(100);
  server.isIdle();

  for (const scene of sample(scenes, 2, ({name}) => name)) {
    const began = Date.now();
    const behind = [];
    for (let round = 0; round < 3; round++) {
      const peers = scene.letter ? await flood(port, scene.clients, scene.version, scene.letter)
        : await openMany(port, scene.count, i => scene.bytes(first, i));
      if (scene.ends) peers.forEach(socket => socket.end());
      server.check(await serves(port), `${scene.name}: no other client is served`);
      scene.leave(peers);
      await server.checkDescriptors(scene.name);
      behind.push(server.memory());
    }
    server.checkMemory(scene.name, behind);
    console.log(`${scene.name}: ${scene.count || scene.clients} connections; memory ${behind.map(mb).join(', ')}, ` +
      `${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  server.check(await serves(port), 'in the end it does not serve');
  await server.end();
})();
