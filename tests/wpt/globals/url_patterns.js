'use strict';
// URLPattern of Node.cpp, as a global of JavaScript.
const {call} = require('../bridge.js');

const parts = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
// A text or the members of an object.
function input(value) {
  if (typeof value !== 'object' || value === null) return `${value}`;
  return Object.fromEntries([...parts, 'baseURL'].filter(part => value[part] !== undefined).map(part => [part, `${value[part]}`]));
}
const inputs = args => {
  if (typeof args[0] === 'object' && args[1] !== undefined) throw new TypeError('An object has a base URL of its own');
  return [args.length ? input(args[0]) : {}, args[1] === undefined ? null : `${args[1]}`];
};

class URLPattern {
  #number;
  constructor(...args) {
    const base = typeof args[1] === 'object' || args[1] === undefined ? [] : [args[1]];
    const options = args[1 + base.length];
    this.#number = call('URLPattern', ...inputs([...args.slice(0, 1), ...base]), Boolean(options?.ignoreCase));
  }
  test(...args) { return call('URLPattern.test', this.#number, ...inputs(args)); }
  exec(...args) {
    const match = call('URLPattern.exec', this.#number, ...inputs(args));
    if (!match) return null;
    for (const part of parts) {
      const {groups} = match[part];
      for (const name of Object.keys(groups)) groups[name] ??= undefined;
    }
    return match;
  }
  get hasRegExpGroups() { return call('URLPattern.get', this.#number, 'hasRegExpGroups'); }
  static {
    for (const part of parts)
      Object.defineProperty(URLPattern.prototype, part, {enumerable: true, get() { return call('URLPattern.get', this.#number, part); }});
  }
}

module.exports = {URLPattern};
