#include <nodecpp/symbol.h>

#include <map>

#include "json/var_tree.h"

namespace nodecpp {

using detail::VarSymbol;

namespace {

VarSymbol* makeSymbol(StringArg description) {
  static constinit thread_local std::uint64_t last = 0;
  const std::uint64_t number = ++last;
  char mark[9] = {detail::symbolMark};
  std::memcpy(mark + 1, &number, sizeof number);
  const String name = description.toString();
  return ::new (detail::allocate(sizeof(VarSymbol))) VarSymbol{1, String::copyOf(mark, sizeof mark) + name};
}

}  // namespace

Symbol::Symbol(StringArg description) : symbol_(makeSymbol(description)) {}
Symbol::~Symbol() {
  if (--symbol_->refs != 0) return;
  symbol_->~VarSymbol();
  detail::release(symbol_, sizeof(VarSymbol));
}

// The registered symbols are never freed before their thread ends: a program has few of them, and they are the same in
// all of its runs.
namespace {

struct Order {
  bool operator()(const String& a, const String& b) const noexcept { return String::compare(a, b) < 0; }
};
std::map<String, Symbol, Order>& registeredSymbols() {
  static thread_local std::map<String, Symbol, Order> known;
  return known;
}

}  // namespace

Symbol Symbol::for_(StringArg key) {
  const String name = key.toString();
  return registeredSymbols().try_emplace(name, Symbol(name)).first->second;
}

bool detail::isRegistered(const VarSymbol& symbol) noexcept {
  const auto& known = registeredSymbols();
  const auto same = known.find(symbol.key.byteSlice(9));
  if (same == known.end()) return false;
  const var found(same->second);
  return VarParts::symbol(found)->key == symbol.key;
}

namespace {

// The well-known symbols of the language.
struct Named {
  const Symbol iterator = Symbol("Symbol.iterator");
  const Symbol asyncIterator = Symbol("Symbol.asyncIterator");
  const Symbol toStringTag = Symbol("Symbol.toStringTag");
  const Symbol toPrimitive = Symbol("Symbol.toPrimitive");
};
const Named& named() {
  static thread_local const Named ones;
  return ones;
}

}  // namespace

Symbol Symbol::iterator() { return named().iterator; }
Symbol Symbol::asyncIterator() { return named().asyncIterator; }
Symbol Symbol::toStringTag() { return named().toStringTag; }
Symbol Symbol::toPrimitive() { return named().toPrimitive; }

String Symbol::description() const { return symbol_->key.byteSlice(9); }
String Symbol::toString() const { return str("Symbol(") + description() + ")"; }

var::var(const Symbol& symbol) {
  detail::countHolder(symbol.symbol_->refs);
  become(tagSymbol, reinterpret_cast<std::uintptr_t>(symbol.symbol_));
}

}  // namespace nodecpp
