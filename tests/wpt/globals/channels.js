'use strict';
// structuredClone, MessageChannel and BroadcastChannel of Node.cpp, as globals of JavaScript.
const {call, keep} = require('../bridge.js');
const {Blob, File} = require('./blobs.js');
const values = require('../values.js');

const token = Symbol('made by the program');
values.kinds.push(
  {kind: 'blob', is: value => value instanceof Blob, tell: blob => Blob.numberOf(blob), make: told => Blob.of(told)},
  {kind: 'port', is: value => value instanceof MessagePort, tell: port => MessagePort.numberOf(port), make: told => portOf(told)});

// A target whose handler of messages is a property, too.
class MessageTarget extends EventTarget {
  #onmessage = null;
  get onmessage() { return this.#onmessage; }
  set onmessage(handler) {
    if (this.#onmessage) this.removeEventListener('message', this.#onmessage);
    this.#onmessage = typeof handler === 'function' ? handler : null;
    if (this.#onmessage) this.addEventListener('message', this.#onmessage);
  }
}
const receiver = target => keep(told => { target.dispatchEvent(new MessageEvent('message', {data: values.valueOf(told)})); });

class MessagePort extends MessageTarget {
  #number;
  constructor(mark, number) {
    if (mark !== token) throw new TypeError('Illegal constructor');
    super();
    this.#number = number;
  }
  static numberOf(port) { return port.#number; }
  postMessage(value, options = []) {
    const transfer = Array.isArray(options) ? options : options?.transfer || [];
    call('port.postMessage', this.#number, values.told([value, [...transfer]]));
  }
  set onmessage(handler) {
    super.onmessage = handler;
    call('port.on', this.#number, 'message', receiver(this));
    this.start();
  }
  get onmessage() { return super.onmessage; }
  start() { call('port.start', this.#number); }
  close() { call('port.close', this.#number); }
}
const ports = new Map();
function portOf(number) {
  if (!ports.has(number)) ports.set(number, new MessagePort(token, number));
  return ports.get(number);
}
class MessageChannel {
  #ports = call('MessageChannel').map(portOf);
  get port1() { return this.#ports[0]; }
  get port2() { return this.#ports[1]; }
}

class BroadcastChannel extends MessageTarget {
  #number;
  constructor(...args) {
    if (!args.length) throw new TypeError('A name is missing');
    super();
    this.#number = call('BroadcastChannel', `${args[0]}`, receiver(this));
  }
  get name() { return call('BroadcastChannel.name', this.#number); }
  postMessage(...args) {
    if (!args.length) throw new TypeError('A message is missing');
    call('BroadcastChannel.postMessage', this.#number, values.told(args[0]));
  }
  close() { call('BroadcastChannel.close', this.#number); }
}

function structuredClone(...args) {
  if (!args.length) throw new TypeError('A value is missing');
  return values.valueOf(call('structuredClone', values.told([args[0], [...(args[1]?.transfer || [])]])));
}

// The tests read a Blob by way of a Response.
class Response {
  #blob;
  constructor(blob) { this.#blob = blob; }
  arrayBuffer() { return this.#blob.arrayBuffer(); }
}

module.exports = {Response, Blob, File, structuredClone, MessagePort, MessageChannel, BroadcastChannel};
