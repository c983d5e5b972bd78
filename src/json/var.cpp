#include <nodecpp/var.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <nodecpp/array_buffer.h>
#include <nodecpp/symbol.h>

#include <nodecpp/map/key_hash.h>

#include "base/assertion.h"
#include "json/var_tree.h"
#include "json/weak/var_weak.h"

namespace nodecpp {

using detail::Seen;
using detail::VarArray;
using detail::VarBuffer;
using detail::VarObject;

namespace detail {

void throwNoFunction(StringArg name) {
  throw TypeError((isSymbolKey(name) ? "v[" + name.toString().byteSlice(9) + "]" : "v." + name.toString()) + " is not a function");
}
String receivedText(const var& value) {
  if (value.isNullish()) return value.toString();
  if (value.isFunction()) return "function " + value["name"].toString();
  if (value.isArray()) return "an instance of Array";
  const String type = value.typeOf();
  if (type == "object") return "an instance of Object";
  if (!value.isString()) return "type " + type + " (" + value.toString() + (type == "bigint" ? "n)" : ")");
  const String text = value.length() > 28 ? value.text().slice(0, 25) + "..." : value.text();
  return "type string (" + inspectString(text) + ")";
}
void throwNoVarValue() { throw TypeError("The value of the promise cannot be in a var"); }
void throwWrongVarType(const var& value) { throw TypeError("The value is not of that type but " + value.typeOf()); }

}  // namespace detail

namespace {

// The arrays and objects that are to be freed, as linked lists. They are freed in a loop and not by nested destructor
// calls, so that a document nested a million levels deep does not exhaust the stack.
struct DestroyedValues {
  VarArray* arrays;
  VarObject* objects;
  bool draining;
};
constinit thread_local DestroyedValues destroyedValues{};

void drain() noexcept {
  NODECPP_DEBUG_ASSERT(!destroyedValues.draining);
  destroyedValues.draining = true;
  for (;;) {
    if (VarArray* array = destroyedValues.arrays) {
      destroyedValues.arrays = array->nextToDestroy;
      if (array->weak) detail::endWeakValue(array);
      for (std::uint32_t i = 0; i < array->size; ++i) array->data[i].~var();
      NODECPP_DEBUG_ASSERT(array->size <= array->capacity, array->size, array->capacity);
      if (array->data) detail::release(array->data - array->front, sizeof(var) * (array->capacity + array->front));
      detail::release(array, sizeof(VarArray));
    } else if (VarObject* object = destroyedValues.objects) {
      destroyedValues.objects = object->nextToDestroy;
      if (object->weak) detail::endWeakValue(object);
      object->destroy();
    } else {
      break;
    }
  }
  NODECPP_DEBUG_ASSERT(!destroyedValues.arrays && !destroyedValues.objects);
  destroyedValues.draining = false;
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
namespace {

// Returns the shape of an object with these properties, with a reference to it, or null when the object needs a shape of its
// own. Most often the shape exists already, from the last object that was made here.
detail::Shape* shapeOf(std::initializer_list<var::Property> properties) {
  using detail::Shape;
  Shape* shape = Shape::empty();
  for (const var::Property& property : properties) {
    shape = shape->extended(property.key);
    if (!shape) break;
  }
  if (shape) {
    detail::countHolder(shape->refs);
    return shape;
  }
  // The current shape is held by a reference, because making the next shape may free shapes that nothing holds when there
  // are too many.
  shape = Shape::empty();
  detail::countHolder(shape->refs);
  for (const var::Property& property : properties) {
    Shape* const next = shape->find(property.key) == detail::noSlot ? shape->with(property.key) : nullptr;
    if (next) detail::countHolder(next->refs);
    Shape::drop(std::exchange(shape, next));
    if (!next) break;
  }
  return shape;
}

}  // namespace

var var::object(std::initializer_list<Property> properties) {
  detail::Shape* const shape = shapeOf(properties);
  var out = ofObject(VarObject::make(shape, std::uint32_t(properties.size())));
  VarObject* const object = out.object_;
  for (const Property& property : properties) {
    // A function that is written directly in the list gets the name of its property, as in JavaScript. A function that a
    // variable also holds (its reference count is above one) keeps its name.
    if (property.value.isFunction() && *property.value.inCount() == 1) property.value.nameFunction(property.key, true);
    if (!shape) {
      object->set(property.key, var(property.value));
      continue;
    }
    if (property.value.refers()) object->enroll();
    ::new (static_cast<void*>(object->values + object->count++)) var(property.value);
  }
  return out;
}

// Adds a reference to the object that the var refers to: copies the var into raw memory and never destroys the copy.
void var::retainOther(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
  const Seen bytes(a, b, c);
  const var& self = *bytes;
  if (self.tail_.tag == tagAccessor) {
    detail::countHolder(self.accessor_->refs);
  } else if (self.tail_.tag == tagHandle) {
    Handle<Object> one = self.handle_.object;
    alignas(Handle<Object>) char kept[sizeof one];
    ::new (kept) Handle<Object>(std::move(one));
  } else {
    alignas(String) char kept[sizeof(String)];
    ::new (kept) String(self.string_);
  }
}

void var::dropOther(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
  const Seen bytes(a, b, c);
  var& self = const_cast<var&>(*bytes);
  if (self.tail_.tag == tagAccessor) {
    if (--self.accessor_->refs == 0) delete self.accessor_;
  } else if (self.tail_.tag == tagHandle) {
    self.handle_.object.~Handle();
  } else {
    self.string_.~String();
  }
}

void var::destroy(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
  const Seen bytes(a, b, c);
  const var& self = *bytes;
  switch (self.tail_.tag) {
    case tagArray:
      detail::removeFromCollector(self.array_);
      if (self.array_->hasNamed && --self.array_->named->refs == 0) {
        detail::removeFromCollector(self.array_->named);
        self.array_->named->nextToDestroy = std::exchange(destroyedValues.objects, self.array_->named);
      }
      self.array_->nextToDestroy = std::exchange(destroyedValues.arrays, self.array_);
      if (!destroyedValues.draining) drain();
      break;
    case tagObject:
    case tagFunction:
      detail::removeFromCollector(self.object_);
      self.object_->nextToDestroy = std::exchange(destroyedValues.objects, self.object_);
      if (!destroyedValues.draining) drain();
      break;
    case tagSymbol:
      self.symbol_->~VarSymbol();
      detail::release(self.symbol_, sizeof(detail::VarSymbol));
      break;
    case tagBox:
      detail::destroyInTurn(self.box_, [](void* box) noexcept {
        auto* gone = static_cast<detail::VarBox*>(box);
        gone->destroy(gone);
      });
      break;
    default: delete self.buffer_;
  }
}

// A conversion may call a function of the program, which may drop the object; therefore a copy of the var holds the
// object during the call.
double var::numberOf(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return var(*Seen(a, b, c)).asNumber(); }
String var::textOf(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return var(*Seen(a, b, c)).asText(); }
var::Raw var::lookUpOf(std::uint64_t a, std::uint64_t b, std::uint64_t c, StringArg key, std::uint32_t bits) {
  const Seen of(a, b, c);
  // A property that is not found at its guessed slot is most often a method of a prototype, or missing everywhere.
  if (of->tail_.tag == tagObject) {
    for (const VarObject* at = of->object_;; at = at->proto) {
      const std::uint32_t slot = at->shape->find(key, bits);
      if (slot != detail::noSlot) {
        if (!isPlain(at->values[slot])) break;
        return released(var(at->values[slot]));
      }
      if (at->maker && !at->isFunction && key == StringArg("constructor")) break;
      if (!at->proto) return released(var());
    }
  }
  return released(of->lookUp(key));
}
var::Raw var::lookUpOf(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::size_t index) {
  const Seen of(a, b, c);
  if (of->isString() && std::ptrdiff_t(index) >= 0) return released(var(of->string_[index]));
  return released(of->lookUp(index));
}
const var& var::Slot::noBase() noexcept {
  static const var none;
  return none;
}
String var::Slot::otherText(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return Seen(a, b, c)->keyText(); }
void var::Slot::setOther(const var& base, std::uint64_t a, std::uint64_t b, std::uint64_t c, var value) {
  const Seen key(a, b, c);
  if (key->isString())
    base.set(StringArg(key->string_), std::move(value));
  else
    base.set(StringArg(key->keyText()), std::move(value));
}
#define NODECPP_TWO_VARS \
  std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d, std::uint64_t e, std::uint64_t f
var::Raw var::plusOf(NODECPP_TWO_VARS) {
  const var left(*Seen(a, b, c)), right(*Seen(d, e, f));
  return released(left.plus(right));
}
std::partial_ordering var::orderOf(NODECPP_TWO_VARS) {
  const var left(*Seen(a, b, c)), right(*Seen(d, e, f));
  return left.order(right);
}
bool var::sameOf(NODECPP_TWO_VARS) noexcept { return Seen(a, b, c)->same(*Seen(d, e, f)); }
bool var::truthOf(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
  const detail::VarBox* box = Seen(a, b, c)->box_;
  return !box->type->bigInt || box->type->hash(detail::boxedValue(box)) != 0 || box->type->text(detail::boxedValue(box)) != "0";
}
var::Raw var::addOf(NODECPP_TWO_VARS) {
  var sum(Raw{{a, b, c}});
  try {
    sum.add(var(*Seen(d, e, f)));
  } catch (...) {
    static_cast<void>(released(std::move(sum)));  // the caller's variable still owns the value
    throw;
  }
  return released(std::move(sum));
}
var::Raw var::Slot::otherOf(NODECPP_TWO_VARS) {
  const Seen of(a, b, c), key(d, e, f);
  if (key->isString()) return released(of->get(StringArg(key->string_)));
  const var held(*of);
  if (!key->isSymbol()) keepKey(var(*key));  // An object's toString may release the var that was passed here.
  return released(held.get(StringArg(key->keyText())));
}
var::Raw var::operatedOf(NODECPP_TWO_VARS, const char* operation) {
  const var left(*Seen(a, b, c)), right(*Seen(d, e, f));
  return released(calculated(operation, left, right));
}
void var::changeOf(std::uint64_t a, std::uint64_t b, std::uint64_t c, StringArg key, std::uint64_t d, std::uint64_t e, std::uint64_t f) {
  var to(Raw{{d, e, f}});
  const Seen bytes(a, b, c);
  // A new property, as a constructor adds it, when no prototype can have a setter of this name.
  if (bytes->tail_.tag == tagObject && !bytes->object_->fixed && bytes->object_->isNowhere(key))
    return bytes->object_->append(key, std::move(to));
  const var of(*bytes);
  of.change(key, std::move(to));
}
void var::changeOf(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::size_t index, std::uint64_t d, std::uint64_t e, std::uint64_t f) {
  var to(Raw{{d, e, f}});
  const var of(*Seen(a, b, c));
  of.change(index, std::move(to));
}
#undef NODECPP_TWO_VARS
var::Raw var::measuredOf(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
  const Seen text(a, b, c);
  const auto length = std::uint64_t(text->string_.length());
  return {{length, 0, text->word(2)}};
}
var::Raw var::numericOf(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return released(var(*Seen(a, b, c)).numeric()); }
var::Raw var::steppedOf(std::uint64_t a, std::uint64_t b, std::uint64_t c, double by) {
  const var before(*Seen(a, b, c));
  return released(calculated(by > 0 ? "++" : "--", before, before));
}

namespace {

// A linked list of the arrays that join() is converting to a text on this thread, the innermost first. An array that is
// found in this list contains itself, and contributes "" to its own text, as in JavaScript.
struct Joining {
  const VarArray* array;
  const Joining* outer;
  int depth;
};
constinit thread_local const Joining* joining = nullptr;

}  // namespace

String detail::joinedText(const VarArray* array, StringArg separator) {
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
    if (array->data[i].kind() > var::Kind::null) out += array->data[i].toString();
  }
  return out;
}

String var::asText() const {
  // These are functions of their own, so that arrays can be nested deeply: joinedText() calls asText() for each level.
  // Uses the program's own Symbol.toPrimitive, toString or Symbol.toStringTag, in the order that JavaScript prescribes.
  const auto ofObject = [] [[gnu::noinline]] (const var& self) -> String {
    const VarObject* object = self.object_;
    if (object->proto || object->shape->count) {
      const var convert = self.inherited(detail::VarParts::symbol(var(Symbol::toPrimitive()))->key);
      if (!convert.isNullish()) return self.primitive("string").toString();
      const var own = self.inherited("toString");
      if (own.isFunction()) return own.call(self).toString();
      const var tag = self.inherited(detail::VarParts::symbol(var(Symbol::toStringTag()))->key);
      if (tag.isString()) return "[object " + tag.string_ + "]";
      while (object->proto) object = object->proto;
    }
    if (object->bare) throw TypeError("Cannot convert object to primitive value");
    return "[object Object]";
  };
  const auto ofHandle = [] [[gnu::noinline]] (const var& self) -> String {
    return self.handle_.type->primitive ? self.primitive("string").toString() : String("[object Object]");
  };
  switch (kind()) {
    case Kind::undefined: return "undefined";
    case Kind::null: return "null";
    case Kind::boolean: return str(boolean_);
    case Kind::number: return str(number_);
    case Kind::string: return string_;
    case Kind::array: return detail::joinedText(array_, ",");
    case Kind::buffer: return buffer_->buffer.toString();
    case Kind::date: return date().toString();
    case Kind::boxed: return box_->type->text(detail::boxedValue(box_));
    case Kind::function: return "function " + static_cast<detail::VarFunction*>(object_)->name + "() { [native code] }";
    case Kind::symbol: throw TypeError("Cannot convert a Symbol value to a string");
    case Kind::object: return ofObject(*this);
    case Kind::handle: return ofHandle(*this);
    default: return "[object Object]";
  }
}

double var::asNumber() const {
  switch (kind()) {
    case Kind::undefined: return std::nan("");
    case Kind::null: return 0;
    case Kind::boolean: return boolean_ ? 1 : 0;
    case Kind::number:
    case Kind::date: return number_;
    case Kind::string: return nodecpp::toNumber(string_);
    case Kind::symbol: throw TypeError("Cannot convert a Symbol value to a number");
    case Kind::object:
    case Kind::handle: return primitive("number").toNumber();
    default: return nodecpp::toNumber(toString());
  }
}

detail::VarPromiseRef detail::VarWords::promiseRef() const noexcept {
  const VarPromise* promise = tail_.tag == tagBox ? inBox()->type->promise : nullptr;
  if (!promise) return {};
  return {promise->state(boxedValue(inBox())), promise->value};
}

void var::throwNoText() const { throw TypeError("The value is not a string but " + typeOf()); }
Buffer var::buffer() const {
  if (!isBuffer()) throw TypeError("The value is not a Buffer but " + typeOf());
  return buffer_->buffer;
}
const Date var::date() const {
  if (!isDate()) throw TypeError("The value is not a Date but " + typeOf());
  return Date(number_);
}

var var::maybe(StringArg key) const { return isNullish() ? var() : get(key); }

// Object.assign to an Error, which prints what it gets as its own properties.
void Error::assign(const var& properties) const {
  if (properties == nullptr) return;
  ErrorData& error = *operator->();
  for (const auto& [key, value] : properties.entries())
    if (key == "message" || key == "name" || key == "code")
      (key == "message" ? error.message : key == "name" ? error.name : error.code) = value.toString();
    else if (value.isString())
      error.set(key, value.toString());
    else if (value.isNumber())
      error.set(key, double(value));
    else
      error.set(key, value);
}

}  // namespace nodecpp
