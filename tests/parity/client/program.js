'use strict';
// Runs a client program (client.js, or the built client.cpp) and sorts its output by run.
const {spawn} = require('child_process');

class Program {
  constructor(command, env = {}) {
    this.command = command;
    this.env = env;
    this.listeners = new Map();
    this.pings = 0;
    this.start();
  }

  start() {
    this.gone = null;
    this.stderr = '';
    const child = spawn(this.command[0], this.command.slice(1), {env: {...process.env, ...this.env}});
    this.child = child;
    let rest = '';
    child.stdout.setEncoding('latin1');
    child.stdout.on('data', text => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) this.tell(line);
    });
    child.stderr.setEncoding('latin1');
    child.stderr.on('data', text => { this.stderr += text; });
    child.stdin.on('error', () => {});
    child.on('close', (code, signal) => {
      this.gone = {code, signal, stderr: this.stderr};
      for (const listener of this.listeners.values()) listener(null);
    });
  }

  tell(line) {
    const space = line.startsWith('pong ') ? line.length : line.indexOf(' ');
    const listener = this.listeners.get(line.slice(0, space));
    if (listener) listener(line.slice(space + 1));
  }

  // listener(text) gets each line of a run, and null when the program has ended.
  listen(id, listener) {
    if (this.gone) this.start();
    this.listeners.set(id, listener);
  }

  forget(id) {
    this.listeners.delete(id);
  }

  order(line) {
    this.child.stdin.write(line + '\n');
  }

  // Resolves when the program has handled everything that had reached it.
  ping() {
    if (this.gone) return Promise.resolve();
    const id = `pong ${++this.pings}`;
    return new Promise(resolve => {
      this.listeners.set(id, () => {
        this.listeners.delete(id);
        resolve();
      });
      this.order(`ping ${id.slice(5)}`);
    });
  }

  // Ends the program and resolves to its exit code with its standard error.
  async stop() {
    if (this.gone) return {code: 0, stderr: ''};
    const child = this.child;
    const timer = setTimeout(() => child.kill('SIGKILL'), 60000);
    const ended = new Promise(resolve => this.listeners.set('the end', () => resolve()));
    child.stdin.end();
    await ended;
    clearTimeout(timer);
    return this.gone;
  }
}

module.exports = {Program};
