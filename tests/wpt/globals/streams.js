'use strict';
// Web streams of Node.cpp, as globals of JavaScript. What JavaScript's own types decide (the members of a dictionary, the
// receiver of a method) is decided here. byte_streams.js adds byte streams.
const {internalBinding} = require('internal/test/binding');
const {call, keep, keepReason, kept, promise, reason} = require('../bridge.js');

const {getPromiseDetails, constants: {kPending, kRejected}} = internalBinding('util');
const token = Symbol('made by the program');
const sizeOf = told => (told === null ? null : Number(told));
// With `chunks.real`, texts and bytes are sent as such, for the streams of encodings. Otherwise the program gets numbers.
const chunks = {real: false};
const bytes = {};  // what byte_streams.js knows of byte streams
function valueOf(told) {
  if (told === null) return undefined;
  if (typeof told === 'number') return kept(told);
  if (told.view) return bytes.viewOf(told);
  return told.text ?? new Uint8Array(Buffer.from(told.bytes, 'base64'));
}
function chunkOf(value) {
  if (chunks.real && typeof value === 'string') return {text: value};
  const buffer = ArrayBuffer.isView(value) ? value.buffer : value;
  if (chunks.real && (buffer instanceof ArrayBuffer || buffer instanceof SharedArrayBuffer)) {
    const bytes = buffer.detached ? Buffer.alloc(0) : Buffer.from(buffer, value.byteOffset ?? 0, value.byteLength);
    return {bytes: bytes.toString('base64')};
  }
  return keep(value);
}

// A method that returns a promise rejects where another one throws.
function rejecting(body) {
  try {
    return body();
  } catch (error) {
    return Promise.reject(error);
  }
}

// What the program must know of the result of a function: nothing, or a promise.
function outcome(result) {
  if ((typeof result !== 'object' && typeof result !== 'function') || result === null) return null;
  const settled = Promise.resolve(result);
  const [state, value] = getPromiseDetails(settled);
  if (state === kRejected) {
    settled.catch(() => {});
    return {rejected: keepReason(value)};
  }
  if (state !== kPending) return {fulfilled: true};
  const number = keep(settled);
  settled.then(() => call('settle', number), error => call('settle', number, keepReason(error)));
  return {pending: number};
}

// Reads the functions of a source, sink or transformer, in the order of a dictionary's members.
function functionsOf(object, members, argumentsOf) {
  if (object === undefined) return {};
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null) throw new TypeError('It must be an object');
  const functions = {};
  for (const name of members) {
    const value = object[name];
    if (value === undefined) continue;
    if (name === 'autoAllocateChunkSize') {
      functions[name] = bytes.wholeNumber(value);
      continue;
    }
    if (/type$/i.test(name)) {
      if (name !== 'type' || !members.includes('pull')) throw new RangeError(`It can have no ${name}`);
      if (`${value}` !== 'bytes') throw new TypeError('It has no such type');
      functions[name] = 'bytes';
      continue;
    }
    if (typeof value !== 'function') throw new TypeError(`${name} must be a function`);
    functions[name] = keep((...told) => outcome(Reflect.apply(value, object, argumentsOf(name, told))));
  }
  return functions;
}
function strategyOf(strategy) {
  if (strategy === undefined || strategy === null) return {mark: null, size: null};
  if (typeof strategy !== 'object' && typeof strategy !== 'function') throw new TypeError('A strategy must be an object');
  const {highWaterMark, size} = strategy;
  if (size !== undefined && typeof size !== 'function') throw new TypeError('size must be a function');
  return {mark: highWaterMark === undefined ? null : String(Number(highWaterMark)),
    size: size === undefined ? null : keep(chunk => String(Number(Reflect.apply(size, undefined, [valueOf(chunk)]))))};
}

// Objects that the program makes are met again by their number.
function family(make) {
  const known = new Map();
  return number => {
    if (!known.has(number)) known.set(number, make(number));
    return known.get(number);
  };
}
const own = (mark, name) => { if (mark !== token) throw new TypeError(`${name} cannot be made`); };

