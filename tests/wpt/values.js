'use strict';
// Values of JavaScript for a var of the program, and the other way round. Texts, booleans and null are themselves; all
// else is an object with a tag, and an object that is met again is {r: its number}.
const {shareMemory} = require('./bridge.js');

const memory = shareMemory();
// What other files of globals/ know: {kind, is(object), tell(object), make(told)}.
const kinds = [];

function told(value, seen = new Map()) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return {u: true};
  if (typeof value === 'number') return {n: Object.is(value, -0) ? '-0' : `${value}`};
  if (typeof value === 'bigint') return {i: `${value}`};
  if (typeof value === 'function' || typeof value === 'symbol') return {f: true};
  if (seen.has(value)) return {r: seen.get(value)};
  const o = seen.size;
  seen.set(value, o);
  const further = each => told(each, seen);
  const made = kind => ({o, kind, entries: Object.keys(value).map(key => [key, further(value[key])])});
  const known = kinds.find(kind => kind.is(value));
  if (known) return {o, kind: known.kind, value: known.tell(value)};
  if (ArrayBuffer.isView(value)) return {o, kind: 'view', buffer: further(value.buffer), value: memory.toldView(value)};
  switch (Object.prototype.toString.call(value).slice(8, -1)) {
    case 'Array': return {...made('array'), length: value.length};
    case 'Date': return {o, kind: 'date', value: `${Number(value)}`};
    case 'RegExp': return {o, kind: 'regexp', value: [value.source, value.flags]};
    case 'Map': return {o, kind: 'map', entries: [...value].map(pair => pair.map(further))};
    case 'Set': return {o, kind: 'set', entries: [...value].map(further)};
    case 'Error': return {o, kind: 'error', value: [value.name, value.message]};
    case 'ArrayBuffer': return {o, kind: 'buffer', value: memory.numberOf(value)};
    case 'Boolean': case 'Number': case 'String': case 'BigInt': return {o, kind: 'primitive'};
    default: return made('object');
  }
}

const errors = {Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError};
function valueOf(told, seen = new Map()) {
  if (told === null || typeof told !== 'object') return told;
  if ('n' in told) return Number(told.n);
  if ('i' in told) return BigInt(told.i);
  if ('r' in told) return seen.get(told.r);
  if (!told.kind) return undefined;
  const further = each => valueOf(each, seen);
  const know = value => {
    seen.set(told.o, value);
    return value;
  };
  const known = kinds.find(({kind}) => kind === told.kind);
  if (known) return know(known.make(told.value));
  switch (told.kind) {
    case 'date': return know(new Date(Number(told.value)));
    case 'regexp': return know(new RegExp(...told.value));
    case 'error': return know(new (errors[told.value[0]] || Error)(told.value[1]));
    case 'buffer': return know(memory.buffers.get(told.value));
    case 'view': return know(memory.viewOf(told.value));
    case 'map': {
      const map = know(new Map());
      for (const pair of told.entries) map.set(...pair.map(further));
      return map;
    }
    case 'set': {
      const set = know(new Set());
      for (const each of told.entries) set.add(further(each));
      return set;
    }
    default: {
      const made = know(told.kind === 'array' ? new Array(told.length) : {});
      for (const [key, value] of told.entries) made[key] = further(value);
      return made;
    }
  }
}

module.exports = {kinds, told, valueOf};
