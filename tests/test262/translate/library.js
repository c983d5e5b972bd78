'use strict';
// The methods of String, Array, Map, Set, Number, Date and typed arrays that test262's cases may call, with the
// parameters and the result of each. A parameter is
//   s  a text            i  a number         e  an element       k  a key       f  a function      l  a list or an element
//   r  a text or a function   n  a value that becomes an element of a typed array   t  a list or a typed array
//   B  a BigInt          b  a truth value
// A mark after the letter means: ? the argument may be left out, and undefined becomes NaN or "undefined"; ! it may be
// left out, and undefined means the same as leaving it out; * any number of arguments. Where JavaScript converts
// implicitly, a port converts by name: str(x), num(x).
const t = require('./types.js');
const {num, string, bool, anything, list, iterator, pair} = t;

const text = (...parameters) => ({parameters, gives: () => string});
const number = (...parameters) => ({parameters, gives: () => num});
const truth = (...parameters) => ({parameters, gives: () => bool});

const stringMethods = {
  at: text('i'), charAt: text('i'), charCodeAt: {...number('i'), through: 'js::unit'},
  codePointAt: {...number('i'), through: 'js::unit'},
  concat: text('x*'), endsWith: truth('s', 'i!'), includes: truth('s', 'i?'), indexOf: number('s', 'i?'),
  lastIndexOf: {...number('s', 'i?'), nan: 'Infinity'}, localeCompare: number('s'), normalize: text('s!'),
  padStart: text('i', 's!'), padEnd: text('i', 's!'), repeat: text('i'), replace: text('s', 'r'), replaceAll: text('s', 'r'),
  slice: text('i?', 'i!'), split: {parameters: ['s', 'i!'], gives: () => list(string)}, startsWith: truth('s', 'i?'),
  substring: text('i', 'i!'), substr: text('i', 'i!'), toLowerCase: text(), toUpperCase: text(), toLocaleLowerCase: text(),
  toLocaleUpperCase: text(), trim: text(), trimStart: text(), trimEnd: text(), toString: text(), valueOf: text(),
  isWellFormed: truth(), toWellFormed: text(),
};

const self = type => type;
const element = type => type.of;
// The arguments with which a function is called: (element, index, list).
const onElement = type => [type.of, num, type];
const arrayMethods = {
  push: number('e*'), pop: {parameters: [], gives: element}, shift: {parameters: [], gives: element}, unshift: number('e*'),
  slice: {parameters: ['i?', 'i!'], gives: self}, splice: {parameters: ['i?', 'i?', 'e*'], gives: self},
  concat: {parameters: ['l*'], gives: self}, reverse: {parameters: [], gives: self},
  fill: {parameters: ['e', 'i?', 'i!'], gives: self}, copyWithin: {parameters: ['i', 'i', 'i!'], gives: self},
  sort: {parameters: ['f!'], gives: self, calls: type => [type.of, type.of]},
  indexOf: number('k', 'i?'), lastIndexOf: number('k', 'i?'), includes: truth('k', 'i?'),
  forEach: {parameters: ['f'], gives: () => t.undefinedType, calls: onElement},
  map: {parameters: ['f'], gives: (type, returned) => list(returned), calls: onElement},
  filter: {parameters: ['f'], gives: self, calls: onElement},
  find: {parameters: ['f'], gives: element, calls: onElement}, findIndex: {...number('f'), calls: onElement},
  findLast: {parameters: ['f'], gives: element, calls: onElement}, findLastIndex: {...number('f'), calls: onElement},
  some: {...truth('f'), calls: onElement}, every: {...truth('f'), calls: onElement},
  join: text('s!'), toString: text(),
  keys: {parameters: [], gives: type => iterator(type, 'keys', num)},
  values: {parameters: [], gives: type => iterator(type, 'values', type.of)},
  entries: {parameters: [], gives: type => iterator(type, 'entries', pair(num, type.of))},
};

const typedMethods = {
  slice: {parameters: ['i?', 'i!'], gives: self}, subarray: {parameters: ['i?', 'i!'], gives: self},
  reverse: {parameters: [], gives: self}, fill: {parameters: ['n', 'i?', 'i!'], gives: self},
  copyWithin: {parameters: ['i', 'i?', 'i!'], gives: self}, set: {parameters: ['t', 'i?'], gives: () => t.undefinedType},
  sort: {parameters: ['f!'], gives: self, calls: type => [type.of, type.of]},
  indexOf: number('k', 'i?'), lastIndexOf: number('k', 'i?'), includes: truth('k', 'i?'),
  forEach: {parameters: ['f'], gives: () => t.undefinedType, calls: onElement},
  map: {parameters: ['f'], gives: self, calls: onElement}, filter: {parameters: ['f'], gives: self, calls: onElement},
  find: {parameters: ['f'], gives: element, calls: onElement}, findIndex: {...number('f'), calls: onElement},
  some: {...truth('f'), calls: onElement}, every: {...truth('f'), calls: onElement},
  join: text('s!'), toString: text(),
  keys: {parameters: [], gives: type => iterator(type, 'keys', num)},
  values: {parameters: [], gives: type => iterator(type, 'values', type.of)},
  entries: {parameters: [], gives: type => iterator(type, 'entries', pair(num, type.of))},
};
const arrayBufferMethods = {slice: {parameters: ['i?', 'i!'], gives: self}};
const dataViewMethods = {};
for (const name of ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64']) {
  dataViewMethods[`get${name}`] = number('i', 'b!');
  dataViewMethods[`set${name}`] = {parameters: ['i', 'i', 'b!'], gives: () => t.undefinedType};
}
for (const name of ['BigInt64', 'BigUint64']) {
  dataViewMethods[`get${name}`] = {parameters: ['i', 'b!'], gives: () => t.big};
  dataViewMethods[`set${name}`] = {parameters: ['i', 'B', 'b!'], gives: () => t.undefinedType};
}

