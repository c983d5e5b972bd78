// The properties of a var: the cases that the inline fast paths of get and set do not cover, getters and setters,
// prototypes, and attributes of properties.
#include <nodecpp/error.h>
#include <nodecpp/symbol.h>

#include <cmath>

#include "json/var_tree.h"

namespace nodecpp {

using detail::KeyRow;
using detail::VarObject;
using detail::VarParts;

namespace {

String shown(StringArg key) {
  return detail::isSymbolKey(key) ? "Symbol(" + key.toString().byteSlice(9) + ")" : key.toString();
}
String quotedKey(StringArg key) { return "'" + shown(key) + "'"; }

[[noreturn]] void throwNoProperties(const char* verb, const char* doing, const var& of, StringArg key) {
  throw TypeError(str("Cannot ") + verb + " properties of " + of.toString() + " (" + doing + " " + quotedKey(key) + ")");
}

String described(const var& of) {
  if (of.isFunction()) return "function '" + of.toString() + "'";
  return of.isArray() ? "object '[object Array]'" : "object '#<Object>'";
}

std::uint32_t slotOf(const VarObject& object, const var* value) { return std::uint32_t(value - object.values); }

// Returns the property of the object or of the nearest prototype that has it; null when there is none. The pointer is
// valid until the object changes.
var* findIn(VarObject* object, const StringArg& key) {
  for (; object; object = object->proto)
    if (var* there = object->find(key)) return there;
  return nullptr;
}

}  // namespace

void detail::throwNotExtensible(StringArg key) {
  throw TypeError("Cannot add property " + shown(key) + ", object is not extensible");
}
void detail::throwUndeletable(const var& of, StringArg key) {
  throw TypeError("Cannot delete property " + quotedKey(key) + " of " + (of.isArray() ? "[object Array]" : "#<Object>"));
}
void var::throwReadOnly(StringArg key) const {
  throw TypeError("Cannot assign to read only property " + quotedKey(key) + " of " + described(*this));
}

namespace {

// Keeps a key to which a Slot refers alive until the end of the statement, although a function of the program may drop
// the key.
class KeptKey final : public Object {
 public:
  explicit KeptKey(var key) : key_(std::move(key)) {}

