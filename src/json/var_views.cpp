// Typed arrays, DataViews and ArrayBuffers that a var holds: their properties, and their functions that are called by
// name.
#include <nodecpp/array_buffer.h>
#include <nodecpp/error.h>
#include <nodecpp/symbol.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/var.h>

#include "json/clone/clone.h"

namespace nodecpp {

namespace detail {

constinit const VarBoxType* bigArrayTypes[2] = {nullptr, nullptr};

}  // namespace detail

using detail::ElementKind;
using detail::ViewAccess;
using detail::ViewBase;
using detail::ViewBody;

const ViewBase* var::viewRef() const noexcept {
  return tail_.tag == tagBox ? inBox()->type->view(detail::boxedValue(inBox())) : nullptr;
}
const ArrayBuffer* var::arrayBufferRef() const noexcept {
  return tail_.tag == tagBox ? inBox()->type->bytes(detail::boxedValue(inBox())) : nullptr;
}
bool var::isView() const noexcept { return isBuffer() || viewRef(); }
std::ptrdiff_t var::viewLengthOf(Word a, Word, Word) noexcept {
  const auto* box = reinterpret_cast<const detail::VarBox*>(a);
  const ViewBase* view = box->type->view(detail::boxedValue(box));
  return view && ViewAccess::body(*view)->kind != ElementKind::dataView ? ViewAccess::body(*view)->length : 0;
}

Buffer detail::bufferOfVar(const var& value, const EncodingArg& encoding) {
  if (value.isString()) return Buffer::from(value.text(), encoding);
  if (value.isBuffer()) return Buffer::from(value.buffer());
  if (const ArrayBuffer* shared = value.arrayBufferRef()) return Buffer::from(*shared);
  const var list = value.isObject() && value["type"] == "Buffer" ? var(value["data"]) : value;
  if (!list.isArray() && !list.viewRef())
    throw invalidArgType("first argument", "of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object", receivedText(value));
  Array<double> bytes;
  for (std::ptrdiff_t i = 0; i < list.length(); ++i) bytes.push(list.get(std::size_t(i)).toNumber());
  return Buffer::from(bytes);
}

namespace {

ArrayBuffer bufferOf(const ViewBase& view) { return ArrayBuffer::of(detail::shareStore(ViewAccess::body(view)->store)); }

double numberOr(const var& value, double other) { return value.isUndefined() ? other : value.toNumber(); }

// The functions that can be called by name on a typed array in a var: v["set"](list, 3). `self` is the typed array.
struct Method {
  const char* name;
  var (*call)(const var& self, const var& a, const var& b, const var& c);
};

// The range of elements from `from` up to `to`, clamped to `size`. Negative arguments count from the end.
struct Part {
  std::size_t from, to;
};
Part partOf(const var& from, const var& to, std::size_t size) {
  const std::size_t start = detail::placeOf(numberOr(from, 0), size), end = detail::placeOf(numberOr(to, double(size)), size);
  return {start, start < end ? end : start};
}

const ViewBody& bodyOf(const var& self, const char* name) {
  const ViewBase* view = self.viewRef();
  if (!view) throw TypeError("this is not a typed array.");
  const ViewBody& body = *ViewAccess::body(*view);
  if (body.outside) detail::throwDetached("%TypedArray%.prototype.", name);
  return body;
}
var setElements(const var& self, const var& source, const var& offset, const var&) {
  const ViewBody& body = bodyOf(self, "set");
  const double at = detail::wholeOf(numberOr(offset, 0));
  var elements = var::array();
  for (std::ptrdiff_t i = 0; i < source.length(); ++i) elements.push(source.get(i));
  if (!(at >= 0 && at + double(elements.length()) <= double(body.length))) detail::throwTypedOffset();
  for (std::ptrdiff_t i = 0; i < elements.length(); ++i) self.set(std::size_t(at) + i, elements.get(i));
  return undefined;
}
var fillElements(const var& self, const var& value, const var& from, const var& to) {
  const Part part = partOf(from, to, bodyOf(self, "fill").length);
  for (std::size_t i = part.from; i < part.to; ++i) self.set(i, value);
  return self;
}
var sliceElements(const var& self, const var& from, const var& to, const var&) {
  const ViewBody& body = bodyOf(self, "slice");
  const Part part = partOf(from, to, body.length);
  var copy = detail::varOver(detail::makeArray(body.kind, double(part.to - part.from)));
  for (std::size_t i = part.from; i < part.to; ++i) copy.set(i - part.from, self.get(i));
  return copy;
}
var subElements(const var& self, const var& from, const var& to, const var&) {
  const ViewBody& body = bodyOf(self, "subarray");
  const Part part = partOf(from, to, body.length);
  const double offset = double(body.byteOffset + part.from * detail::kindSize(body.kind));
  const double length = to.isUndefined() && body.tracks ? __builtin_nan("") : double(part.to - part.from);
  return detail::varOver(detail::makeCheckedView(body.kind, detail::shareStore(body.store), offset, length));
}
var listOf(const var& self) {
  var list = var::array();
  for (std::ptrdiff_t i = 0; i < self.length(); ++i) list.push(self.get(i));
  return list;
}
var joinElements(const var& self, const var& separator, const var&, const var&) {
  bodyOf(self, "join");
  return listOf(self).join(separator.isUndefined() ? "," : separator.toString());
}
var indexOfElement(const var& self, const var& value, const var& from, const var&) {
  bodyOf(self, "indexOf");
  return listOf(self).indexOf(value, std::ptrdiff_t(numberOr(from, 0)));
}
var includesElement(const var& self, const var& value, const var& from, const var&) {
  bodyOf(self, "includes");
  return listOf(self).includes(value, std::ptrdiff_t(numberOr(from, 0)));
}
var forEachElement(const var& self, const var& f, const var&, const var&) {
  const std::size_t size = bodyOf(self, "forEach").length;
  for (std::size_t i = 0; i < size; ++i) f(self.get(i), i, self);
  return undefined;
}
var mapElements(const var& self, const var& f, const var&, const var&) {
  const ViewBody& body = bodyOf(self, "map");
  const std::size_t size = body.length;
  var mapped = detail::varOver(detail::makeArray(body.kind, double(size)));
  for (std::size_t i = 0; i < size; ++i) mapped.set(i, f(self.get(i), i, self));
  return mapped;
}
var atElement(const var& self, const var& index, const var&, const var&) {
  const double at = detail::fromEnd(numberOr(index, 0), bodyOf(self, "at").length);
  return at >= 0 ? self.get(std::size_t(at)) : var();
}

constexpr Method methods[] = {{"set", setElements},         {"fill", fillElements},         {"slice", sliceElements},
                              {"subarray", subElements},    {"join", joinElements},         {"indexOf", indexOfElement},
                              {"includes", includesElement}, {"forEach", forEachElement},   {"map", mapElements},
                              {"at", atElement}};

// Returns the type of a typed array by its kind of elements. The arrays of BigInts are registered only in programs that
// use them, so their type may be null.
const detail::VarBoxType* typeOf(ElementKind kind) {
  switch (kind) {
    case ElementKind::int8: return &detail::varBoxType<Int8Array>;
    case ElementKind::uint8: return &detail::varBoxType<Uint8Array>;
    case ElementKind::uint8Clamped: return &detail::varBoxType<Uint8ClampedArray>;
    case ElementKind::int16: return &detail::varBoxType<Int16Array>;
    case ElementKind::uint16: return &detail::varBoxType<Uint16Array>;
    case ElementKind::int32: return &detail::varBoxType<Int32Array>;
    case ElementKind::uint32: return &detail::varBoxType<Uint32Array>;
    case ElementKind::float16: return &detail::varBoxType<Float16Array>;
    case ElementKind::float32: return &detail::varBoxType<Float32Array>;
    case ElementKind::float64: return &detail::varBoxType<Float64Array>;
    case ElementKind::bigInt64: return detail::bigArrayTypes[0];
    case ElementKind::bigUint64: return detail::bigArrayTypes[1];
    case ElementKind::dataView: return &detail::varBoxType<DataView>;
  }
  return nullptr;
}

}  // namespace

var detail::varOver(ViewBody* view) {
  if (const VarBoxType* type = nodecpp::typeOf(view->kind)) return type->over(view);
  freeView(view);
  throw Error("Unable to deserialize cloned data.");
}

var nodecppProperty(const ViewBase& view, StringArg key) {
  const ViewBody& body = *ViewAccess::body(view);
  const bool isDataView = body.kind == ElementKind::dataView;
  if (key == "byteLength") return double(body.length * detail::kindSize(body.kind));
  if (key == "byteOffset") return body.outside ? 0 : double(body.byteOffset);
  if (key == "buffer") return body.store ? var(bufferOf(view)) : var();
  if (isDataView) return undefined;
  if (key == "length") return double(body.length);
  if (key == "BYTES_PER_ELEMENT") return double(detail::kindSize(body.kind));
  for (const Method& method : methods)
    if (key == StringArg(method.name))
      return var::function(method.name, [call = method.call](This self, var a, var b, var c) { return call(self, a, b, c); });
  return undefined;
}

var nodecppProperty(const ArrayBuffer& buffer, StringArg key) {
  if (key == "byteLength") return double(buffer.byteLength());
  if (key == "maxByteLength") return double(buffer.maxByteLength());
  if (key == "resizable") return buffer.resizable();
  if (key == "detached") return buffer.detached();
  if (key == "slice")
    return var::function("slice", [](This self, var from, var to) {
      return var(self.as<ArrayBuffer>().slice(numberOr(from, 0), numberOr(to, __builtin_inf())));
    });
  return undefined;
}

void detail::throwNotSearched(const var& value) {
  throw invalidArgType("value", "one of type number or string or an instance of Buffer or Uint8Array", receivedText(value));
}

}  // namespace nodecpp
