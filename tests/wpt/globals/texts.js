'use strict';
// TextDecoder, TextEncoder, atob and btoa of Node.cpp, as globals of JavaScript. Conversions of arguments that the
// language's types make in C++ are made here.
const {call} = require('../bridge.js');

const bytesOf = view => (ArrayBuffer.isView(view) ? Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  : view instanceof ArrayBuffer || view instanceof SharedArrayBuffer ? Buffer.from(view) : null);

class TextDecoder {
  #number;
  #encoding;
  #fatal;
  #ignoreBOM;
  constructor(label = 'utf-8', options = {}) {
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
    [this.#number, this.#encoding] = call('TextDecoder', `${label}`, this.#fatal, this.#ignoreBOM);
  }
  get encoding() { return this.#encoding; }
  get fatal() { return this.#fatal; }
  get ignoreBOM() { return this.#ignoreBOM; }
  decode(input = new Uint8Array(), options = {}) {
    const bytes = bytesOf(input);
    if (!bytes) throw new TypeError('The input must be bytes');
    return call('TextDecoder.decode', this.#number, bytes.toString('base64'), Boolean(options?.stream));
  }
}

class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(input = '') { return new Uint8Array(Buffer.from(call('TextEncoder.encode', `${input}`), 'base64')); }
  encodeInto(input, view) {
    if (!(view instanceof Uint8Array)) throw new TypeError('The destination must be a Uint8Array');
    const [read, written, bytes] = call('TextEncoder.encodeInto', `${input}`, view.length);
    if (view.length) view.set(Buffer.from(bytes, 'base64').subarray(0, written));
    return {read, written};
  }
}

const required = args => { if (!args.length) throw new TypeError('An argument is missing'); };
module.exports = {TextDecoder, TextEncoder,
  atob(...args) { required(args); return call('atob', `${args[0]}`); },
  btoa(...args) { required(args); return call('btoa', `${args[0]}`); }};
