'use strict';
// EventTarget, Event, AbortController and AbortSignal of Node.cpp, as globals of JavaScript. Conversions of arguments
// that the language's types make in C++ are made here.
const {call, keep, keepReason, reason} = require('../bridge.js');

const token = Symbol('made by the program');
const targets = new Map();  // the objects of JavaScript by the program's numbers
const events = new Map();
const isObject = value => (typeof value === 'object' && value !== null) || typeof value === 'function';
const required = (args, count) => { if (args.length < count) throw new TypeError('An argument is missing'); };

class Event {
  #number;
  constructor(...args) {
    if (args[0] === token) {
      this.#number = args[1];
    } else {
      required(args, 1);
      const [type, init] = args;
      if (init !== undefined && init !== null && !isObject(init)) throw new TypeError('The options must be an object');
      const {bubbles, cancelable, composed} = init || {};
      this.#number = call('Event', `${type}`, Boolean(bubbles), Boolean(cancelable), Boolean(composed));
    }
    events.set(this.#number, this);
  }
  static numberOf(event) { return event.#number; }
  composedPath() { return call('Event.get', this.#number).composedPath.map(number => targets.get(number)); }
  preventDefault() { call('Event.do', this.#number, 'preventDefault'); }
  stopPropagation() { call('Event.do', this.#number, 'stopPropagation'); }
  stopImmediatePropagation() { call('Event.do', this.#number, 'stopImmediatePropagation'); }
  initEvent(...args) {
    required(args, 1);
    call('Event.do', this.#number, 'initEvent', `${args[0]}`, Boolean(args[1]), Boolean(args[2]));
  }
  get cancelBubble() { return call('Event.get', this.#number).cancelBubble; }
  set cancelBubble(on) { if (on) this.stopPropagation(); }
  get returnValue() { return call('Event.get', this.#number).returnValue; }
  set returnValue(on) { if (!on) this.preventDefault(); }
  get isTrusted() { return call('Event.get', this.#number).isTrusted; }
  static {
    for (const name of ['type', 'bubbles', 'cancelable', 'composed', 'timeStamp', 'eventPhase', 'defaultPrevented'])
      Object.defineProperty(Event.prototype, name, {enumerable: true, configurable: true, get() { return call('Event.get', this.#number)[name]; }});
    for (const name of ['target', 'currentTarget', 'srcElement']) {
      Object.defineProperty(Event.prototype, name, {enumerable: true, configurable: true,
        get() { return targets.get(call('Event.get', this.#number)[name]) ?? null; }});
    }
    for (const [i, name] of ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].entries())
      for (const owner of [Event, Event.prototype]) Object.defineProperty(owner, name, {value: i, enumerable: true});
  }
}

class CustomEvent extends Event {
  #detail;
  constructor(...args) {
    super(...args);
    this.#detail = args[1]?.detail ?? null;
  }
  get detail() { return this.#detail; }
}

// The number of the function that stands for a listener in the program.
const numbers = new WeakMap();
function listenerOf(listener) {
  if (!numbers.has(listener)) {
    numbers.set(listener, keep((event, type, target) => {
      const known = events.get(event) || new Event(token, event);
      if (typeof listener === 'function') {
        Reflect.apply(listener, targets.get(target), [known]);
      } else {
        const {handleEvent} = listener;
        if (typeof handleEvent !== 'function') throw new TypeError('handleEvent must be a function');
        Reflect.apply(handleEvent, listener, [known]);
      }
    }));
  }
  return numbers.get(listener);
}

class EventTarget {
  #number;
  constructor(mark = undefined, number = undefined) {
    this.#number = mark === token ? number : call('EventTarget');
    targets.set(this.#number, this);
  }
  // Methods may be called without a receiver, which is the global object then.
  static #global;
  static numberOf(target) {
    if (target === undefined || target === null || target === globalThis) return EventTarget.numberOf(EventTarget.#global ??= new EventTarget());
    return target.#number;
  }
  addEventListener(...args) {
    required(args, 2);
    const [type, listener, options] = args;
    const {once, capture, passive, signal} = isObject(options) ? options : {capture: options};
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError('It must be an AbortSignal');
    if (listener === null || listener === undefined) return;
    if (!isObject(listener)) throw new TypeError('A listener must be a function or an object');
    call('EventTarget.add', EventTarget.numberOf(this), `${type}`, listenerOf(listener), Boolean(once), Boolean(capture), Boolean(passive),
      signal ? EventTarget.numberOf(signal) : null);
  }
  removeEventListener(...args) {
    required(args, 2);
    const [type, listener, options] = args;
    const capture = isObject(options) ? options.capture : options;
    if (listener === null || listener === undefined) return;
    if (!isObject(listener)) throw new TypeError('A listener must be a function or an object');
    call('EventTarget.remove', EventTarget.numberOf(this), `${type}`, listenerOf(listener), Boolean(capture));
  }
  dispatchEvent(...args) {
    required(args, 1);
    if (!(args[0] instanceof Event)) throw new TypeError('It must be an Event');
    return call('EventTarget.dispatch', EventTarget.numberOf(this), Event.numberOf(args[0]));
  }
}

class AbortSignal extends EventTarget {
  #number;
  #onabort = null;
  constructor(mark, number) {
    if (mark !== token) throw new TypeError('An AbortSignal cannot be made');
    super(token, number);
    this.#number = number;
  }
  static abort(...args) { return new AbortSignal(token, call('AbortSignal.abort', keepReason(args[0]))); }
  static timeout(...args) {
    required(args, 1);
    const milliseconds = Math.trunc(Number(args[0]));
    if (!(milliseconds >= 0 && milliseconds <= Number.MAX_SAFE_INTEGER)) throw new TypeError('It must be a whole number');
    return new AbortSignal(token, call('AbortSignal.timeout', milliseconds));
  }
  static any(signals) {
    const list = [...signals].map(signal => {
      if (!(signal instanceof AbortSignal)) throw new TypeError('It must be an AbortSignal');
      return signal.#number;
    });
    return new AbortSignal(token, call('AbortSignal.any', list));
  }
  get aborted() { return call('AbortSignal.aborted', this.#number); }
  get reason() { return reason(call('AbortSignal.reason', this.#number)); }
  throwIfAborted() { call('AbortSignal.throwIfAborted', this.#number); }
  get onabort() { return this.#onabort; }
  set onabort(handler) {
    if (this.#onabort) this.removeEventListener('abort', this.#onabort);
    this.#onabort = typeof handler === 'function' ? handler : null;
    if (this.#onabort) this.addEventListener('abort', this.#onabort);
  }
}

class AbortController {
  #number;
  #signal;
  constructor() {
    const [number, signal] = call('AbortController.new');
    this.#number = number;
    this.#signal = new AbortSignal(token, signal);
  }
  get signal() { return this.#signal; }
  abort(...args) { call(`AbortController.abort ${this.#number}`, keepReason(args[0])); }
}

for (const type of [Event, EventTarget, AbortSignal, AbortController])
  Object.defineProperty(type.prototype, Symbol.toStringTag, {value: type.name, configurable: true});
module.exports = {Event, CustomEvent, EventTarget, AbortSignal, AbortController};