class ReadableStreamDefaultController {
  #number;
  constructor(mark, number) { own(mark, 'A controller'); this.#number = number; }
  get desiredSize() { return sizeOf(call('readableController.desiredSize', this.#number)); }
  enqueue(chunk = undefined) { call('readableController.enqueue', this.#number, chunkOf(chunk)); }
  close() { call('readableController.close', this.#number); }
  error(why = undefined) { call('readableController.error', this.#number, keepReason(why)); }
}
const readableController = family(number => new ReadableStreamDefaultController(token, number));

const result = told => ({value: valueOf(told.value), done: told.done});
const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);
class ReadableStreamAsyncIterator {
  #number;
  constructor(mark, number) { own(mark, 'An iterator'); this.#number = number; }
  next() { return rejecting(() => promise(call('iterator.next', this.#number), result)); }
  return(value) { return rejecting(() => promise(call('iterator.return', this.#number, keepReason(value)), ({done}) => ({value, done}))); }
}
delete ReadableStreamAsyncIterator.prototype.constructor;
Object.setPrototypeOf(ReadableStreamAsyncIterator.prototype, AsyncIteratorPrototype);
for (const name of ['next', 'return']) Object.defineProperty(ReadableStreamAsyncIterator.prototype, name, {enumerable: true});

// The options of pipeTo and pipeThrough.
function pipeOptions(options) {
  if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') throw new TypeError('Options must be an object');
  const {preventAbort, preventCancel, preventClose, signal} = options || {};
  let controller = null;
  if (signal !== undefined) {
    if (!(signal instanceof AbortSignal)) throw new TypeError('It must be an AbortSignal');
    controller = call('AbortController');
    const abort = () => call('AbortController.abort', controller, keep(signal.reason));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  }
  return [Boolean(preventClose), Boolean(preventAbort), Boolean(preventCancel), controller];
}

class ReadableStream {
  #number;
  constructor(source = undefined, strategy = undefined) {
    if (source === token) {
      this.#number = strategy;
      return;
    }
    const told = strategyOf(strategy);
    if (source === null) throw new TypeError('A source must be an object');
    const functions = functionsOf(source, ['autoAllocateChunkSize', 'cancel', 'pull', 'start', 'type'],
      (name, [one]) => [name === 'cancel' ? reason(one) : functions.type ? bytes.controller(one) : readableController(one)]);
    if (!functions.type) delete functions.autoAllocateChunkSize;
    this.#number = call('ReadableStream', functions, told);
  }
  static numberOf(stream) { return stream.#number; }
  get locked() { return call('ReadableStream.locked', this.#number); }
  cancel(why = undefined) { return rejecting(() => promise(call('ReadableStream.cancel', this.#number, keepReason(why)))); }
  getReader(options = undefined) {
    if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') throw new TypeError('Options must be an object');
    const mode = options?.mode;
    if (mode !== undefined) {
      if (`${mode}` !== 'byob') throw new TypeError('There is no such mode');
      return new bytes.ReadableStreamBYOBReader(this);
    }
    return new ReadableStreamDefaultReader(this);
  }
  tee() { return call('ReadableStream.tee', this.#number).map(number => new ReadableStream(token, number)); }
  pipeTo(destination, options = undefined) {
    return rejecting(() => {
      const to = WritableStream.numberOf(destination);
      const from = this.#number;
      return promise(call('ReadableStream.pipeTo', from, to, ...pipeOptions(options)));
    });
  }
  pipeThrough(transform, options = undefined) {
    const from = this.#number;
    if (transform === undefined || transform === null) throw new TypeError('It must be a pair of streams');
    const {readable} = transform;
    const back = ReadableStream.numberOf(readable);
    const to = WritableStream.numberOf(transform.writable);
    call('ReadableStream.pipeThrough', from, back, to, ...pipeOptions(options));
    return readable;
  }
  values(options = undefined) { return new ReadableStreamAsyncIterator(token, call('ReadableStream.values', this.#number, Boolean(options?.preventCancel))); }
}
Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {value: ReadableStream.prototype.values, writable: true, configurable: true});

class ReadableStreamDefaultReader {
  #number;
  constructor(stream) { this.#number = call('ReadableStream.getReader', ReadableStream.numberOf(stream)); }
  get closed() { return rejecting(() => promise(call('reader.closed', this.#number))); }
  read() { return rejecting(() => promise(call('reader.read', this.#number), result)); }
  cancel(why = undefined) { return rejecting(() => promise(call('reader.cancel', this.#number, keepReason(why)))); }
  releaseLock() { call('reader.releaseLock', this.#number); }
}

class WritableStreamDefaultController {
  #number;
  #signal;
  constructor(mark, number) { own(mark, 'A controller'); this.#number = number; }
  error(why = undefined) { call('writableController.error', this.#number, keepReason(why)); }
  get signal() {
    if (!this.#signal) {
      const controller = new AbortController();
      this.#signal = controller.signal;
      const abort = told => controller.abort(reason(told));
      const told = call('writableController.signal', this.#number, keep(abort));
      if (told) abort(told);
    }
    return this.#signal;
  }
}
const writableController = family(number => new WritableStreamDefaultController(token, number));

class WritableStream {
  #number;
  constructor(sink = undefined, strategy = undefined) {
    if (sink === token) {
      this.#number = strategy;
      return;
    }
    const told = strategyOf(strategy);
    if (sink === null) throw new TypeError('A sink must be an object');
    const functions = functionsOf(sink, ['abort', 'close', 'start', 'type', 'write'],
      (name, [one, two]) => ({abort: () => [reason(one)], close: () => [], start: () => [writableController(one)],
        write: () => [valueOf(one), writableController(two)]})[name]());
    this.#number = call('WritableStream', functions, told);
  }
  static numberOf(stream) { return stream.#number; }
  get locked() { return call('WritableStream.locked', this.#number); }
  abort(why = undefined) { return rejecting(() => promise(call('WritableStream.abort', this.#number, keepReason(why)))); }
  close() { return rejecting(() => promise(call('WritableStream.close', this.#number))); }
  getWriter() { return new WritableStreamDefaultWriter(this); }
}

class WritableStreamDefaultWriter {
  #number;
  constructor(stream) { this.#number = call('WritableStream.getWriter', WritableStream.numberOf(stream)); }
  get closed() { return rejecting(() => promise(call('writer.closed', this.#number))); }
  get ready() { return rejecting(() => promise(call('writer.ready', this.#number))); }
  get desiredSize() { return sizeOf(call('writer.desiredSize', this.#number)); }
  abort(why = undefined) { return rejecting(() => promise(call('writer.abort', this.#number, keepReason(why)))); }
  close() { return rejecting(() => promise(call('writer.close', this.#number))); }
  write(chunk = undefined) { return rejecting(() => promise(call('writer.write', this.#number, chunkOf(chunk)))); }
  releaseLock() { call('writer.releaseLock', this.#number); }
}

class TransformStreamDefaultController {
  #number;
  constructor(mark, number) { own(mark, 'A controller'); this.#number = number; }
  get desiredSize() { return sizeOf(call('transformController.desiredSize', this.#number)); }
  enqueue(chunk = undefined) { call('transformController.enqueue', this.#number, chunkOf(chunk)); }
  error(why = undefined) { call('transformController.error', this.#number, keepReason(why)); }
  terminate() { call('transformController.terminate', this.#number); }
}
const transformController = family(number => new TransformStreamDefaultController(token, number));

class TransformStream {
  #readable;
  #writable;
  constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
    const strategies = [strategyOf(writableStrategy), strategyOf(readableStrategy)];
    if (transformer === null) throw new TypeError('A transformer must be an object');
    const functions = functionsOf(transformer, ['cancel', 'flush', 'readableType', 'start', 'transform', 'writableType'],
      (name, [one, two]) => (name === 'cancel' ? [reason(one)] : name === 'transform' ? [valueOf(one), transformController(two)] : [transformController(one)]));
    const [readable, writable] = call('TransformStream', functions, ...strategies);
    this.#readable = new ReadableStream(token, readable);
    this.#writable = new WritableStream(token, writable);
  }
  get readable() { return this.#readable; }
  get writable() { return this.#writable; }
}

const made = {ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController, WritableStream, WritableStreamDefaultWriter,
  WritableStreamDefaultController, TransformStream, TransformStreamDefaultController};
function publish(type) {
  for (const name of Object.getOwnPropertyNames(type.prototype))
    if (name !== 'constructor') Object.defineProperty(type.prototype, name, {enumerable: true});
  Object.defineProperty(type.prototype, Symbol.toStringTag, {value: type.name, configurable: true});
}
for (const type of Object.values(made)) publish(type);
module.exports = made;
// For the streams of encodings (encoding_streams.js).
Object.defineProperty(made, 'internals', {enumerable: false, value: {bytes, chunks, family, own, publish, rejecting, result, sizeOf, token, pairOf: ([readable, writable]) =>
  ({readable: new ReadableStream(token, readable), writable: new WritableStream(token, writable)})}});
