'use strict';
// The types of the values that a case computes, as far as the C++ needs them. A type is {kind}, with `of` for the
// elements of a list or a set, and `key` and `of` for a map. `any` is a type that only the compiler knows, and null
// stands for a type that is not known yet.

class NotTried extends Error {}
const no = reason => { throw new NotTried(reason); };

const plain = kind => ({kind});
const num = plain('num');
const string = plain('String');
const bool = plain('bool');
const big = plain('BigInt');
const date = plain('Date');
const regexp = plain('RegExp');
const match = {kind: 'RegExpMatch', of: string};  // a match, or null
const groups = plain('groups');
const arrayBuffer = plain('ArrayBuffer');
const dataView = plain('DataView');
const typed = (name, of) => ({kind: 'Typed', name, of});  // Uint8Array of num, BigInt64Array of BigInt
const anything = plain('var');  // a value of any of the types above, and objects
const undefinedType = plain('undefined');
const nullType = plain('null');
const error = plain('error');
const any = plain('any');
const list = of => ({kind: 'Array', of});
const set = of => ({kind: 'Set', of});
const map = (key, of) => ({kind: 'Map', key, of});
const iterator = (from, method, of) => ({kind: 'iterator', from, method, of});
const result = of => ({kind: 'result', of, from: of});
const pair = (key, of) => ({kind: 'pair', key, of});
const func = node => ({kind: 'function', node});

function same(a, b) {
  if (!a || !b) return a === b;
  if (a.kind !== b.kind || a.node !== b.node || a.method !== b.method || a.name !== b.name) return false;
  return ['of', 'key', 'from'].every(part => (a[part] === undefined && b[part] === undefined) || same(a[part] ?? null, b[part] ?? null));
}

const canBeVar = type => !type || ['num', 'String', 'bool', 'var', 'undefined', 'null'].includes(type.kind);

// Returns the type that can hold both, or `any` when there is none.
function join(a, b) {
  if (!a || !b) return a || b;
  if (same(a, b)) return a;
  if (a.kind === 'any' || b.kind === 'any') return any;
  for (const [one, other] of [[a, b], [b, a]]) {
    if (other.kind === 'undefined' || other.kind === 'null') {
      if (one.kind === 'String') return string;
      if (other.kind === 'undefined' && ['Array', 'Map', 'Set'].includes(one.kind)) return one;
    }
  }
  for (const [one, other] of [[a, b], [b, a]])
    if (one.kind === 'RegExpMatch' && (other.kind === 'null' || (other.kind === 'Array' && ['String', undefined].includes(other.of?.kind)))) return match;
  if (a.kind === b.kind && a.kind === 'Array') return list(join(a.of, b.of));
  if (a.kind === b.kind && a.kind === 'Set') return set(join(a.of, b.of));
  if (a.kind === b.kind && a.kind === 'Map') return map(join(a.key, b.key), join(a.of, b.of));
  if (canBeVar(a) && canBeVar(b)) return anything;
  return any;
}

// Returns the type in C++. An element of unknown type is a var.
function cpp(type) {
  if (!type) return 'var';
  switch (type.kind) {
    case 'undefined': return 'Undefined';
    case 'null': return 'std::nullptr_t';
    case 'Typed': return type.name;
    case 'Array': case 'Set': return `${type.kind}<${cpp(type.of)}>`;
    case 'Map': return `Map<${cpp(type.key)}, ${cpp(type.of)}>`;
    case 'iterator': return `js::Made<${cpp(type.from)}, js::${type.method}>`;
    case 'result': return type.iterator ? `js::Made<${cpp(type.iterator)}, js::next>` : no('a type that only the compiler knows');
    case 'groups': return 'RegExpGroups<String>';
    case 'any': case 'function': case 'pair': case 'error': return no('values of types that do not go together');
    default: return type.kind;
  }
}
// Returns whether a variable of this type can be declared before it has a value.
function declarable(type) {
  try {
    cpp(type);
    return !!type && type.kind !== 'iterator';
  } catch {
    return false;
  }
}

module.exports = {NotTried, no, num, string, bool, big, date, regexp, match, groups, arrayBuffer, dataView, typed, anything, undefinedType, nullType, error, any, list, set, map, iterator,
  result, pair, func, same, join, cpp, canBeVar, declarable};
