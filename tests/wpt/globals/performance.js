'use strict';
// performance and its observers of Node.cpp, as globals of JavaScript.
const {call, keep} = require('../bridge.js');
const values = require('../values.js');

const token = Symbol('made by the program');
const isObject = value => (typeof value === 'object' && value !== null) || typeof value === 'function';
const required = args => { if (!args.length) throw new TypeError('An argument is missing'); };
function number(value) {
  const made = Number(value);
  if (!Number.isFinite(made)) throw new TypeError('A time must be a finite number');
  return made;
}
const moment = value => (typeof value === 'number' ? number(value) : `${value}`);
const own = mark => { if (mark !== token) throw new TypeError('Illegal constructor'); };

class PerformanceEntry {
  #shown;
  constructor(mark, told) {
    own(mark);
    this.#shown = {...told, detail: values.valueOf(told.detail)};
  }
  get detail() { return this.#shown.detail; }
  toJSON() { return values.valueOf(call('PerformanceEntry.toJSON', this.#shown.number)); }
  static {
    for (const name of ['name', 'entryType', 'startTime', 'duration'])
      Object.defineProperty(PerformanceEntry.prototype, name, {enumerable: true, configurable: true, get() { return this.#shown[name]; }});
  }
}
class PerformanceMark extends PerformanceEntry {
  constructor(name, options = undefined) {
    if (name === token) super(token, options);
    else super(token, call('PerformanceMark', `${name}`, markOptions(options)));
  }
}
class PerformanceMeasure extends PerformanceEntry {}

const known = new Map();
function entry(told) {
  const {number, entryType} = told;
  if (!known.has(number)) known.set(number, new {mark: PerformanceMark, measure: PerformanceMeasure}[entryType](token, told));
  return known.get(number);
}
const entries = list => list.map(entry);
const byName = (args, ask) => {
  required(args);
  return entries(ask(`${args[0]}`, args[1] === undefined || args[1] === null ? '' : `${args[1]}`));
};
const byType = (args, ask) => {
  required(args);
  return entries(ask(`${args[0]}`));
};

function markOptions(options) {
  if (options === undefined || options === null) return {};
  if (!isObject(options)) throw new TypeError('The options must be an object');
  const told = {};
  if (options.detail !== undefined && options.detail !== null) told.detail = values.told(options.detail);
  if (options.startTime !== undefined) told.startTime = number(options.startTime);
  return told;
}

class Performance extends EventTarget {
  now() { return call('performance.now'); }
  get timeOrigin() { return call('performance.timeOrigin'); }
  toJSON() { return call('performance.toJSON'); }
  mark(...args) {
    required(args);
    return entry(call('performance.mark', `${args[0]}`, markOptions(args[1])));
  }
  measure(...args) {
    required(args);
    const [name, from, to] = args;
    const {detail, start, duration, end} = isObject(from) ? from : {};
    const none = from === undefined || from === null || isObject(from);
    if ([detail, start, duration, end].every(member => member === undefined))
      return entry(call('performance.measure', `${name}`, none ? null : moment(from), to === undefined ? null : moment(to)));
    if (to !== undefined) throw new TypeError('endMark must not be specified');
    if (start === undefined && end === undefined) throw new TypeError('One of start and end must be specified');
    const told = {start: start === undefined ? null : moment(start), end: end === undefined ? null : moment(end)};
    if (detail !== undefined && detail !== null) told.detail = values.told(detail);
    if (duration !== undefined) told.duration = number(duration);
    return entry(call('performance.measure by options', `${name}`, told));
  }
  getEntries() { return entries(call('performance.getEntries')); }
  getEntriesByName(...args) { return byName(args, (...told) => call('performance.getEntriesByName', ...told)); }
  getEntriesByType(...args) { return byType(args, (...told) => call('performance.getEntriesByType', ...told)); }
  clearMarks(name = undefined) { call('performance.clearMarks', ...(name === undefined ? [] : [`${name}`])); }
  clearMeasures(name = undefined) { call('performance.clearMeasures', ...(name === undefined ? [] : [`${name}`])); }
}

class PerformanceObserverEntryList {
  #number;
  constructor(mark, told) { own(mark); this.#number = told; }
  getEntries() { return entries(call('PerformanceObserverEntryList.getEntries', this.#number)); }
  getEntriesByName(...args) { return byName(args, (...told) => call('PerformanceObserverEntryList.getEntriesByName', this.#number, ...told)); }
  getEntriesByType(...args) { return byType(args, (...told) => call('PerformanceObserverEntryList.getEntriesByType', this.#number, ...told)); }
}

class PerformanceObserver {
  #number;
  constructor(callback) {
    if (typeof callback !== 'function') throw new TypeError('The callback must be a function');
    this.#number = call('PerformanceObserver', keep(list => {
      Reflect.apply(callback, this, [new PerformanceObserverEntryList(token, list), this]);
    }));
  }
  static #supported = null;
  static get supportedEntryTypes() { return PerformanceObserver.#supported ??= Object.freeze(call('PerformanceObserver.supportedEntryTypes')); }
  observe(options = {}) {
    const {entryTypes, type, buffered} = options;
    const told = {buffered: Boolean(buffered)};
    if (entryTypes !== undefined && !isObject(entryTypes)) throw new TypeError('The types must be a list');
    if (entryTypes !== undefined) told.entryTypes = [...entryTypes].map(String);
    if (type !== undefined) told.type = `${type}`;
    call('PerformanceObserver.observe', this.#number, told);
  }
  disconnect() { call('PerformanceObserver.disconnect', this.#number); }
  takeRecords() { return entries(call('PerformanceObserver.takeRecords', this.#number)); }
}

for (const type of [Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList])
  Object.defineProperty(type.prototype, Symbol.toStringTag, {value: type.name, configurable: true});
module.exports = {performance: new Performance(), Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver,
  PerformanceObserverEntryList};
