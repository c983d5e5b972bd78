// util.types: what a var holds. https://nodejs.org/docs/latest-v24.x/api/util.html#utiltypes
//
// The type of any other variable is known to the compiler. A Map and a Set are known when their keys and values are
// vars.
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/error.h>
#include <nodecpp/map.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/var.h>

namespace nodecpp::detail {

// Whether a var holds a typed array, a DataView or a Buffer of one of these kinds.
inline bool holdsView(const var& value, ElementKind from, ElementKind to) {
  const ViewBase* view = value.viewRef();
  if (!view) return value.isBuffer() && from <= ElementKind::uint8 && ElementKind::uint8 <= to;
  const ElementKind kind = ViewAccess::body(*view)->kind;
  return from <= kind && kind <= to;
}
inline bool holdsView(const var& value, ElementKind kind) { return holdsView(value, kind, kind); }

}  // namespace nodecpp::detail

namespace nodecpp::util::types {

using nodecpp::detail::ElementKind, nodecpp::detail::holdsView;

inline bool isDate(const var& value) { return value.kind() == var::Kind::date; }
inline bool isRegExp(const var& value) { return value.is<RegExp>(); }
inline bool isNativeError(const var& value) { return value.is<Error>(); }
inline bool isPromise(const var& value) { return value.promiseRef().state; }
inline bool isMap(const var& value) { return value.is<Map<var, var>>(); }
inline bool isSet(const var& value) { return value.is<Set<var>>(); }
inline bool isArrayBuffer(const var& value) { return value.arrayBufferRef() != nullptr; }
// Returns whether the value is a typed array, a DataView or a Buffer.
inline bool isArrayBufferView(const var& value) { return holdsView(value, ElementKind::int8, ElementKind::dataView); }
inline bool isTypedArray(const var& value) { return holdsView(value, ElementKind::int8, ElementKind::bigUint64); }
inline bool isDataView(const var& value) { return holdsView(value, ElementKind::dataView); }
inline bool isInt8Array(const var& value) { return holdsView(value, ElementKind::int8); }
// A Buffer is a Uint8Array, as in Node.
inline bool isUint8Array(const var& value) { return holdsView(value, ElementKind::uint8); }
inline bool isUint8ClampedArray(const var& value) { return holdsView(value, ElementKind::uint8Clamped); }
inline bool isInt16Array(const var& value) { return holdsView(value, ElementKind::int16); }
inline bool isUint16Array(const var& value) { return holdsView(value, ElementKind::uint16); }
inline bool isInt32Array(const var& value) { return holdsView(value, ElementKind::int32); }
inline bool isUint32Array(const var& value) { return holdsView(value, ElementKind::uint32); }
inline bool isFloat16Array(const var& value) { return holdsView(value, ElementKind::float16); }
inline bool isFloat32Array(const var& value) { return holdsView(value, ElementKind::float32); }
inline bool isFloat64Array(const var& value) { return holdsView(value, ElementKind::float64); }
inline bool isBigInt64Array(const var& value) { return holdsView(value, ElementKind::bigInt64); }
inline bool isBigUint64Array(const var& value) { return holdsView(value, ElementKind::bigUint64); }

}  // namespace nodecpp::util::types
