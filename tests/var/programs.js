'use strict';
// Makes random programs over JavaScript's values: lists of statements, each a tree, over six variables. interpret()
// runs a program, and cases.cpp does the same on vars. Both leave out deliberate differences of Node.cpp (docs/var.md):
// keys of arrays that are not indexes, and functions as texts.

let state = 1;
const seed = from => { state = from >>> 0; };
function random(below) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % below;
}
const pick = list => list[random(list.length)];

const numbers = ['0', '-0', '1', '-1', '2', '3', '7', '1.5', '-2.5', '0.1', '1e21', '-1e21', '4294967295', '4294967296', '2147483648',
  '-2147483649', '9007199254740993', 'NaN', 'Infinity', '-Infinity', '1e-7', '255', '31', '33'];
const texts = ['', '0', '1', '12', '-3', ' 7 ', '0x1f', '1e3', 'a', 'abc', 'abcabc', 'ß', 'é', 'ł€', '😀x', 'x,y,z', 'NaN', 'length', 'b',
  'a text that does not stand in its variable', 'true', 'Infinity', '1.50', '-0', '\ud83d'];
// Half of a surrogate pair is not found inside a whole pair (docs/base.md).
const whole = texts.filter(text => text.isWellFormed());
const keys = ['a', 'b', 'c', 'n', 'list', 'key with blanks', '0', '1', '2', 'é', 'a long key that does not stand in its String'];
const variables = 6;

const binary = ['+', '+', '+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>', '==', '!=', '===', '!==', '<', '>', '<=', '>=',
  '&&', '||', '??'];
const unary = ['-', '+', '~', '!', 'typeof', 'String', 'Number', 'Boolean', 'isArray'];
// Methods with the kinds of their arguments: x is any value, i a small index, t a text, p a function of one argument
// that is called at once, c a comparison function, r a function of two arguments.
const methods = {
  push: 'x', pop: '', shift: '', unshift: 'x', slice: 'ii', splice: 'iix', concat: 'x', join: 't', reverse: '', indexOf: 'x',
  includes: 'x', at: 'i', map: 'p', filter: 'p', some: 'p', every: 'p', find: 'p', findIndex: 'p', forEach: 'p', reduce: 'rx',
  sort: 'c', fill: 'xii', lastIndexOf: 'x', flat: '', findLast: 'p', findLastIndex: 'p', reduceRight: 'rx', toReversed: '',
  toSorted: 'c', with: 'ix', flatMap: 'p',
  charAt: 'i', charCodeAt: 'i', codePointAt: 'i', substring: 'ii', substr: 'ii', split: 't', toUpperCase: '', toLowerCase: '', trim: '',
  padStart: 'it', padEnd: 'it', repeat: 'i', startsWith: 't', endsWith: 't', replace: 'tt', replaceAll: 'tt', trimEnd: '', trimStart: '',
  toFixed: 'i', toString: '',
};

