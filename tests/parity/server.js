'use strict';
// A server under test: a child process that listens on $PORT. It is started on demand, and started again when it has
// ended.
const {spawn} = require('child_process');
const net = require('net');
const {sleep} = require('./client.js');

const alive = new Set();

function killAll() {
  for (const child of alive) child.kill('SIGKILL');
}
process.on('exit', killAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    killAll();
    process.exit(1);
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const {port} = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function canConnect(port) {
  return new Promise(resolve => {
    const socket = net.connect({port, host: '127.0.0.1'});
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

class Server {
  // `command` is the list [program, ...arguments].
  constructor(label, command, env = {}) {
    this.label = label;
    this.command = command;
    this.env = env;
    this.child = null;
    this.deaths = 0;
    this.starting = null;
  }

  // Returns the port of a running server.
  async port() {
    if (this.child && this.child.exitCode === null && this.child.signalCode === null) {
      if (this.starting) await this.starting;
      return this.number;
    }
    if (!this.starting) {
      this.starting = this.start().finally(() => { this.starting = null; });
    }
    await this.starting;
    return this.number;
  }

  async start() {
    let complaint = '';
    for (let attempt = 0; attempt < 5; attempt++) {
      this.number = await freePort();
      this.stderr = '';
      this.end = null;
      const child = spawn(this.command[0], this.command.slice(1),
        {env: {...process.env, ...this.env, PORT: String(this.number)}, stdio: ['ignore', 'ignore', 'pipe']});
      this.child = child;
      alive.add(child);
      child.on('error', error => { this.stderr += error.message; });
      child.stderr.on('data', chunk => { this.stderr = (this.stderr + chunk).slice(-20000); });
      this.ended = new Promise(resolve => child.on('close', (code, signal) => {
        alive.delete(child);
        this.deaths++;
        // `close` is emitted when the process's pipes have closed, perhaps only after another process was started. Then
        // it must not set the end of that other process.
        if (this.child === child) this.end = {code, signal};
        resolve();
      }));
      for (let i = 0; i < 500 && !this.end; i++) {
        if (await canConnect(this.number)) return;
        await sleep(10);
      }
      complaint = this.stderr;
      child.kill('SIGKILL');
    }
    throw new Error(`${this.label} does not listen on its port: ${this.command.join(' ')}\n${complaint}`);
  }

  async stop() {
    if (!this.child || this.end) return;
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

module.exports = {Server, freePort};
