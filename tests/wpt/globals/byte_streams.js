'use strict';
// Byte streams of Node.cpp between its web streams, as globals of JavaScript. Their chunks are views of memory that both
// sides share.
const {call, keepReason, promise, shareMemory} = require('../bridge.js');
const streams = require('./streams.js');

const {bytes, family, own, publish, rejecting, result, sizeOf, token} = streams.internals;
const {toldView, viewOf} = shareMemory();

// WebIDL's [EnforceRange] unsigned long long.
function wholeNumber(value) {
  const number = Math.trunc(Number(value)) + 0;
  if (!(number >= 0 && number <= Number.MAX_SAFE_INTEGER)) throw new TypeError('It must be a whole number');
  return number;
}
function viewed(args) {
  if (!ArrayBuffer.isView(args[0])) throw new TypeError('It must be a view of memory');
  if (args[0].buffer instanceof SharedArrayBuffer) throw new TypeError('It must not be shared');
  return toldView(args[0]);
}

class ReadableStreamBYOBRequest {
  #number;
  #view;  // the same one each time
  constructor(mark, number) { own(mark, 'A request'); this.#number = number; }
  get view() {
    const told = call('byobRequest.view', this.#number);
    return told && (this.#view ??= viewOf(told));
  }
  respond(...args) {
    if (!args.length) throw new TypeError('An argument is missing');
    call('byobRequest.respond', this.#number, wholeNumber(args[0]));
  }
  respondWithNewView(...args) { call('byobRequest.respondWithNewView', this.#number, viewed(args)); }
}
const request = family(number => new ReadableStreamBYOBRequest(token, number));

class ReadableByteStreamController {
  #number;
  constructor(mark, number) { own(mark, 'A controller'); this.#number = number; }
  get byobRequest() {
    const number = call('byteController.byobRequest', this.#number);
    return number === null ? null : request(number);
  }
  get desiredSize() { return sizeOf(call('byteController.desiredSize', this.#number)); }
  enqueue(...args) { call('byteController.enqueue', this.#number, viewed(args)); }
  close() { call('byteController.close', this.#number); }
  error(why = undefined) { call('byteController.error', this.#number, keepReason(why)); }
}

class ReadableStreamBYOBReader {
  #number;
  constructor(stream) { this.#number = call('byobReader', streams.ReadableStream.numberOf(stream)); }
  get closed() { return rejecting(() => promise(call('byobReader.closed', this.#number))); }
  read(...args) {
    return rejecting(() => {
      const view = viewed(args);
      const min = args[1]?.min;
      return promise(call('byobReader.read', this.#number, view, min === undefined ? null : `${wholeNumber(min)}`), result);
    });
  }
  cancel(why = undefined) { return rejecting(() => promise(call('byobReader.cancel', this.#number, keepReason(why)))); }
  releaseLock() { call('byobReader.releaseLock', this.#number); }
}

const made = {ReadableStreamBYOBRequest, ReadableByteStreamController, ReadableStreamBYOBReader};
for (const type of Object.values(made)) publish(type);
Object.assign(bytes, {viewOf, wholeNumber, controller: family(number => new ReadableByteStreamController(token, number)), ReadableStreamBYOBReader});
module.exports = {...streams, ...made};
