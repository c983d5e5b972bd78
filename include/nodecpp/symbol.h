// Symbol: JavaScript's Symbol, a value that equals no other value, and a name of a property that no text equals.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Symbol
//
//   const Symbol hidden("hidden");
//   v[hidden] = 1;
#pragma once

#include <nodecpp/var.h>

namespace nodecpp {

class Symbol {
 public:
  using NodecppLeaf = void;  // the cycle collector does not search values of this type (nodecpp/trace.h)
  // Makes a new symbol, which prints as Symbol(description).
  explicit Symbol(StringArg description = "");
  Symbol(const Symbol& other) noexcept : symbol_(other.symbol_) { detail::countHolder(symbol_->refs); }
  Symbol& operator=(const Symbol& other) noexcept {
    Symbol copy(other);
    std::swap(symbol_, copy.symbol_);
    return *this;
  }
  ~Symbol();
  // JavaScript's Symbol.for(key): returns the same symbol for the same key everywhere in the program.
  static Symbol for_(StringArg key);
  // JavaScript's Symbol.iterator: the property in which for-of expects a function that returns an iterator. The
  // iterator's next() returns {value, done}.
  static Symbol iterator();
  static Symbol asyncIterator();
  // JavaScript's Symbol.toStringTag: the property with the name of an object's class, for printing.
  static Symbol toStringTag();
  // JavaScript's Symbol.toPrimitive: the property with the function that converts an object to a number or a text. It is
  // called with "number", "string" or "default".
  static Symbol toPrimitive();

  String description() const;
  // Returns the text "Symbol(description)".
  String toString() const;
  friend bool operator==(const Symbol& a, const Symbol& b) noexcept { return a.symbol_ == b.symbol_; }
  friend String str(const Symbol& symbol) { return symbol.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(toString());
  }

 private:
  friend class var;
  detail::VarSymbol* symbol_;
};

}  // namespace nodecpp