const mapMethods = {
  get: {parameters: ['k'], gives: element}, has: truth('k'), delete: {...truth('k'), name: 'delete_'},
  set: {parameters: ['k', 'v'], gives: self}, clear: {parameters: [], gives: () => t.undefinedType},
  forEach: {parameters: ['f'], gives: () => t.undefinedType, calls: type => [type.of, type.key, type]},
  keys: {parameters: [], gives: type => iterator(type, 'keys', type.key)},
  values: {parameters: [], gives: type => iterator(type, 'values', type.of)},
  entries: {parameters: [], gives: type => iterator(type, 'entries', pair(type.key, type.of))},
};
const setMethods = {
  add: {parameters: ['k'], gives: self}, has: truth('k'), delete: {...truth('k'), name: 'delete_'},
  clear: {parameters: [], gives: () => t.undefinedType},
  forEach: {parameters: ['f'], gives: () => t.undefinedType, calls: type => [type.of, type.of, type]},
  keys: {parameters: [], gives: type => iterator(type, 'keys', type.of)},
  values: {parameters: [], gives: type => iterator(type, 'values', type.of)},
  entries: {parameters: [], gives: type => iterator(type, 'entries', pair(type.of, type.of))},
};
const numberMethods = {
  toString: text('i!'), toFixed: text('i?'), toPrecision: text('i!'), toExponential: text('i!'), valueOf: number(),
};
const boolMethods = {toString: {...text(), code: value => `str(${value})`}, valueOf: {...truth(), code: value => value}};
const iteratorMethods = {next: {parameters: [], gives: type => ({kind: 'result', of: type.of, iterator: type})}};

const bigMethods = {toString: text('i!'), valueOf: {...truth(), gives: self, code: value => value}};

// undefined as an argument makes a date invalid, but an argument that is left out keeps that part.
const dateMethods = {
  getTime: number(), valueOf: number(), getTimezoneOffset: number(), getYear: number(), setTime: number('i'), setYear: number('i'),
  toString: text(), toDateString: text(), toTimeString: text(), toUTCString: text(), toGMTString: text(), toISOString: text(), toJSON: text(),
};
const settable = {FullYear: 3, Month: 2, Date: 1, Hours: 4, Minutes: 3, Seconds: 2, Milliseconds: 1};
for (const of of ['', 'UTC']) {
  dateMethods[`get${of}Day`] = number();
  for (const [part, count] of Object.entries(settable)) {
    dateMethods[`get${of}${part}`] = number();
    dateMethods[`set${of}${part}`] = number('i', ...Array(count - 1).fill('i?'));
  }
}

const patternMethods = {exec: {parameters: ['x'], gives: () => t.match}, test: truth('x'), toString: text()};
const matchMethods = {join: text('s!'), toString: text()};

const methods = {Typed: typedMethods, ArrayBuffer: arrayBufferMethods, DataView: dataViewMethods, RegExp: patternMethods, RegExpMatch: matchMethods, BigInt: bigMethods, Date: dateMethods, String: stringMethods, Array: arrayMethods, Map: mapMethods, Set: setMethods, num: numberMethods, bool: boolMethods,
  iterator: iteratorMethods};

// The functions of Math by their number of arguments. -1 means any number.
const math = {};
for (const name of ['abs', 'ceil', 'floor', 'trunc', 'round', 'sign', 'sqrt', 'cbrt', 'exp', 'expm1', 'log', 'log1p', 'log2', 'log10',
  'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'clz32', 'fround']) math[name] = 1;
Object.assign(math, {pow: 2, atan2: 2, imul: 2, min: -1, max: -1, hypot: -1, random: 0});

const mathConstants = ['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'];
const numberConstants = ['EPSILON', 'MAX_SAFE_INTEGER', 'MIN_SAFE_INTEGER', 'MAX_VALUE', 'MIN_VALUE', 'NaN', 'POSITIVE_INFINITY',
  'NEGATIVE_INFINITY'];
const uri = ['encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent', 'escape', 'unescape'];
const errors = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'URIError', 'EvalError'];

module.exports = {methods, math, mathConstants, numberConstants, uri, errors};
