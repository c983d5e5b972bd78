// Equality of vars (ECMA-262, 7.2), and texts that vars are added to.
#include <nodecpp/var.h>

#include <nodecpp/map/key_hash.h>

#include "json/var_tree.h"

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

bool var::looselyEquals(const var& other) const {
  if (isNullish() || other.isNullish()) return isNullish() && other.isNullish();
  const Kind mine = kind(), its = other.kind();
  if (mine == its || other.isDate() || isDate()) return same(other);
  const auto isPrimitive = [](const var& value) { return value.kind() <= Kind::string || value.isSymbol() || value.isBigInt(); };
  if (!isPrimitive(*this) && !isPrimitive(other)) return same(other);
  if (mine == Kind::symbol || its == Kind::symbol) return false;
  if (mine == Kind::boolean) return var(toNumber()).looselyEquals(other);
  if (its == Kind::boolean) return looselyEquals(var(other.toNumber()));
  if (!isPrimitive(other)) return looselyEquals(other.primitive());
  if (!isPrimitive(*this)) return primitive().looselyEquals(other);
  if (isBigInt() || other.isBigInt()) return order(other) == 0;
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
