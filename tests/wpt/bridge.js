'use strict';
// Asks the program of bridge/ for each call, and waits for its reply (bridge/bridge.h has the form of the messages).
const fs = require('fs');
const os = require('os');
const path = require('path');
const {execFileSync, spawn} = require('child_process');

const values = [];  // what the program knows by number: texts, objects, errors, functions of the tests
const promises = new Map();  // by number: {promise, resolve, reject, make}
let memory = null;  // memory.js, when both sides share memory
let toThem;
let fromThem;
let rest = Buffer.alloc(0);

const keep = value => values.push(value) - 1;
const keepReason = value => (value === undefined ? null : keep(value));
const kept = number => values[number];

function start(program) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wpt-'));
  const pipes = ['to', 'from'].map(name => path.join(folder, name));
  execFileSync('mkfifo', pipes);
  const child = spawn(program, pipes, {stdio: ['ignore', 'inherit', 'inherit']});
  child.unref();
  toThem = fs.openSync(pipes[0], 'w');
  fromThem = fs.openSync(pipes[1], 'r');
  fs.rmSync(folder, {recursive: true});
}

function receive() {
  const parts = [rest];
  for (;;) {
    const last = parts[parts.length - 1];
    const end = last.indexOf(10);
    if (end >= 0) {
      rest = last.subarray(end + 1);
      parts[parts.length - 1] = last.subarray(0, end);
      return JSON.parse(Buffer.concat(parts).toString());
    }
    const more = Buffer.allocUnsafe(1 << 16);
    const length = fs.readSync(fromThem, more);
    if (length === 0) throw new Error('the program has ended');
    parts.push(more.subarray(0, length));
  }
}
function send(message) {
  const changes = memory ? memory.changes() : [];
  if (changes.length) message.b = changes;
  const bytes = Buffer.from(JSON.stringify(message) + '\n');
  for (let at = 0; at < bytes.length;) at += fs.writeSync(toThem, bytes, at);
}

// Makes the value that a reason stands for.
const classes = {TypeError, RangeError, SyntaxError};
const errors = new Map();
function errorOf({name, message, code}) {
  // The code of a DOMException is a number.
  if ((name !== 'Error' && !classes[name]) || /^\d+$/.test(code)) return new DOMException(message, name);
  return Object.assign(new (classes[name] || Error)(message), code ? {code} : {});
}
function reason(told) {
  if (told.u) return undefined;
  if ('k' in told) return kept(told.k);
  if (told.list) return told.list.map(reason);
  const {number} = told.error;
  if (!errors.has(number)) errors.set(number, errorOf(told.error));
  return errors.get(number);
}

function settle({s: number, ...outcome}) {
  const {resolve, reject, make} = promises.get(number);
  if (outcome.x) reject(reason(outcome.x));
  else resolve(make ? make(outcome.f) : undefined);
}

// Lets the program's loop turn, as long as something waits in it, between the turns of this one. `kind` is "alive" when
// the program would not end before, and "waits" for what does not keep a program.
let turning = null;
function turnSoon(kind) {
  if (!kind) return;
  turning ??= setTimeout(() => {
    turning = null;
    call('turn');
  }, 1).unref();
  if (kind === 'alive') turning.ref();
}

// Answers what comes until it is a reply.
function serve() {
  for (;;) {
    const message = receive();
    if (message.b) memory.change(message.b);
    turnSoon(message.l);
    for (let i = 0; i < (message.m || 0); i++) queueMicrotask(() => call('microtask'));
    for (let i = 0; i < (message.t || 0); i++) process.nextTick(() => call('tick'));
    if ('r' in message) return message.r;
    if (message.e) throw reason(message.e);
    if ('s' in message) {
      settle(message);
      send({r: null});
      continue;
    }
    try {
      send({r: kept(message.f)(...message.a) ?? null});
    } catch (error) {
      send({e: keepReason(error)});
    }
  }
}

// Calls a command of the program. Throws what it throws.
function call(name, ...args) {
  send({c: name, a: args});
  return serve();
}

// Returns the promise that the program has told of. `make` makes its value of what comes.
function promise(told, make) {
  let known = promises.get(told.p);
  if (!known) {
    known = {...Promise.withResolvers(), make};
    promises.set(told.p, known);
    if (told.s) settle({s: told.p, ...told.s});
  }
  return known.promise;
}

// From now on both sides share memory.
function shareMemory() {
  if (!memory) call('shareMemory');
  memory = require('./memory.js');
  return memory;
}

module.exports = {start, shareMemory, call, keep, keepReason, kept, promise, reason};
