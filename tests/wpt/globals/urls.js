'use strict';
// URL and URLSearchParams of Node.cpp, as globals of JavaScript. Conversions of arguments that the language's types make
// in C++ are made here.
const {call} = require('../bridge.js');

const text = value => `${value}`.toWellFormed();
const required = (args, count) => { if (args.length < count) throw new TypeError('An argument is missing'); };
const numbered = Symbol('the program\'s number of an object');

class URLSearchParams {
  #number;
  constructor(init = '') {
    if (init?.[numbered] !== undefined) this.#number = init[numbered];
    else if ((typeof init === 'object' || typeof init === 'function') && init !== null) this.#number = call('URLSearchParams', URLSearchParams.#pairs(init));
    else this.#number = call('URLSearchParams', text(init));
  }
  static #pairs(init) {
    if (init[Symbol.iterator] === undefined || init[Symbol.iterator] === null) {
      // A record: names that become the same by the conversion keep the first place and the last value.
      const record = new Map();
      for (const name of Reflect.ownKeys(init)) {
        if (!Object.getOwnPropertyDescriptor(init, name)?.enumerable) continue;
        record.set(text(name), text(init[name]));
      }
      return [...record];
    }
    return [...init].map(pair => {
      const list = [...pair].map(text);
      if (list.length !== 2) throw new TypeError('Each pair must have a name and a value');
      return list;
    });
  }
  #ask(name, args, count, most = count) {
    required(args, count);
    while (args.length > count && args[args.length - 1] === undefined) args.pop();
    return call('URLSearchParams.' + name, this.#number, ...args.slice(0, most).map(text));
  }
  append(...args) { this.#ask('append', args, 2); }
  set(...args) { this.#ask('set', args, 2); }
  delete(...args) { this.#ask('delete', args, 1, 2); }
  has(...args) { return this.#ask('has', args, 1, 2); }
  get(...args) { return this.#ask('get', args, 1); }
  getAll(...args) { return this.#ask('getAll', args, 1); }
  sort() { this.#ask('sort', [], 0); }
  toString() { return this.#ask('toString', [], 0); }
  get size() { return this.#ask('size', [], 0); }
  *entries() {
    for (let i = 0; ; i++) {
      const entry = call('URLSearchParams.at', this.#number, i);
      if (!entry) return;
      yield entry;
    }
  }
  *keys() { for (const [name] of this.entries()) yield name; }
  *values() { for (const [, value] of this.entries()) yield value; }
  [Symbol.iterator]() { return this.entries(); }
  forEach(callback, self) {
    if (typeof callback !== 'function') throw new TypeError('The callback must be a function');
    for (const [name, value] of this.entries()) callback.call(self, value, name, this);
  }
}

class URL {
  #number;
  #searchParams;
  constructor(...args) {
    const told = args[0]?.[numbered];
    if (told === undefined) required(args, 1);
    const [number, query] = told || call('URL', text(args[0]), ...(args[1] === undefined ? [] : [text(args[1])]));
    this.#number = number;
    this.#searchParams = new URLSearchParams({[numbered]: query});
  }
  static canParse(...args) {
    required(args, 1);
    return call('URL.canParse', text(args[0]), ...(args[1] === undefined ? [] : [text(args[1])]));
  }
  static parse(...args) {
    required(args, 1);
    const told = call('URL.parse', text(args[0]), ...(args[1] === undefined ? [] : [text(args[1])]));
    return told && new URL({[numbered]: told});
  }
  get searchParams() { return this.#searchParams; }
  toString() { return call('URL.get toString', this.#number); }
  toJSON() { return call('URL.get toJSON', this.#number); }
  static {
    for (const name of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']) {
      Object.defineProperty(URL.prototype, name, {
        enumerable: true,
        configurable: true,
        get() { return call('URL.get ' + name, this.#number); },
        set: name === 'origin' ? undefined : function(value) { call('URL.set ' + name, this.#number, text(value)); },
      });
    }
  }
}

module.exports = {URL, URLSearchParams};
