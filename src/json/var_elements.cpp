// The loops over the contents of a var: for-of, and the keys, values and properties of an object.
#include <nodecpp/array_buffer.h>
#include <nodecpp/symbol.h>
#include <nodecpp/var.h>

#include "json/var_tree.h"

namespace nodecpp {

namespace {

bool isTypedArray(const var& of) noexcept {
  const detail::ViewBase* view = of.viewRef();
  return view && detail::ViewAccess::body(*view)->kind != detail::ElementKind::dataView;
}
// The elements of a list or a text, one at a time. The list may grow meanwhile.
struct Advanced : Object {
  explicit Advanced(const var& of) : elements(of.begin()) {}
  var::Elements elements;
};

}  // namespace

var::Elements var::begin() const { return Elements(*this); }

void var::Elements::begin() {
  const var of = std::move(list_);
  list_ = undefined;
  if (of.isString()) {
    list_ = of;
    return step();
  }
  if (of.isBuffer()) {
    list_ = array();
    for (int byte : of.buffer_->buffer) list_.append(byte);
    return;
  }
  if (isTypedArray(of)) {
    list_ = array();
    for (std::ptrdiff_t i = 0; i < of.length(); ++i) list_.append(of.get(i));
    return;
  }
  if (!iterate(of)) {
    const var make = of.isObject() || of.isFunction() ? of.inherited(var(Symbol::iterator()).keyText()) : var();
    if (!make.isFunction())
      throw TypeError((of.isObject() ? String("object") : of.identity() ? of.typeOf() : of.toString()) + " is not iterable");
    const var made = make.call(of);
    // The program's Symbol.iterator function may return an iterator of C++, such as a generator or an array's iterator.
    if (!iterate(made)) {
      if (!made.isObject() && !made.isFunction())
        throw TypeError("Result of the Symbol.iterator method is not an object");
      list_ = made;
      next_ = list_["next"];
      if (!next_.isFunction()) throw TypeError(list_.toString() + ".next is not a function");
    }
  }
  step();
}

// Starts the iteration of a value that has an iterator in C++: a generator, a Map, an object behind a handle. Returns
// false for other values.
bool var::Elements::iterate(const var& of) {
  if (of.tail_.tag == tagBox && of.inBox()->type->iterate) {
    list_ = of.inBox()->type->iterate(detail::boxedValue(of.inBox()));
    return true;
  }
  if (of.isHandle() && of.objectClass()->iterate) {
    list_ = of.objectClass()->iterate(of.objectRef());
    return true;
  }
  return false;
}

void var::Elements::step() {
  asks_ = false;  // If next() throws, return() is not called on the iterator.
  if (list_.isString()) {
    const String& text = list_.string_;
    if (at_ >= text.size()) return;
    asks_ = true;
    if (const char one = text.data()[at_]; !(one & 0x80)) {
      ++at_;
      value_ = std::string_view(&one, 1);
      return;
    }
    const detail::CodePoints character(text, at_);
    String found = *character;
    at_ += found.size();
    value_ = std::move(found);
    return;
  }
  if (list_.tail_.tag == tagBox) {
    const IteratorResult<var> result = list_.as<Iterator<var>>().next();
    if (result.done) return;
    value_ = result.value;
  } else {
    const var result = next_.call(list_);
    if (!result.isObject()) throw TypeError("Iterator result " + result.toString() + " is not an object");
    if (result["done"]) return;
    value_ = result["value"];
  }
  asks_ = true;
}

void var::Elements::leave() noexcept {
  if (list_.isString()) return;
  try {
    if (list_.tail_.tag == tagBox) {
      const auto iterator = list_.as<Iterator<var>>();
      return detail::IteratorAccess::close(iterator);
    }
    const var end = list_["return"];
    if (end.isFunction()) end.call(list_);
  } catch (const Error&) {
    // An error that return() throws is ignored, since the loop may be ending because of another error, which is the one
    // to report.
  }
}

var detail::iteratorFunction(const var& of, StringArg key) {
  if (!isSymbolKey(key) || key != VarParts::symbol(Symbol::iterator())->key) return undefined;
  if (!of.isString() && !of.isArray() && !of.isBuffer() && !isTypedArray(of) && !VarParts::iterates(of)) return undefined;
  return var::function("values", [](This self) -> var {
    auto held = make<Handle<Advanced>>(self);
    return Iterator<var>::from({.next = [held, begun = false]() mutable -> IteratorResult<var> {
      if (std::exchange(begun, true)) ++held->elements;
      if (held->elements == var::End()) return {undefined, true};
      return {*held->elements, false};
    }});
  });
}

var detail::iteratorProperty(const Iterator<var>& iterator, StringArg key) {
  if (key == StringArg("next"))
    return var::function("next", [iterator] {
      const IteratorResult<var> result = iterator.next();
      return var::object({{"value", result.value}, {"done", result.done}});
    });
  if (key == StringArg("return"))
    return var::function("return", [iterator](var value) {
      IteratorAccess::close(iterator);
      return var::object({{"value", value}, {"done", true}});
    });
  return undefined;
}

Array<var::Entry> var::entries() const {
  Array<Entry> out;
  if (isNullish()) throw TypeError("Cannot convert undefined or null to object");
  if (isObject() || isFunction()) {
    const detail::SlotOrder order(*object_);
    detail::ArrayAccess::reserve(out, order.size());
    bool getters = false;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      out.push({object_->shape->keys[order[i]], object_->values[order[i]]});
      getters |= detail::VarParts::isAccessor(object_->values[order[i]]);
    }
    // Getters are called only after all entries have been collected, because a getter is a function of the program and
    // may change the object.
    for (std::ptrdiff_t i = 0; getters && i < out.length(); ++i)
      if (const Entry each = out[i]; detail::VarParts::isAccessor(each.value)) out[i] = Entry{each.key, read(each.value)};
  } else {
    for (std::ptrdiff_t i = 0; i < length(); ++i)
      if (!isArray() || hasElement(i)) out.push({str(i), get(i)});
    if (const var named = detail::VarParts::named(*this); named.isObject())
      for (const Entry& each : named.entries()) out.push(each);
  }
  return out;
}
var var::keys() const {
  var out = array();
  if (isObject() || isFunction()) {
    const detail::SlotOrder order(*object_);
    out.array_->reserve(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) out.array_->append(var(object_->shape->keys[order[i]]));
  } else {
    for (const Entry& entry : entries()) out.append(entry.key);
  }
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

}  // namespace nodecpp
