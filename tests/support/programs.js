'use strict';
// Programs that a test starts: servers that listen on $PORT.
const net = require('net');
const {spawn} = require('child_process');

const children = [];

function freePort() {
  return new Promise(resolve => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const {port} = server.address();
      server.close(() => resolve(port));
    });
  });
}

// Whether somebody listens there, within five seconds.
async function listens(port) {
  for (let i = 0; i < 200; i++) {
    const open = await new Promise(resolve => {
      const probe = net.connect(port, '127.0.0.1', () => { probe.destroy(); resolve(true); });
      probe.on('error', () => resolve(false));
    });
    if (open) return true;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  return false;
}

// Starts one and waits until it listens: its port, and the child process, whose `errors` is what it has complained of.
async function start(command, env, stdout = 'inherit') {
  const port = await freePort();
  const child = spawn(command[0], command.slice(1),
    {env: {...process.env, ...env, PORT: port}, stdio: ['ignore', stdout, 'pipe']});
  child.errors = '';
  child.stderr.on('data', chunk => { child.errors += chunk; });
  children.push(child);
  if (await listens(port)) return {port, child};
  throw new Error(`${command.join(' ')} does not listen: ${child.errors}`);
}

function stopAll(signal) {
  for (const child of children) child.kill(signal);
}

module.exports = {children, freePort, listens, start, stopAll};
