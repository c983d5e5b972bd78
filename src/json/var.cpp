#include <nodecpp/var.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "json/tree.h"

namespace nodecpp {

using detail::VarArray;
using detail::VarBuffer;
using detail::VarObject;

namespace detail {

void throwNoFunction(const var&, const char* name) { throw TypeError(str("v.") + name + " is not a function"); }

}  // namespace detail

namespace {

// What is to be freed. A document nested a million deep is freed without a million calls inside one another.
struct Dying {
  VarArray* arrays;
  VarObject* objects;
  bool draining;
};
constinit thread_local Dying dying{};

void drain() noexcept {
  dying.draining = true;
  for (;;) {
    if (VarArray* array = dying.arrays) {
      dying.arrays = array->nextDying;
      for (std::uint32_t i = 0; i < array->size; ++i) array->data[i].~var();
      if (array->data) detail::release(array->data - array->front, sizeof(var) * (array->capacity + array->front));
      detail::release(array, sizeof(VarArray));
    } else if (VarObject* object = dying.objects) {
      dying.objects = object->nextDying;
      object->destroy();
    } else {
      break;
    }
  }
  dying.draining = false;
}

String quotedKey(StringArg key) { return str("'") + key + "'"; }

[[noreturn]] void throwNoProperties(const char* verb, const char* doing, const var& of, StringArg key) {
  throw TypeError(str("Cannot ") + verb + " properties of " + of.toString() + " (" + doing + " " + quotedKey(key) +
                  ")");
}

}  // namespace

var::var(const Buffer& value) {
  become(tagBuffer, reinterpret_cast<std::uintptr_t>(new VarBuffer(value)));
}
var::var(Object* object, const detail::VarClass* type) noexcept {
  become(tagUndefined);
  if (!object) return;
  ::new (&handle_) HandleRep{Handle<Object>(object), type};
  tail_.tag = tagHandle;
}
var::var(const Lookup& value) {
  become(tagUndefined);
  switch (value.kind()) {
    case Lookup::Kind::undefined: break;
    case Lookup::Kind::null: *this = nullptr; break;
    case Lookup::Kind::string: *this = value.toString(); break;
    case Lookup::Kind::number: *this = value.toNumber(); break;
    case Lookup::Kind::list: *this = var(value.values()); break;
  }
}

var var::ofArray(VarArray* fresh) noexcept {
  var out;
  out.become(tagArray, reinterpret_cast<std::uintptr_t>(fresh));
  return out;
}
var var::ofObject(VarObject* fresh) noexcept {
  var out;
  out.become(tagObject, reinterpret_cast<std::uintptr_t>(fresh));
  return out;
}

var var::array(std::initializer_list<var> elements) {
  VarArray* array = VarArray::make(std::uint32_t(elements.size()));
  for (const var& element : elements) array->append(var(element));
  return ofArray(array);
}
var var::object(std::initializer_list<Property> properties) {
  // First the shape, which most often is that of the last object that was made here.
  using detail::Shape;
  Shape* shape = Shape::empty();
  for (const Property& property : properties) {
    Shape* const next = shape->find(property.key) == detail::noSlot ? shape->with(property.key) : nullptr;
    if (!next) {
      var out = ofObject(VarObject::make(nullptr, std::uint32_t(properties.size())));
      for (const Property& each : properties) out.object_->set(each.key, var(each.value));
      return out;
    }
    shape = next;
  }
  ++shape->refs;
  VarObject* object = VarObject::make(shape, std::uint32_t(properties.size()));
  for (const Property& property : properties) ::new (static_cast<void*>(object->values + object->count++)) var(property.value);
  return ofObject(object);
}

void var::retainOther() const noexcept {
  if (tail_.tag == tagHandle) {
    Handle<Object> one = handle_.object;
    alignas(Handle<Object>) char kept[sizeof one];
    ::new (kept) Handle<Object>(std::move(one));
  } else {
    alignas(String) char kept[sizeof(String)];
    ::new (kept) String(string_);
  }
}

void var::dropOther() noexcept {
  if (tail_.tag == tagHandle)
    handle_.object.~Handle();
  else
    string_.~String();
}

void var::destroy() noexcept {
  switch (tail_.tag) {
    case tagArray:
      array_->nextDying = std::exchange(dying.arrays, array_);
      if (!dying.draining) drain();
      break;
    case tagObject:
      object_->nextDying = std::exchange(dying.objects, object_);
      if (!dying.draining) drain();
      break;
    default: delete buffer_;
  }
}

var::Kind var::kind() const noexcept {
  switch (tail_.tag) {
    case tagUndefined:
    case tagHole: return Kind::undefined;
    case tagNull: return Kind::null;
    case tagBoolean: return Kind::boolean;
    case tagNumber: return Kind::number;
    case tagDate: return Kind::date;
    case tagArray: return Kind::array;
    case tagObject: return Kind::object;
    case tagBuffer: return Kind::buffer;
    case tagHandle: return Kind::handle;
    default: return Kind::string;
  }
}

String var::typeOf() const {
  switch (kind()) {
    case Kind::undefined: return "undefined";
    case Kind::boolean: return "boolean";
    case Kind::number: return "number";
    case Kind::string: return "string";
    default: return "object";
  }
}

namespace {

// Arrays whose text is being made; one that contains itself is "" there, as in JavaScript.
struct Joining {
  const VarArray* array;
  const Joining* outer;
  int depth;
};
constinit thread_local const Joining* joining = nullptr;

String joined(const VarArray* array, StringArg separator) {
  constexpr int deepest = 4000;
  for (const Joining* open = joining; open; open = open->outer)
    if (open->array == array) return "";
  Joining here{array, joining, joining ? joining->depth + 1 : 0};
  if (here.depth > deepest) throw RangeError("Maximum call stack size exceeded");
  struct Leave {
    const Joining* outer;
    ~Leave() { joining = outer; }
  } leave{joining};
  joining = &here;
  String out;
  for (std::uint32_t i = 0; i < array->size; ++i) {
    if (i) out += separator;
    if (!array->data[i].isNullish()) out += array->data[i].toString();
  }
  return out;
}

}  // namespace

String var::toString() const {
  switch (kind()) {
    case Kind::undefined: return "undefined";
    case Kind::null: return "null";
    case Kind::boolean: return str(boolean_);
    case Kind::number: return str(number_);
    case Kind::string: return string_;
    case Kind::array: return joined(array_, ",");
    case Kind::buffer: return buffer_->buffer.toString();
    case Kind::date: return date().toString();
    default: return "[object Object]";
  }
}

double var::toNumber() const {
  switch (kind()) {
    case Kind::undefined: return std::nan("");
    case Kind::null: return 0;
    case Kind::boolean: return boolean_ ? 1 : 0;
    case Kind::number:
    case Kind::date: return number_;
    case Kind::string: return nodecpp::toNumber(string_);
    default: return nodecpp::toNumber(toString());
  }
}

const String& var::text() const {
  if (!isString()) throw TypeError("The value is not a string but " + typeOf());
  return string_;
}
Buffer var::buffer() const {
  if (!isBuffer()) throw TypeError("The value is not a Buffer but " + typeOf());
  return buffer_->buffer;
}
Date var::date() const {
  if (!isDate()) throw TypeError("The value is not a Date but " + typeOf());
  return Date(number_);
}

var var::lookUp(StringArg key) const {
  switch (kind()) {
    case Kind::object: {
      const var* there = object_->find(key);
      return there ? *there : var();
    }
    case Kind::undefined:
    case Kind::null: throwNoProperties("read", "reading", *this, key);
    case Kind::array:
    case Kind::string:
    case Kind::buffer: {
      if (key == StringArg("length")) return length();
      std::uint32_t index;
      return detail::indexKey(key, index) ? get(std::size_t(index)) : var();
    }
    default: return var();
  }
}

var var::lookUp(std::size_t index) const {
  switch (kind()) {
    case Kind::array: return index < array_->size ? array_->data[index] : var();
    case Kind::string: return var(string_[index]);
    case Kind::buffer: return index < buffer_->buffer.size() ? var(int(buffer_->buffer[index])) : var();
    case Kind::undefined:
    case Kind::null:
    case Kind::object: return get(StringArg(str(index)));
    default: return var();
  }
}

var var::maybe(StringArg key) const { return isNullish() ? var() : get(key); }

void var::change(StringArg key, var value) const {
  std::uint32_t index;
  switch (kind()) {
    case Kind::object: object_->set(key, std::move(value)); return;
    case Kind::undefined:
    case Kind::null: throwNoProperties("set", "setting", *this, key);
    case Kind::array:
    case Kind::buffer:
      if (detail::indexKey(key, index)) return set(std::size_t(index), std::move(value));
      if (isArray() && key == StringArg("length")) return setLength(std::size_t(value));
      [[fallthrough]];
    default:
      throw TypeError(str("Cannot create property ") + quotedKey(key) + " on " +
                      (isString()    ? "string " + quotedKey(string_)
                       : isNumber()  ? "number " + quotedKey(toString())
                       : isBoolean() ? "boolean " + quotedKey(toString())
                                     : String(isArray()    ? "an array"
                                              : isBuffer() ? "a Buffer"
                                                           : "an object")));
  }
}

void var::change(std::size_t index, var value) const {
  if (isArray() && index < 4294967295u) {
    if (index >= array_->size) array_->resize(index + 1);
    array_->data[index] = std::move(value);
  } else if (isBuffer()) {
    // Modulo 256, as all that is written to a Buffer.
    double number = value.toNumber();
    if (index < buffer_->buffer.size())
      buffer_->buffer[index] = std::isfinite(number) ? int(std::fmod(std::trunc(number), 256.0)) : 0;
  } else {
    set(StringArg(str(index)), std::move(value));
  }
}

bool var::hasOwn(StringArg key) const {
  if (isObject()) return object_->find(key) != nullptr;
  if (isNullish()) throw TypeError("Cannot convert undefined or null to object");
  if (!isArray() && !isString() && !isBuffer()) return false;
  std::uint32_t index;
  return key == StringArg("length") ? !isBuffer() : detail::indexKey(key, index) && index < length();
}

bool var::remove(StringArg key) const {
  if (isNullish()) throw TypeError(str("Cannot convert undefined or null to object"));
  if (isObject()) object_->remove(key);
  std::uint32_t index;
  if (isArray() && detail::indexKey(key, index)) return remove(std::size_t(index));
  return true;
}
bool var::remove(std::size_t index) const {
  if (!isArray()) return remove(StringArg(str(index)));
  if (index < array_->size) array_->data[index] = var();
  return true;
}

std::size_t var::lengthOfOther() const noexcept { return isBuffer() ? buffer_->buffer.size() : 0; }

var::Elements var::begin() const {
  if (!isArray())
    throw TypeError((isObject() || !identity() ? isObject() ? String("object") : toString() : typeOf()) +
                    " is not iterable");
  return Elements(*this);
}

Array<var::Entry> var::entries() const {
  Array<Entry> out;
  if (isNullish()) throw TypeError("Cannot convert undefined or null to object");
  if (isObject()) {
    detail::SlotOrder order(*object_);
    detail::ArrayAccess::reserve(out, order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
      out.push({object_->shape->keys[order[i]], object_->values[order[i]]});
  } else {
    for (std::size_t i = 0; i < length(); ++i) out.push({str(i), get(i)});
  }
  return out;
}
var var::keys() const {
  var out = array();
  for (const Entry& entry : entries()) out.append(entry.key);
  return out;
}
var var::values() const {
  var out = array();
  for (const Entry& entry : entries()) out.append(entry.value);
  return out;
}
var var::assign(const var& source) const {
  if (!source.isNullish())
    for (const Entry& entry : source.entries()) set(entry.key, entry.value);
  return *this;
}

bool var::same(const var& other) const noexcept {
  Kind mine = kind();
  if (mine != other.kind()) return false;
  switch (mine) {
    case Kind::undefined:
    case Kind::null: return true;
    case Kind::boolean: return boolean_ == other.boolean_;
    case Kind::number:
    case Kind::date: return number_ == other.number_;
    case Kind::string: return StringArg(string_) == StringArg(other.string_);
    case Kind::buffer:
      return buffer_ == other.buffer_ || (buffer_->buffer.bytes() == other.buffer_->buffer.bytes() &&
                                          buffer_->buffer.size() == other.buffer_->buffer.size());
    case Kind::handle: return objectRef() == other.objectRef();
    default: return identity() == other.identity();
  }
}

std::partial_ordering var::order(const var& other) const {
  if (isString() && other.isString()) return String::compare(string_, other.string_) <=> 0;
  return toNumber() <=> other.toNumber();
}

var var::plus(const var& other) const {
  auto asNumber = [](Kind kind) { return kind <= Kind::number; };
  if (asNumber(kind()) && asNumber(other.kind())) return toNumber() + other.toNumber();
  return detail::concat(toString(), other.toString());
}

var& var::add(const var& more) {
  if (!isString()) return *this = plus(more);
  // In place: a text that is built piece by piece takes time that grows with its length.
  string_ += more.isString() ? StringArg(more.string_) : StringArg(more.toString());
  return *this;
}

}  // namespace nodecpp