 private:
  var key_;
};

}  // namespace

// An object without handles is destroyed when the running callback has returned.
void var::keepKey(var key) { make<Handle<KeptKey>>(std::move(key)); }

// Returns the value of a property that was found on this object or on a prototype; calls its getter if it has one.
var var::read(const var& stored) const {
  if (!VarParts::isAccessor(stored)) return stored;
  const var getter = VarParts::accessor(stored)->get;
  return getter.isFunction() ? getter.call(*this) : var();
}

// A getter may assign to the variable that the key came from, which is written to in the same statement: v[key] += 1.
var var::readNamed(const var& stored, StringArg key) const {
  if (VarParts::isAccessor(stored) && key.origin() && key.size() > detail::Shape::shortKey) keepKey(key.toString());
  return read(stored);
}

var var::inherited(StringArg key) const {
  const var* there = findIn(VarParts::object(*this), key);
  return there ? read(*there) : var();
}

var var::lookUp(StringArg key) const {
  switch (kind()) {
    case Kind::object:
      for (VarObject* at = object_; at; at = at->proto) {
        if (const var* there = at->find(key)) return readNamed(*there, key);
        // The `prototype` object of a function has the property `constructor` without a slot.
        if (at->maker && !at->isFunction && key == StringArg("constructor")) {
          detail::countHolder(at->maker->refs);
          return ofFunction(static_cast<detail::VarFunction*>(at->maker));
        }
      }
      return undefined;
    case Kind::function:
      if (const var* there = findIn(object_, key)) return readNamed(*there, key);
      return detail::functionProperty(*this, key);
    case Kind::undefined:
    case Kind::null: throwNoProperties("read", "reading", *this, key);
    case Kind::array:
    case Kind::string:
    case Kind::buffer: {
      if (key == StringArg("length")) return length();
      std::uint32_t index = 0;
      if (detail::indexKey(key, index)) return get(std::size_t(index));
      const var named = VarParts::named(*this);
      const var found = named.isObject() ? named.get(key) : var();
      return found.isUndefined() ? detail::iteratorFunction(*this, key) : found;
    }
    case Kind::handle: return detail::iteratorFunction(*this, key);
    case Kind::symbol: return key == StringArg("description") ? var(symbol_->key.byteSlice(9)) : var();
    case Kind::boxed: {
      std::uint32_t index = 0;
      if (viewRef() && detail::indexKey(key, index)) return get(std::size_t(index));
      const var found = box_->type->get(detail::boxedValue(box_), key);
      return found.isUndefined() ? detail::iteratorFunction(*this, key) : found;
    }
    default: return undefined;
  }
}

var var::lookUp(std::size_t index) const {
  if (std::ptrdiff_t(index) < 0) return get(StringArg(str(std::ptrdiff_t(index))));
  switch (kind()) {
    case Kind::array: return hasElement(index) ? array_->data[index] : var();
    case Kind::string: return var(string_[index]);
    case Kind::buffer: return index < buffer_->buffer.size() ? var(int(buffer_->buffer[index])) : var();
    case Kind::boxed: return index < std::size_t(length()) ? box_->type->element(detail::boxedValue(box_), index) : var();
    case Kind::undefined:
    case Kind::null:
    case Kind::function:
    case Kind::object: return get(StringArg(str(index)));
    default: return undefined;
  }
}

void var::change(StringArg key, var value) const {
  std::uint32_t index = 0;
  switch (kind()) {
    case Kind::function:
    case Kind::object: {
      const std::uint32_t slot = object_->shape->find(key);
      var* there = slot == detail::noSlot || VarParts::isHole(object_->values[slot]) ? nullptr : object_->values + slot;
      const bool own = there != nullptr;
      if (!own && object_->proto) there = findIn(object_->proto, key);
      if (there && VarParts::isAccessor(*there)) {
        const var setter = VarParts::accessor(*there)->set;
        if (!setter.isFunction())
          throw TypeError("Cannot set property " + shown(key) + " of #<Object> which has only a getter");
        setter.call(*this, value);
        return;
      }
      if (own) {
        if (object_->locked && object_->shape->row->attributesOf(slot) & KeyRow::readOnly) throwReadOnly(key);
        if (value.refers()) object_->enroll();
        *there = std::move(value);
        return;
      }
      if (object_->fixed) detail::throwNotExtensible(key);
      object_->append(key, std::move(value));
      return;
    }
    case Kind::undefined:
    case Kind::null: throwNoProperties("set", "setting", *this, key);
    case Kind::array:
    case Kind::buffer:
    case Kind::boxed:
      if ((kind() != Kind::boxed || viewRef()) && detail::indexKey(key, index)) return set(std::size_t(index), std::move(value));
      if (isArray() && key == StringArg("length")) return setLength(std::size_t(value));
      if (isArray()) {
        const bool isThere = hasOwn(key);
        if (isThere ? array_->locked : array_->fixed) isThere ? throwReadOnly(key) : detail::throwNotExtensible(key);
        return VarParts::makeNamed(*this).set(key, std::move(value));
      }
      [[fallthrough]];
    default:
      throw TypeError("Cannot create property " + quotedKey(key) + " on " +
                      (isString()    ? "string " + quotedKey(string_)
                       : isNumber()  ? "number " + quotedKey(toString())
                       : isBoolean() ? "boolean " + quotedKey(toString())
                                     : String(isBuffer() ? "a Buffer" : "an object")));
  }
}

void var::change(std::size_t index, var value) const {
  if (std::ptrdiff_t(index) < 0) return set(StringArg(str(std::ptrdiff_t(index))), std::move(value));
  if (isArray() && index < 4294967295u) {
    if (index >= array_->size) {
      if (array_->fixed) detail::throwNotExtensible(str(index));
      array_->resize(index + 1);
    } else if (array_->locked) {
      throwReadOnly(str(index));
    }
    if (value.refers()) array_->enroll();
    array_->data[index] = std::move(value);
  } else if (isBuffer()) {
    // A value written to a Buffer is taken modulo 256, as in Node. Its conversion may call a function of the program, which may
    // change this variable.
    Buffer bytes = buffer_->buffer;
    const double number = value.toNumber();
    if (index < bytes.size()) bytes[index] = std::isfinite(number) ? int(std::fmod(std::trunc(number), 256.0)) : 0;
  } else if (viewRef()) {
    const var held(*this);  // The conversion may call a function of the program, which may change this variable.
    held.box_->type->put(detail::boxedValue(held.box_), index, value);
  } else {
    set(StringArg(str(index)), std::move(value));
  }
}

String var::keyText() const { return isSymbol() ? symbol_->key : toString(); }

bool var::hasOwn(StringArg key) const {
  if (VarObject* object = VarParts::object(*this))
    return object->find(key) || (isFunction() && !detail::functionProperty(*this, key).isUndefined());
  if (isNullish()) throw TypeError("Cannot convert undefined or null to object");
  if (!isArray() && !isString() && !isBuffer() && !viewRef()) return false;
  std::uint32_t index = 0;
  if (const var named = VarParts::named(*this); named.isObject() && named.hasOwn(key)) return true;
  return key == StringArg("length") ? isArray() || isString() : detail::indexKey(key, index) && index < length() && (!isArray() || hasElement(index));
}

bool var::has(StringArg key) const {
  if (VarObject* object = VarParts::object(*this))
    return findIn(object, key) || (isFunction() && !detail::functionProperty(*this, key).isUndefined());
  if (!isArray() && !isBuffer() && !isHandle() && tail_.tag != tagBox && !isDate())
    throw TypeError("Cannot use 'in' operator to search for " + quotedKey(key) + " in " +
                    (isSymbol() ? shown(symbol_->key) : toString()));
  return tail_.tag == tagBox ? !get(key).isUndefined() : hasOwn(key);
}

bool var::remove(StringArg key) const {
  if (isNullish()) throw TypeError("Cannot convert undefined or null to object");
  std::uint32_t index = 0;
  if (VarObject* object = VarParts::object(*this)) {
    const std::uint32_t slot = object->shape->find(key);
    if (slot == detail::noSlot) return true;
    if (object->shape->row->attributesOf(slot) & KeyRow::permanent) detail::throwUndeletable(*this, key);
    object->remove(slot);
  } else if (isArray() && detail::indexKey(key, index)) {
    return remove(std::size_t(index));
  } else if (const var named = VarParts::named(*this); named.isObject() && named.hasOwn(key)) {
    if (array_->sealed) detail::throwUndeletable(*this, key);
    named.remove(key);
  }
  return true;
}
bool var::remove(std::size_t index) const {
  if (!isArray()) return remove(StringArg(str(index)));
  if (array_->sealed && hasElement(index)) detail::throwUndeletable(*this, str(index));
  if (index < array_->size) VarParts::leaveHole(array_->data[index]);
  return true;
}

// Object.keys, Object.entries and the other static functions of JavaScript's Object, documented in nodecpp/object.h.

var var::create(const var& prototype) {
  if (!prototype.isNull() && !VarParts::object(prototype))
    throw TypeError("Object prototype may only be an Object or null: " + prototype.toString());
  var made = object();
  if (prototype.isNull())
    made.object_->bare = true;
  else
    made.setPrototype(prototype);
  return made;
}

var var::prototype() const {
  const VarObject* object = VarParts::object(*this);
  if (!object || !object->proto) return nullptr;
  detail::countHolder(object->proto->refs);
  return object->proto->isFunction ? ofFunction(static_cast<detail::VarFunction*>(object->proto)) : ofObject(object->proto);
}

void var::setPrototype(const var& to) const {
  VarObject* object = VarParts::object(*this);
  if (!object) throw TypeError("Object.setPrototypeOf called on what is no object");
  VarObject* proto = VarParts::object(to);
  if (!proto && !to.isNull()) throw TypeError("Object prototype may only be an Object or null: " + to.toString());
  if (object->fixed && proto != object->proto) throw TypeError("#<Object> is not extensible");
  for (const VarObject* at = proto; at; at = at->proto)
    if (at == object) throw TypeError("Cyclic __proto__ value");
  const var before = prototype();
  if (object->proto) --object->proto->refs;  // `before` still holds another reference to the prototype.
  if (proto) detail::countHolder(proto->refs);
  object->proto = proto;
  object->bare = !proto;
}

namespace {

// The fields of a property descriptor. All fields are read before the property is looked up, because a field may have a
// getter, which is a function of the program and may change the object.
struct Descriptor {
  struct Field {
    bool isThere;
    var value;
  };
  static Field field(const var& of, const char* name) {
    const bool isThere = of.has(name);
    return {isThere, isThere ? of.get(name) : var()};
  }