function expression(depth) {
  switch (random(depth > 0 ? 16 : 5)) {
    case 0: case 1: return ['var', random(variables)];
    case 2: return ['number', pick(numbers)];
    case 3: return ['text', pick(texts)];
    case 4: return ['word', pick(['true', 'false', 'null', 'undefined'])];
    case 5: case 6: case 7: return ['binary', pick(binary), expression(depth - 1), expression(depth - 1)];
    case 8: return ['unary', pick(unary), expression(depth - 1)];
    case 9: return ['get', expression(depth - 1), key(depth - 1)];
    case 10: return ['array', ...Array.from({length: random(5)}, () => expression(depth - 1))];
    case 11: return ['object', ...Array.from({length: random(5)}, () => [pick(keys), expression(depth - 1)])];
    case 12: return ['?', expression(depth - 1), expression(depth - 1), expression(depth - 1)];
    case 13: case 14: return method(depth);
    default: return pick([
      () => ['has', key(depth - 1), expression(depth - 1)],
      () => ['hasOwn', expression(depth - 1), key(depth - 1)],
      () => ['keys', expression(depth - 1)],
      () => ['values', expression(depth - 1)],
      () => ['entries', expression(depth - 1)],
      () => ['assign', expression(depth - 1), expression(depth - 1)],
      () => ['create', expression(depth - 1)],
      () => ['freeze', expression(depth - 1)],
      () => ['isFrozen', expression(depth - 1)],
      () => ['clone', expression(depth - 1)],
      () => ['json', expression(depth - 1)],
      () => ['function', expression(depth - 1)],
      () => ['call', expression(depth - 1), expression(depth - 1)],
      () => ['callOn', expression(depth - 1), pick(keys), expression(depth - 1)],
      () => ['new', expression(depth - 1), expression(depth - 1)],
      () => ['of', expression(depth - 1)],
    ])();
  }
}
const key = depth => (random(4) ? ['text', pick(keys)] : random(2) ? ['number', pick(['0', '1', '2', '3', '-1'])] : expression(depth - 1));
function method(depth) {
  const name = pick(Object.keys(methods));
  const args = [...methods[name]].map(kind => {
    switch (kind) {
      case 'i': return ['number', pick(['0', '1', '2', '-1', '-2', '5', '9'])];
      case 't': return ['text', pick(whole)];
      case 'p': case 'r': case 'c': return ['plain', expression(depth - 2)];
      default: return expression(depth - 1);
    }
  });
  return ['method', name, expression(depth - 1), ...args];
}
function statement() {
  switch (random(9)) {
    case 0: case 1: case 2: return ['let', random(variables), expression(3)];
    case 3: case 4: return ['set', expression(1), key(1), expression(2)];
    case 5: return ['change', pick(['+', '-', '*', '%', '|']), expression(1), key(1), expression(2)];
    case 6: return ['add', random(variables), expression(2)];
    case 7: return ['delete', expression(1), key(1)];
    default: return ['let', random(variables), expression(4)];
  }
}
const program = () => Array.from({length: 6 + random(14)}, statement);

// Thrown for operations that would not end, or that differ by design.
class Left extends Error {}

