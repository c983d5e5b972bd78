'use strict';
// Blob and File of Node.cpp, as globals of JavaScript. Conversions of arguments that the language's types make in C++ are
// made here.
const {call, promise} = require('../bridge.js');

const token = Symbol('made by the program');
const isObject = value => (typeof value === 'object' && value !== null) || typeof value === 'function';
const bytesOf = view => (ArrayBuffer.isView(view) ? Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  : view instanceof ArrayBuffer ? Buffer.from(view) : null);
const text = value => `${value}`.toWellFormed();

function partsOf(parts) {
  const iterate = isObject(parts) ? parts[Symbol.iterator] : undefined;
  if (typeof iterate !== 'function') throw new TypeError('The parts must be a list');
  const told = [];
  for (const part of {[Symbol.iterator]: () => iterate.call(parts)}) {
    const bytes = bytesOf(part);
    told.push(part instanceof Blob ? {blob: Blob.numberOf(part)} : bytes ? {bytes: bytes.toString('base64')} : {text: text(part)});
  }
  return told;
}
function optionsOf(options) {
  if (options !== undefined && options !== null && !isObject(options)) throw new TypeError('The options must be an object');
  const {endings = 'transparent'} = options || {};
  const known = `${endings}`;
  if (!['transparent', 'native'].includes(known)) throw new TypeError('There are no such endings');
  const {type = ''} = options || {};
  return [known, text(type)];
}

class Blob {
  #number;
  #shown;
  constructor(parts = [], options = {}) {
    [this.#number, this.#shown] = parts === token ? options : call('Blob', partsOf(parts), ...optionsOf(options));
  }
  static numberOf(blob) { return blob.#number; }
  static of(told) { return 'name' in told[1] ? new File(token, told) : new Blob(token, told); }
  get size() { return this.#shown.size; }
  get type() { return this.#shown.type; }
  slice(start = 0, end = this.size, type = '') {
    // WebIDL's [Clamp] long long.
    const whole = value => Math.trunc(Math.min(Math.max(Number(value) || 0, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
    return new Blob(token, call('Blob.slice', this.#number, whole(start), whole(end), text(type)));
  }
  text() { return promise(call('Blob.text', this.#number), value => value); }
  arrayBuffer() { return promise(call('Blob.arrayBuffer', this.#number), value => new Uint8Array(Buffer.from(value, 'base64')).buffer); }
  bytes() { return promise(call('Blob.bytes', this.#number), value => new Uint8Array(Buffer.from(value, 'base64'))); }
}
class File extends Blob {
  #shown;
  constructor(...args) {
    if (args[0] === token) {
      super(token, args[1]);
      this.#shown = args[1][1];
      return;
    }
    if (args.length < 2) throw new TypeError('A name is missing');
    const [parts, name, options] = args;
    const [endings, type] = optionsOf(options);
    const lastModified = options?.lastModified === undefined ? null : Number(options.lastModified);
    const made = call('File', partsOf(parts), text(name), endings, type, lastModified);
    super(token, made);
    this.#shown = made[1];
  }
  get name() { return this.#shown.name; }
  get lastModified() { return this.#shown.lastModified; }
}
for (const type of [Blob, File]) {
  Object.defineProperty(type.prototype, Symbol.toStringTag, {value: type.name, configurable: true});
  for (const name of Object.getOwnPropertyNames(type.prototype))
    if (name !== 'constructor') Object.defineProperty(type.prototype, name, {enumerable: true});
}
module.exports = {Blob, File};
