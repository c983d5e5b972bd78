// util.types, of values of every kind.
const {types} = require('util');
const values = {
  undefined, null: null, boolean: true, number: 1, text: 'x', array: [1], object: {}, function: () => {}, date: new Date(0), regexp: /a/,
  error: new Error('x'), promise: Promise.resolve(1), typeError: new TypeError('y'), map: new Map(), set: new Set(), buffer: Buffer.from('x'), arrayBuffer: new ArrayBuffer(2),
  int8: new Int8Array(1), uint8: new Uint8Array(1), clamped: new Uint8ClampedArray(1), int16: new Int16Array(1), uint16: new Uint16Array(1), int32: new Int32Array(1),
  uint32: new Uint32Array(1), float32: new Float32Array(1), float64: new Float64Array(1), big: new BigInt64Array(1), bigU: new BigUint64Array(1), view: new DataView(new ArrayBuffer(1)),
};
const checks = [
  'isDate', 'isRegExp', 'isNativeError', 'isPromise', 'isMap', 'isSet', 'isArrayBuffer', 'isArrayBufferView', 'isTypedArray', 'isDataView', 'isInt8Array', 'isUint8Array',
  'isUint8ClampedArray', 'isInt16Array', 'isUint16Array', 'isInt32Array', 'isUint32Array', 'isFloat16Array', 'isFloat32Array', 'isFloat64Array', 'isBigInt64Array', 'isBigUint64Array',
];
for (const [name, value] of Object.entries(values))
  console.log(name, checks.filter(check => types[check](value)).join(' '));
