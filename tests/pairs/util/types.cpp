#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/typed_arrays/data_view.h>
#include <nodecpp/util/types.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  namespace types = util::types;
  var values = var::object({
    {"undefined", undefined}, {"null", nullptr}, {"boolean", true}, {"number", 1}, {"text", "x"}, {"array", var::array({1})}, {"object", var::object()}, {"function", [] {}}, {"date", Date(0)}, {"regexp", re("a")},
    {"error", Error("x")}, {"promise", Promise<int>::resolve(1)}, {"typeError", TypeError("y")}, {"map", Map<var, var>()}, {"set", Set<var>()}, {"buffer", Buffer::from("x")}, {"arrayBuffer", ArrayBuffer(2)},
    {"int8", Int8Array(1)}, {"uint8", Uint8Array(1)}, {"clamped", Uint8ClampedArray(1)}, {"int16", Int16Array(1)}, {"uint16", Uint16Array(1)}, {"int32", Int32Array(1)},
    {"uint32", Uint32Array(1)}, {"float32", Float32Array(1)}, {"float64", Float64Array(1)}, {"big", BigInt64Array(1)}, {"bigU", BigUint64Array(1)}, {"view", DataView(ArrayBuffer(1))},
  });
  Array<std::pair<String, bool (*)(const var&)>> checks = {
    {"isDate", types::isDate}, {"isRegExp", types::isRegExp}, {"isNativeError", types::isNativeError}, {"isPromise", types::isPromise}, {"isMap", types::isMap}, {"isSet", types::isSet}, {"isArrayBuffer", types::isArrayBuffer}, {"isArrayBufferView", types::isArrayBufferView}, {"isTypedArray", types::isTypedArray}, {"isDataView", types::isDataView}, {"isInt8Array", types::isInt8Array}, {"isUint8Array", types::isUint8Array},
    {"isUint8ClampedArray", types::isUint8ClampedArray}, {"isInt16Array", types::isInt16Array}, {"isUint16Array", types::isUint16Array}, {"isInt32Array", types::isInt32Array}, {"isUint32Array", types::isUint32Array}, {"isFloat16Array", types::isFloat16Array}, {"isFloat32Array", types::isFloat32Array}, {"isFloat64Array", types::isFloat64Array}, {"isBigInt64Array", types::isBigInt64Array}, {"isBigUint64Array", types::isBigUint64Array},
  };
  for (auto [name, value] : values.entries()) {
    Array<String> found;
    for (auto [check, is] : checks)
      if (is(value)) found.push(check);
    console::log(name, found.join(" "));
  }
}); }
