'use strict';
// Starts programs for a test: servers that listen on $PORT.
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

// Returns whether somebody listens on the port within five seconds.
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

// Starts a program and waits until it listens. Returns its port and the child process. `errors` of the child process
// collects its standard error.
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