  explicit Descriptor(const var& of)
      : enumerable(field(of, "enumerable")), configurable(field(of, "configurable")), value(field(of, "value")),
        writable(field(of, "writable")), get(field(of, "get")), set(field(of, "set")) {
    for (const auto& [role, function] : {std::pair("Getter", &get), std::pair("Setter", &set)})
      if (!function->value.isUndefined() && !function->value.isFunction())
        throw TypeError(str(role) + " must be a function: " + function->value.toString());
    if (isAccessor() && (value.isThere || writable.isThere))
      throw TypeError("Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, #<Object>");
  }
  bool isAccessor() const { return get.isThere || set.isThere; }

  Field enumerable, configurable, value, writable, get, set;
};

}  // namespace

void var::defineProperty(const var& key, const var& given) const {
  VarObject* object = VarParts::object(*this);
  if (!object) throw TypeError("Object.defineProperty called on non-object");
  if (!VarParts::object(given)) throw TypeError("Property description must be an object: " + given.toString());
  const var held(*this);
  const String name = key.keyText();
  const Descriptor to(given);
  object->own();
  var* there = object->find(name);
  // By ECMAScript, a property that defineProperty creates is not enumerable, not writable and not configurable by
  // default.
  std::uint8_t before = KeyRow::hidden | KeyRow::readOnly | KeyRow::permanent;
  if (there) {
    before = object->shape->row->attributesOf(slotOf(*object, there));
    if (before & KeyRow::permanent &&
        (before & KeyRow::readOnly || to.isAccessor() || to.configurable.value || to.enumerable.value))
      throw TypeError("Cannot redefine property: " + shown(name));
  } else {
    if (object->fixed) throw TypeError("Cannot define property " + shown(name) + ", object is not extensible");
    object->append(name, var());
    there = object->find(name);
  }
  const auto attribute = [&](const Descriptor::Field& field, std::uint8_t bit) -> std::uint8_t {
    return !field.isThere ? before & bit : field.value ? 0 : bit;
  };
  const auto now = std::uint8_t(attribute(to.enumerable, KeyRow::hidden) | attribute(to.configurable, KeyRow::permanent) |
                                (to.isAccessor() ? 0 : attribute(to.writable, KeyRow::readOnly)));
  object->shape->row->setAttributes(slotOf(*object, there), now);
  if (now & KeyRow::readOnly) object->locked = true;
  // The value of the property is assigned last, because the former value may have a destructor that changes the object.
  if (to.isAccessor()) {
    auto* pair = new detail::VarAccessor{1, to.get.value, to.set.value};
    if (VarParts::isAccessor(*there)) {
      if (!to.get.isThere) pair->get = VarParts::accessor(*there)->get;
      if (!to.set.isThere) pair->set = VarParts::accessor(*there)->set;
    }
    object->shape->guessable = 0;
    *there = VarParts::ofAccessor(pair);
  } else if (to.value.isThere || VarParts::isAccessor(*there)) {
    *there = to.value.value;
  }
}

var var::propertyDescriptor(const var& key) const {
  VarObject* object = VarParts::object(*this);
  if (!object) {
    if (!hasOwn(key)) return undefined;
    const bool length = isArray() && key.isString() && key == "length";
    return var::object({{"value", (*this)[key]},
                        {"writable", !isString() && !(isArray() && array_->locked)},
                        {"enumerable", !length},
                        {"configurable", !length && !isString() && !(isArray() && array_->sealed)}});
  }
  const var held(*this);  // The conversion of the key to a text may call a function of the program.
  const String name = key.keyText();
  const var* there = object->find(name);
  if (!there) return undefined;
  const std::uint8_t is = object->shape->row->attributesOf(slotOf(*object, there));
  var out = var::object();
  if (VarParts::isAccessor(*there)) {
    out.set("get", VarParts::accessor(*there)->get);
    out.set("set", VarParts::accessor(*there)->set);
  } else {
    out.set("value", *there);
    out.set("writable", !(is & KeyRow::readOnly));
  }
  out.set("enumerable", !(is & KeyRow::hidden));
  out.set("configurable", !(is & KeyRow::permanent));
  return out;
}

void var::fix(bool permanent, bool readOnly) const {
  if (isArray()) {
    array_->fixed = true;
    if (permanent) array_->sealed = true;
    if (readOnly) array_->locked = true;
    return;
  }
  VarObject* object = VarParts::object(*this);
  if (!object) return;
  object->fixed = true;
  if (!permanent) return;
  object->own();
  for (std::uint32_t slot = 0; slot < object->count; ++slot) {
    std::uint8_t is = object->shape->row->attributesOf(slot) | KeyRow::permanent;
    if (readOnly && !VarParts::isAccessor(object->values[slot])) is |= KeyRow::readOnly;
    object->shape->row->setAttributes(slot, is);
  }
  if (readOnly) object->locked = true;
}

bool var::isFixed(std::uint8_t attributes) const {
  if (isArray()) {
    // Object.isFrozen is false for an array that is only sealed, even for an empty one, because its length is writable.
    if (attributes & KeyRow::readOnly) return array_->fixed && array_->locked;
    return array_->fixed && (attributes == 0 || array_->sealed || array_->size == 0);
  }
  VarObject* object = VarParts::object(*this);
  if (!object) return true;
  if (!object->fixed) return false;
  for (std::uint32_t slot = 0; slot < object->count; ++slot) {
    if (VarParts::isHole(object->values[slot])) continue;
    const std::uint8_t needed =
        VarParts::isAccessor(object->values[slot]) ? attributes & ~KeyRow::readOnly : attributes;
    if ((object->shape->row->attributesOf(slot) & needed) != needed) return false;
  }
  return true;
}

var var::ownKeys(bool symbols) const {
  var out = array();
  VarObject* object = VarParts::object(*this);
  if (!object) {
    const var named = VarParts::named(*this);
    if (symbols) return named.isObject() ? named.ownKeys(true) : out;
    for (std::ptrdiff_t i = 0; i < length(); ++i)
      if (!isArray() || hasElement(std::size_t(i))) out.append(str(i));
    if (isArray() || isString()) out.append("length");
    return named.isObject() ? out.concat(named.ownKeys(false)) : out;
  }
  // Array indices come first in ascending order, as everywhere in JavaScript.
  Array<double> indices;
  Array<String> names;
  for (std::uint32_t slot = 0; slot < object->count; ++slot) {
    if (VarParts::isHole(object->values[slot])) continue;
    const String& key = object->shape->keys[slot];
    std::uint32_t index = 0;
    if (detail::isSymbolKey(key) != symbols) continue;
    if (!symbols && detail::indexKey(key, index))
      indices.push(index);
    else
      names.push(key);
  }
  indices.sort([](double a, double b) { return a - b; });
  for (double index : indices) out.append(str(index));
  for (const String& name : names) {
    if (symbols)
      out.append(VarParts::ofSymbol(::new (detail::allocate(sizeof(detail::VarSymbol))) detail::VarSymbol{1, name}));
    else
      out.append(name);
  }
  return out;
}

void detail::keepCause(ErrorCause& cause, const var& value) {
  if (value.is<Error>())
    cause = value.as<Error>();
  else if (!value.isUndefined())
    cause.other = make<Handle<ErrorProperty<var>>>(value);
}
void detail::readCause(const ErrorCause& cause, var& into) {
  if (!cause.empty())
    into = cause.front();
  else if (auto text = cause.other.as<Handle<ErrorProperty<Lookup>>>())
    into = text->value;
  else if (auto other = cause.other.as<Handle<ErrorProperty<var>>>())
    into = other->value;
}
String detail::ErrorCause::toString() const { return inVar<var>().toString(); }

var nodecppProperty(const Error& error, StringArg key) {
  if (key == StringArg("message")) return error->message;
  if (key == StringArg("name")) return error->name;
  if (key == StringArg("stack")) return String(error->stack);
  if (key == StringArg("code")) return error->code ? var(error->code) : var();
  if (key == StringArg("cause")) return error->cause;
  return error->get(key);
}

}  // namespace nodecpp
