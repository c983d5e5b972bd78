// The operators of a var for operands that are neither numbers nor texts: BigInts, and objects with a valueOf.
#include <nodecpp/math.h>
#include <nodecpp/var.h>

#include <cmath>
#include <string_view>

namespace nodecpp {

bool var::isBigBox() const noexcept { return box_->type->bigInt != nullptr; }

// ECMAScript's ToPrimitive: returns the result of an object's valueOf, or its text.
var var::primitive() const {
  if (kind() <= Kind::string || isSymbol() || isDate() || isBigInt()) return *this;
  if (isObject()) {
    const var own = inherited("valueOf");
    if (own.isFunction()) {
      const var value = own.call(*this);
      if (value.kind() <= Kind::string || value.isSymbol() || value.isBigInt()) return value;
    }
  }
  return toString();
}

// ECMAScript's ToNumeric: returns a number or a BigInt.
var var::numeric() const {
  const var value = primitive();
  if (value.isBigInt()) return value;
  return value.toNumber();
}

namespace {

double calculatedNumber(std::string_view operation, double a, double b) {
  if (operation == "**") return Math::pow(a, b);
  if (operation == "<<") return std::int32_t(toUint32(a) << (toInt32(b) & 31));
  if (operation == ">>") return toInt32(a) >> (toInt32(b) & 31);
  if (operation == ">>>") return toUint32(a) >> (toInt32(b) & 31);
  if (operation == "++") return a + 1;
  if (operation == "--") return a - 1;
  if (operation == "-v") return -a;
  switch (operation[0]) {
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    case '%': return detail::remainder(a, b);
    case '&': return toInt32(a) & toInt32(b);
    case '|': return toInt32(a) | toInt32(b);
    case '^': return toInt32(a) ^ toInt32(b);
    case '~': return ~toInt32(a);
    default: return a;  // "+v" (unary plus) and "v" (the number itself)
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
  const var left = primitive(), right = other.primitive();
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

// Returns the key, so that it stays alive. Returns undefined for an index, which is a number and needs no owner.
var var::Slot::keptKey() const {
  if (key_[2] == isIndex) return undefined;
  if (key_[2] == isText) return String::copyOf(name().data(), name().size());
  alignas(var) char bytes[sizeof(var)];
  std::memcpy(bytes, key_, sizeof bytes);
  return *std::launder(reinterpret_cast<const var*>(bytes));
}

var var::Slot::putKept(const var& base, const var& key, var value) const {
  if (key_[2] == isIndex)
    base.set(std::size_t(key_[0]), value);
  else
    base[key] = value;
  return value;
}

var var::Slot::keeping(Operator change, const var& b) {
  const var base = *base_, key = keptKey();
  return putKept(base, key, change(*this, b));
}

var var::Slot::keepingStep(double by, bool before) {
  const var base = *base_, key = keptKey();
  const var was = numeric();
  const var is = putKept(base, key, calculated(by > 0 ? "++" : "--", was, was));
  return before ? was : is;
}

}  // namespace nodecpp
