'use strict';
// A scripted server, which plays one script at a time: it makes the steps of the script's connections, and collects
// what the client sends.
const fs = require('fs');
const net = require('net');

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const turn = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

// What the client sent over one connection, and how the client ended it.
class Received {
  constructor(run, socket) {
    this.run = run;
    this.socket = socket;
    this.text = '';
    this.from = 0;
    this.fate = 'open';
    socket.on('data', chunk => {
      this.text += chunk.toString('latin1');
      run.touch();
    });
    socket.on('end', () => this.ends('end'));
    socket.on('error', error => this.ends(error.code));
    socket.on('close', () => run.touch());
  }

  ends(how) {
    if (!this.run.over && this.fate === 'open') this.fate = how;
    this.run.touch();
  }

  // Returns whether `text` has come after the text that was waited for before, and moves behind it.
  take(text) {
    const at = this.text.indexOf(text, this.from);
    if (at < 0) return false;
    this.from = at + text.length;
    return true;
  }
}

class Run {
  constructor(slot, script, steps, timing) {
    Object.assign(this, {slot, script, steps, timing});
    this.id = `r${++Run.count}`;
    this.connections = [];
    this.lines = [];
    this.over = false;
    this.activity = 0;
    this.waiting = 0;
    this.waiters = [];
  }

  touch() {
    this.activity++;
    for (const waiter of this.waiters.splice(0)) waiter();
  }

  // Waits until condition() is true, or forever when that does not happen before the run is over.
  async until(condition) {
    while (!condition()) {
      this.waiting++;
      await new Promise(resolve => this.waiters.push(resolve));
      this.waiting--;
    }
  }

  async play(connection, steps) {
    for (const step of steps) {
      const {socket} = connection;
      if (step.request) await this.until(() => connection.take('\r\n\r\n'));
      if (step.got) await this.until(() => connection.take(step.got));
      if (step.said) await this.until(() => this.lines.some(line => line.includes(step.said)));
      if (step.wait) await this.settle();
      if (step.sleep) await sleep(step.sleep);
      if (this.over) return;
      this.activity++;
      if (step.send && socket.writable) socket.write(step.send);
      if (step.end) socket.end();
      if (step.reset) socket.resetAndDestroy();
      if (step.stop) socket.pause();
      if (step.go) socket.resume();
    }
  }

  // Waits until the client has handled what was sent, and its answer was read here.
  async settle() {
    await this.slot.program.ping();
    await turn();
  }

  accept(socket) {
    const connection = new Received(this, socket);
    this.connections.push(connection);
    this.touch();
    const steps = this.steps[this.connections.length - 1];
    if (!steps) return;
    this.playing++;
    this.play(connection, steps).finally(() => { this.playing--; });
  }

  async perform() {
    const {program} = this.slot;
    this.playing = 0;
    let done;
    const ended = new Promise(resolve => { done = resolve; });
    program.listen(this.id, line => {
      if (line === null || line === 'done') {
        this.over = true;
        if (!line) this.died = program.gone;
        done();
      } else {
        this.lines.push(line);
      }
      this.touch();
    });
    const [recipe, argument = ''] = this.script.recipe.split(' ');
    program.order(`run ${this.id} ${this.slot.port} ${this.slot.path} ${recipe} ${argument}`.trim());
    const started = Date.now();
    let calm = 0;
    // The run is quiet when nothing has happened in two rounds, and all connections wait for something that does not
    // come.
    while (!this.over && Date.now() - started < 4000) {
      const before = this.activity;
      await this.settle();
      await sleep(calm ? this.timing.quiet + (this.script.quiet || 0) : 1);
      await this.settle();
      calm = this.activity === before && this.playing === this.waiting ? calm + 1 : 0;
      if (calm === 2) break;
    }
    for (const connection of this.connections) {
      if (connection.fate === 'open' && connection.socket.destroyed) connection.fate = 'reset by the server';
    }
    const fates = this.connections.map(connection => connection.fate);
    if (!this.over) {
      program.order(`end ${this.id}`);
      this.lines.push('--');
      await ended;
    }
    this.over = true;
    program.forget(this.id);
    for (const {socket} of this.connections) socket.destroy();
    this.touch();
    const mask = text => text.replaceAll(new RegExp(`\\b${this.slot.port}\\b`, 'g'), 'PORT')
      .replaceAll(this.slot.path, 'PATH');
    return {
      lines: this.lines.map(mask),
      connections: this.connections.map(({text}, i) => ({text: mask(text), fate: fates[i]})),
      died: this.died,
    };
  }
}
Run.count = 0;

class Slot {
  constructor(program, path) {
    this.program = program;
    this.path = path;
    const accept = socket => {
      if (this.run && !this.run.over) this.run.accept(socket);
      else socket.destroy();
    };
    this.servers = [net.createServer({allowHalfOpen: true}, accept), net.createServer({allowHalfOpen: true}, accept)];
  }

  async open() {
    fs.rmSync(this.path, {force: true});
    await new Promise(resolve => this.servers[0].listen(0, '127.0.0.1', resolve));
    await new Promise(resolve => this.servers[1].listen(this.path, resolve));
    this.port = this.servers[0].address().port;
  }

  perform(script, steps, timing) {
    this.run = new Run(this, script, steps, timing);
    return this.run.perform();
  }

  close() {
    for (const server of this.servers) server.close();
  }
}

module.exports = {Slot};