const isIndex = k => typeof k === 'number' ? k >= 0 && k < 50 && Number.isInteger(k) : typeof k === 'string' && /^(0|[1-9]\d?)$/.test(k) && +k < 50;
function interpret(statements) {
  const values = Array(variables).fill(undefined);
  let budget = 4000;
  const spend = n => { if ((budget -= n) < 0) throw new Left('budget'); };
  const name = k => (typeof k === 'symbol' ? k : isPrimitive(k) ? k : String(k));
  const isPrimitive = v => v === null || (typeof v !== 'object' && typeof v !== 'function');
  const textOf = v => {  // functions have other texts in C++
    if (holdsFunction(v, new Set())) throw new Left('function');
    return v;
  };
  const holdsFunction = (v, seen) => {
    if (typeof v === 'function') return true;
    if (isPrimitive(v) || !Array.isArray(v) || seen.has(v)) return false;
    seen.add(v);
    return v.some(each => holdsFunction(each, seen));
  };
  const guard = (o, k) => {
    if (!isPrimitive(k)) textOf(k);
    if (Array.isArray(o) && !isIndex(k)) throw new Left('key');
    if (typeof o === 'string' && !isIndex(k) && k !== 'length') throw new Left('key');
    if (typeof o === 'function' || typeof o === 'number' || typeof o === 'boolean') throw new Left('key');
    if (!isPrimitive(o) && !Array.isArray(o) && ['toString', 'valueOf', 'constructor', 'hasOwnProperty'].includes(String(k))) throw new Left('key');
  };
  const run = (node, args) => {
    spend(1);
    const at = i => run(node[i], args);
    switch (node[0]) {
      case 'var': return args && node[1] < args.length ? args[node[1]] : values[node[1]];
      case 'number': return Number(node[1]);
      case 'text': return node[1];
      case 'word': return {true: true, false: false, null: null, undefined: undefined}[node[1]];
      case 'binary': return operate(node[1], at(2), () => at(3));
      case 'unary': {
        const v = at(2);
        switch (node[1]) {
          case '-': return -textOf(v);
          case '+': return +textOf(v);
          case '~': return ~textOf(v);
          case '!': return !v;
          case 'typeof': return typeof v;
          case 'String': return String(textOf(v));
          case 'Number': return Number(textOf(v));
          case 'Boolean': return Boolean(v);
          default: return Array.isArray(v);
        }
      }
      case 'get': {
        const o = at(1), k = at(2);
        if (o !== null && o !== undefined) guard(o, k);
        return o[name(k)];
      }
      case 'array': {
        const out = [];
        for (let i = 1; i < node.length; i++) out.push(at(i));
        return out;
      }
      case 'object': {
        const out = {};
        for (let i = 1; i < node.length; i++) out[node[i][0]] = run(node[i][1], args);
        return out;
      }
      case '?': return at(1) ? at(2) : at(3);
      case 'method': return call(node, at, args);
      case 'has': {
        const k = at(1), o = at(2);
        if (!isPrimitive(o)) guard(o, k);
        else textOf(k);
        return name(k) in o;
      }
      case 'hasOwn': {
        const o = at(1), k = at(2);
        if (o !== null && o !== undefined) guard(o, k);
        return Object.hasOwn(o, name(k));
      }
      case 'keys': return Object.keys(at(1));
      case 'values': return Object.values(at(1));
      case 'entries': return Object.entries(at(1));
      case 'assign': {
        const to = at(1), from = at(2);
        if (isPrimitive(to) || Array.isArray(to) || typeof to === 'function') throw new Left('assign');
        return Object.assign(to, from);
      }
      case 'create': {
        const o = at(1);
        if (typeof o === 'function' || Array.isArray(o) || (isPrimitive(o) && o !== null)) throw new Left('create');
        return Object.create(o);
      }
      case 'freeze': {
        const o = at(1);
        return typeof o === 'function' ? o : Object.freeze(o);
      }
      case 'isFrozen': {
        const o = at(1);
        return typeof o === 'function' ? false : Object.isFrozen(o);
      }
      case 'clone': {
        const o = at(1);
        return holdsAnyFunction(o, new Set()) ? undefined : structuredClone(o);
      }
      case 'json': {
        const text = JSON.stringify(at(1));
        if (text !== undefined) spend(text.length / 10);
        return text;
      }
      case 'function': {
        const body = node[1];
        return function (...given) { return run(body, given); };
      }
      case 'call': {
        const f = at(1), x = at(2);
        if (typeof f !== 'function') throw new TypeError('not a function');
        spend(20);
        return f(x, 1);
      }
      case 'callOn': {
        const o = at(1), x = at(3);
        if (o === null || o === undefined || isPrimitive(o) || Array.isArray(o) || typeof o === 'function') throw new Left('callOn');
        if (typeof o[node[2]] !== 'function') throw new TypeError('not a function');
        spend(20);
        return o[node[2]](x);
      }
      case 'new': {
        const f = at(1), x = at(2);
        if (typeof f !== 'function') throw new TypeError('not a constructor');
        spend(20);
        const made = new f(x);
        return isPrimitive(made) || made.constructor !== f ? made : {made: made instanceof f};
      }
      case 'of': {
        const o = at(1);
        if (typeof o === 'string' || typeof o === 'function') throw new Left('of');
        const out = [];
        for (const each of o) {
          spend(1);
          out.push(each);
        }
        return out;
      }
    }
    throw new Error(`what is ${node[0]}?`);
  };
  const holdsAnyFunction = (v, seen) => {
    if (typeof v === 'function') return true;
    if (isPrimitive(v) || seen.has(v)) return false;
    seen.add(v);
    return Object.values(v).some(each => holdsAnyFunction(each, seen));
  };
  const operate = (operator, a, second) => {
    if (operator === '&&') return a && second();
    if (operator === '||') return a || second();
    if (operator === '??') return a ?? second();
    const b = second();
    if (operator === '===') return a === b;
    if (operator === '!==') return a !== b;
    textOf(a), textOf(b);
    switch (operator) {
      case '+': {
        const sum = a + b;
        if (typeof sum === 'string') spend(sum.length / 10);
        return sum;
      }
      case '-': return a - b;
      case '*': return a * b;
      case '/': return a / b;
      case '%': return a % b;
      case '&': return a & b;
      case '|': return a | b;
      case '^': return a ^ b;
      case '<<': return a << b;
      case '>>': return a >> b;
      case '>>>': return a >>> b;
      case '==': return a == b;
      case '!=': return a != b;
      case '<': return a < b;
      case '>': return a > b;
      case '<=': return a <= b;
      default: return a >= b;
    }
  };
  const call = (node, at, args) => {
    const method = node[1], self = at(2);
    const kinds = methods[method];
    const given = [];
    for (let i = 0; i < kinds.length; i++) {
      if (!'prc'.includes(kinds[i])) {
        given.push(at(i + 3));
        continue;
      }
      const body = node[i + 3][1];
      given.push(kinds[i] === 'c' ? (a, b) => { const n = Number(textOf(run(body, [a, b]))); return n; } : (a, b) => { spend(5); return run(body, [a, b]); });
    }
    if (self === null || self === undefined) throw new TypeError('of nothing');
    const isArray = Array.isArray(self);
    if (!isArray && typeof self !== 'string' && typeof self !== 'number') throw new Left('method');
    if (typeof self[method] !== 'function') throw new TypeError('not a function');
    if (isArray) {
      spend(self.length);
      if (['join', 'toString'].includes(method) || (method.endsWith('ort') || method === 'toSorted')) textOf(self);
      // the number of calls of a comparison function is not specified
      if (method === 'sort' || method === 'toSorted') given.length = 0;
      if (method === 'toString') throw new Left('method');
    } else if (typeof self === 'string') {
      spend(self.length / 10);
      for (const each of given) if (!isPrimitive(each)) textOf(each);
      if (['at', 'concat', 'slice', 'indexOf', 'includes', 'lastIndexOf', 'with'].includes(method) && given.some(each => !['number', 'string'].includes(typeof each))) throw new Left('method');
      if (method === 'repeat' && given[0] > 5) throw new Left('method');
    } else if (method === 'toFixed' && Math.abs(self) >= 1e21) {
      throw new Left('method');
    }
    return self[method](...given);
  };

  const out = [];
  for (const node of statements) {
    try {
      switch (node[0]) {
        case 'let': values[node[1]] = run(node[2]); break;
        case 'set': {
          const o = run(node[1]), k = run(node[2]), v = run(node[3]);
          if (o === null || o === undefined) throw new TypeError('of nothing');
          guard(o, k);
          if (isPrimitive(o)) throw new Left('set');
          o[name(k)] = v;
          break;
        }
        case 'change': {
          const o = run(node[2]), k = run(node[3]), v = run(node[4]);
          if (o === null || o === undefined) throw new TypeError('of nothing');
          guard(o, k);
          if (isPrimitive(o)) throw new Left('set');
          o[name(k)] = operate(node[1], o[name(k)], () => v);
          break;
        }
        case 'add': {
          const v = run(node[2]);
          values[node[1]] = operate('+', values[node[1]], () => v);
          break;
        }
        default: {
          const o = run(node[1]), k = run(node[2]);
          if (o === null || o === undefined) throw new TypeError('of nothing');
          guard(o, k);
          if (isPrimitive(o)) throw new Left('set');
          delete o[name(k)];
        }
      }
    } catch (error) {
      if (error instanceof Left && error.message === 'budget') return 'too long';
      out.push(error instanceof Left ? 'left' : error.name + (/not a|not iterable|of nothing|circular structure|function/.test(error.message) ? '' : ': ' + error.message));
      if (error instanceof RangeError && /call stack/.test(error.message)) return 'too deep';
    }
  }
  return out.join('|') + '\n' + values.map(v => dump(v)).join('\n');
}

// Shows a value completely. A reference to a value that is being shown is shown as the depth of that value.
function dump(value) {
  const open = [];
  let size = 0;
  const show = v => {
    if (++size > 2000) return '…';
    if (typeof v === 'string') return JSON.stringify(v);
    if (typeof v === 'function') return 'function';
    if (v === null || typeof v !== 'object') return Object.is(v, -0) ? '-0' : String(v);
    const depth = open.indexOf(v);
    if (depth >= 0) return `^${depth}`;
    open.push(v);
    const inside = Array.isArray(v) ? Array.from({length: v.length}, (_, i) => (i in v ? show(v[i]) : 'hole'))
      : Object.keys(v).map(k => `${JSON.stringify(k)}:${show(v[k])}`);
    open.pop();
    return (Array.isArray(v) ? '[' : '{') + inside.join() + (Object.isFrozen(v) ? ' frozen' : '') + (Array.isArray(v) ? ']' : '}');
  };
  return show(value);
}

module.exports = {seed, program, interpret, methods};
