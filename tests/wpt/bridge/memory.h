// Views of memory that both sides share.
#pragma once

#include <nodecpp/stream/web.h>
#include <nodecpp/typed_arrays.h>

#include "bridge.h"

namespace wpt {

// Whether both sides share memory at all: only then bytes are told as views.
bool sharesMemory();
ArrayBuffer memoryOf(const var& number);
// Returns the number of an ArrayBuffer, a new one when it has no twin yet.
double memoryNumber(const ArrayBuffer& buffer);
// What the JavaScript side must know of a Buffer, which it sees as a Uint8Array. That of a request is detached there
// when the request was answered.
var toldBytes(const Buffer& bytes, const stream::web::ReadableStreamBYOBRequest& request = {});

// Calls f with the view that the JavaScript side has told.
template <class F>
auto withView(const var& told, F&& f) {
  const String type = told["view"].toString();
  const ArrayBuffer memory = memoryOf(told["memory"]);
  const double offset = told["offset"].toNumber(), length = told["length"].toNumber();
  auto array = [&]<class V>(V*) { return f(V(memory, offset, length / V::BYTES_PER_ELEMENT)); };
  if (type == "Int8Array") return array(static_cast<Int8Array*>(nullptr));
  if (type == "Uint8ClampedArray") return array(static_cast<Uint8ClampedArray*>(nullptr));
  if (type == "Int16Array") return array(static_cast<Int16Array*>(nullptr));
  if (type == "Uint16Array") return array(static_cast<Uint16Array*>(nullptr));
  if (type == "Int32Array") return array(static_cast<Int32Array*>(nullptr));
  if (type == "Uint32Array") return array(static_cast<Uint32Array*>(nullptr));
  if (type == "Float16Array") return array(static_cast<Float16Array*>(nullptr));
  if (type == "Float32Array") return array(static_cast<Float32Array*>(nullptr));
  if (type == "Float64Array") return array(static_cast<Float64Array*>(nullptr));
  if (type == "BigInt64Array") return array(static_cast<BigInt64Array*>(nullptr));
  if (type == "BigUint64Array") return array(static_cast<BigUint64Array*>(nullptr));
  if (type == "DataView") return f(DataView(memory, offset, length));
  return array(static_cast<Uint8Array*>(nullptr));
}
// The other way round.
template <class V>
var toldView(const V& view, const String& type) {
  return var::object({{"view", type},
                      {"memory", memoryNumber(view.buffer())},
                      {"offset", double(view.byteOffset())},
                      {"length", double(view.byteLength())}});
}

}  // namespace wpt
