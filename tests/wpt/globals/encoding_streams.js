'use strict';
// TextDecoderStream and TextEncoderStream of Node.cpp between its web streams, as globals of JavaScript.
const {call} = require('../bridge.js');
const streams = require('./streams.js');

streams.internals.chunks.real = true;

class Pair {
  #pair;
  constructor(told) { this.#pair = streams.internals.pairOf(told); }
  get readable() { return this.#pair.readable; }
  get writable() { return this.#pair.writable; }
}
class TextDecoderStream extends Pair {
  #encoding;
  #fatal;
  #ignoreBOM;
  constructor(label = 'utf-8', options = {}) {
    const fatal = Boolean(options?.fatal);
    const ignoreBOM = Boolean(options?.ignoreBOM);
    const told = call('TextDecoderStream', `${label}`, fatal, ignoreBOM);
    super(told);
    [this.#encoding, this.#fatal, this.#ignoreBOM] = [told[2], fatal, ignoreBOM];
  }
  get encoding() { return this.#encoding; }
  get fatal() { return this.#fatal; }
  get ignoreBOM() { return this.#ignoreBOM; }
}
class TextEncoderStream extends Pair {
  constructor() { super(call('TextEncoderStream')); }
  get encoding() { return 'utf-8'; }
}

module.exports = {...streams, TextDecoderStream, TextEncoderStream};
