// The operators of vars: equality, order and sum, and the conversions that they need (ECMA-262, 7.1 and 7.2).
#include <nodecpp/var.h>

#include <cmath>
#include <cstdio>

#include <nodecpp/map/hash.h>

#include "json/tree.h"

namespace nodecpp {

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
    case Kind::symbol: return symbol_->key == other.symbol_->key;
    case Kind::boxed:
      return box_ == other.box_ || (box_->type == other.box_->type &&
                                    box_->type->same(detail::boxedValue(box_), detail::boxedValue(other.box_)));
    default: return identity() == other.identity();
  }
}

std::uint64_t var::hashWord() const noexcept {
  switch (kind()) {
    case Kind::boolean: return boolean_ ? 3 : 2;
    case Kind::symbol: return detail::hashText(symbol_->key.data(), symbol_->key.size(), 0);
    case Kind::buffer: return reinterpret_cast<std::uintptr_t>(buffer_->buffer.bytes());
    case Kind::handle: return reinterpret_cast<std::uintptr_t>(objectRef());
    case Kind::boxed: return box_->type->hash(detail::boxedValue(box_));
    case Kind::array:
    case Kind::object:
    case Kind::function: return reinterpret_cast<std::uintptr_t>(identity());
    default: return std::uint64_t(kind());
  }
}

// ECMAScript's ToPrimitive: returns the result of an object's valueOf, or its text.
var var::primitive() const {
  if (kind() <= Kind::string || isSymbol() || isDate()) return *this;
  if (tail_.tag == tagBox && box_->type->isBigInt) return *this;
  if (isObject()) {
    const var own = inherited("valueOf");
    if (own.isFunction()) {
      const var value = own.call(*this);
      if (value.kind() <= Kind::string || value.isSymbol()) return value;
    }
  }
  return toString();
}

std::partial_ordering var::order(const var& other) const {
  const var left = primitive(), right = other.primitive();
  if (left.isString() && right.isString()) return String::compare(left.string_, right.string_) <=> 0;
  return left.toNumber() <=> right.toNumber();
}

var var::plus(const var& other) const {
  const auto asNumber = [](Kind kind) { return kind <= Kind::number; };
  if (asNumber(kind()) && asNumber(other.kind())) return toNumber() + other.toNumber();
  if (isString() && other.isString()) return detail::concat(string_, other.string_);
  const var left = primitive(), right = other.primitive();
  if (asNumber(left.kind()) && asNumber(right.kind())) return left.toNumber() + right.toNumber();
  if (!left.isString() && !right.isString() && (left.typeOf() == "bigint" || right.typeOf() == "bigint")) {
    if (left.typeOf() == right.typeOf())
      return left.box_->type->sum(detail::boxedValue(left.box_), detail::boxedValue(right.box_));
    throw TypeError("Cannot mix BigInt and other types, use explicit conversions");
  }
  return detail::concat(left.toString(), right.toString());
}

namespace {

// Returns whether a BigInt, given by its digits, equals the number or the text `other`.
bool isThatNumber(const String& digits, const var& other) {
  if (other.isString() && other.text().trim() == digits) return true;
  const double number = other.toNumber();
  if (number != std::trunc(number) || std::isinf(number)) return false;
  char exact[400];
  std::snprintf(exact, sizeof exact, "%.0f", number == 0 ? 0.0 : number);
  return digits == static_cast<const char*>(exact);
}

}  // namespace

bool var::looselyEquals(const var& other) const {
  if (isNullish() || other.isNullish()) return isNullish() && other.isNullish();
  const Kind mine = kind(), its = other.kind();
  if (mine == its || other.isDate() || isDate()) return same(other);
  const auto isBigInt = [](const var& value) { return value.tail_.tag == tagBox && value.box_->type->isBigInt; };
  const auto isPrimitive = [=](const var& value) {
    return value.kind() <= Kind::string || value.isSymbol() || isBigInt(value);
  };
  if (!isPrimitive(*this) && !isPrimitive(other)) return same(other);
  if (mine == Kind::symbol || its == Kind::symbol) return false;
  if (mine == Kind::boolean) return var(toNumber()).looselyEquals(other);
  if (its == Kind::boolean) return looselyEquals(var(other.toNumber()));
  if (!isPrimitive(other)) return looselyEquals(other.primitive());
  if (!isPrimitive(*this)) return primitive().looselyEquals(other);
  if (isBigInt(*this)) return isThatNumber(toString(), other);
  if (isBigInt(other)) return isThatNumber(other.toString(), *this);
  return toNumber() == other.toNumber();
}

void var::add(const var& more) {
  // Appends to the text in place, so that building a text piece by piece takes time proportional to its length.
  if (!isString())
    *this = plus(more);
  else if (more.isString())
    string_ += more.string_;
  else
    string_ += more.primitive().toString();
}

}  // namespace nodecpp
