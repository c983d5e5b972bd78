'use strict';
// Starts programs for a test: servers that listen on $PORT, and programs that run to their end.
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

// Runs a program to its end. Returns {code, signal, ended, stdout, stderr}, where `ended` is the signal, or without one the
// exit code. The code is 127 when the program does not start.
// After `time` milliseconds, if given, it is killed, and its standard error says so.
function runToEnd(command, args, {input = '', env = {}, time = 0} = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {env: {...process.env, ...env}});
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', chunk => { stdout += chunk; });
    child.stderr.on('data', chunk => { stderr += chunk; });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const timer = time && setTimeout(() => {
      stderr += `[stopped after ${time / 1000} s]`;
      child.kill('SIGKILL');
    }, time);
    child.on('error', error => resolve({code: 127, signal: null, ended: 127, stdout, stderr: error.message}));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({code, signal, ended: signal || code, stdout, stderr});
    });
  });
}

function stopAll(signal) {
  for (const child of children) child.kill(signal);
}

module.exports = {children, freePort, listens, runToEnd, start, stopAll};
