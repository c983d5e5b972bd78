// The operators of a var for operands that are neither numbers nor texts: BigInts, and objects with a valueOf.
#include <nodecpp/math.h>
#include <nodecpp/symbol.h>
#include <nodecpp/var.h>

#include <cmath>
#include <string_view>

#include "json/var_tree.h"

namespace nodecpp {

bool var::isBigBox(const detail::VarBox* box) noexcept { return box->type->bigInt != nullptr; }

// ECMAScript's ToPrimitive: returns the result of an object's Symbol.toPrimitive or valueOf, or its text.
var var::primitive(StringArg hint) const {
  const auto isPrimitive = [](const var& value) { return value.kind() <= Kind::string || value.isSymbol() || value.isBigInt(); };
  if (isPrimitive(*this) || isDate()) return *this;
  const var kept = *this;
  if (kind() == Kind::handle && handle_.type->primitive) {
    const var value = handle_.type->primitive(kept.objectRef(), hint.toString());
    if (!isPrimitive(value)) throw TypeError("Cannot convert object to primitive value");
    return value;
  }
  if (isObject()) {
    const var convert = inherited(detail::VarParts::symbol(var(Symbol::toPrimitive()))->key);
    if (!convert.isNullish()) {
      const var value = convert.call(kept, hint.toString());
      if (!isPrimitive(value)) throw TypeError("Cannot convert object to primitive value");
      return value;
    }
    const var own = hint == "string" ? var() : inherited("valueOf");
    if (own.isFunction()) {
      const var value = own.call(kept);
      if (isPrimitive(value)) return value;
    }
  }
  return asText();
}

// ECMAScript's ToNumeric: returns a number or a BigInt.
var var::numeric() const {
  const var value = primitive("number");
  if (value.isBigInt()) return value;
  return value.toNumber();
}

namespace {

double calculatedNumber(std::string_view operation, double a, double b) {
  if (operation.size() > 1) {
    if (operation == "**") return Math::pow(a, b);
    if (operation == "<<") return std::int32_t(toUint32(a) << (toInt32(b) & 31));
    if (operation == ">>") return toInt32(a) >> (toInt32(b) & 31);
    if (operation == ">>>") return toUint32(a) >> (toInt32(b) & 31);
    if (operation == "++") return a + 1;
    if (operation == "--") return a - 1;
    return operation == "-v" ? -a : a;  // "+v" is the unary plus
  }
  switch (operation[0]) {
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    case '%': return detail::remainder(a, b);
    case '&': return toInt32(a) & toInt32(b);
    case '|': return toInt32(a) | toInt32(b);
    case '^': return toInt32(a) ^ toInt32(b);
    case '~': return ~toInt32(a);
    default: return a;  // "v", the number itself
  }
}

// Returns the result of an operator for two BigInts. `with` is the function that calculates it.
template <class F>
var calculatedAlone(std::string_view operation, const var& a, const detail::VarBigInt& type, F&& with) {
  if (operation == "v") return a;
  if (operation == "+v") throw TypeError("Cannot convert a BigInt value to a number");
  if (operation == "-v") return with('-', type.of(0), a);
  if (operation == "~") return with('-', type.of(-1), a);
  return with(operation == "++" ? '+' : '-', a, type.of(1));
}

bool isAlone(std::string_view operation) {
  return operation.back() == 'v' || operation == "~" || operation == "++" || operation == "--";
}

}  // namespace

var var::calculated(const char* text, var left, var right) {
  const std::string_view operation = text;
  const bool alone = isAlone(operation);
  const var a = left.numeric(), b = alone ? a : right.numeric();
  if (!a.isBigInt() && !b.isBigInt()) return calculatedNumber(operation, a.inNumber(), b.inNumber());
  if (!a.isBigInt() || !b.isBigInt()) throw TypeError("Cannot mix BigInt and other types, use explicit conversions");
  const detail::VarBigInt& type = *a.inBox()->type->bigInt;
  const auto with = [&](char name, const var& one, const var& other) {
    return type.calculate(name, detail::boxedValue(one.inBox()), detail::boxedValue(other.inBox()));
  };
  if (alone) return calculatedAlone(operation, a, type, with);
  if (operation == ">>>") throw TypeError("BigInts have no unsigned right shift, use >> instead");
  return with(operation == "**" ? 'p' : operation[0], a, b);
}

std::partial_ordering var::order(const var& other) const {
  const var left = primitive("number"), right = other.primitive("number");
  if (left.isString() && right.isString()) return String::compare(left.string_, right.string_) <=> 0;
  if (left.isBigInt()) return left.inBox()->type->bigInt->order(detail::boxedValue(left.inBox()), right);
  if (right.isBigInt()) return 0 <=> right.inBox()->type->bigInt->order(detail::boxedValue(right.inBox()), left);
  return left.toNumber() <=> right.toNumber();
}

var var::plus(const var& other) const {
  const auto asNumber = [](Kind kind) { return kind <= Kind::number; };
  if (asNumber(kind()) && asNumber(other.kind())) return toNumber() + other.toNumber();
  if (isString() && other.isString()) return detail::concat(string_, other.string_);
  const var left = primitive(), right = other.primitive();
  if (asNumber(left.kind()) && asNumber(right.kind())) return left.toNumber() + right.toNumber();
  if (!left.isString() && !right.isString() && (left.isBigInt() || right.isBigInt())) return calculated("+", left, right);
  return detail::concat(left.toString(), right.toString());
}

// Returns the key, so that it stays alive. An index, which is a number and needs no owner, is returned as a number, or as
// a text where it is negative.
var var::Slot::keptKey(Word a, Word b, Word c) {
  if (c == isIndex) return std::ptrdiff_t(a) < 0 ? var(str(std::ptrdiff_t(a))) : var(double(a));
  if (c == isText) return String::copyOf(reinterpret_cast<const char*>(a), b);
  const std::uint64_t words[] = {a, b, c};
  alignas(var) char bytes[sizeof(var)];
  std::memcpy(bytes, words, sizeof bytes);
  return *std::launder(reinterpret_cast<const var*>(bytes));
}

void var::Slot::putKept(const var& base, const var& key, var value) {
  const double number = key.isNumber() ? key.inNumber() : -1;
  if (number >= 0 && number < 4294967295.0 && number == std::trunc(number))
    base.set(std::size_t(number), std::move(value));
  else
    base.set(StringArg(key.keyText()), std::move(value));
}

var var::Slot::keeping(var base, var key, var value, var b, Operator change) {
  const var is = change(value, b);
  putKept(base, key, is);
  return is;
}

var var::Slot::keepingStep(var base, var key, var value, double by, bool before) {
  const var was = value.numeric();
  const var is = calculated(by > 0 ? "++" : "--", was, was);
  putKept(base, key, is);
  return before ? was : is;
}

}  // namespace nodecpp
