// Symbol: a value that is equal to no other, and a property's name that no text is.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Symbol
//
//   const Symbol hidden("hidden");
//   v[hidden] = 1;
#pragma once

#include <nodecpp/var.h>

namespace nodecpp {

class Symbol {
 public:
  using NodecppLeaf = void;  // see nodecpp/trace.h
  // A new symbol, which prints as Symbol(description).
  explicit Symbol(StringArg description = "");
  Symbol(const Symbol& other) noexcept : symbol_(other.symbol_) { detail::countHolder(symbol_->refs); }
  Symbol& operator=(const Symbol& other) noexcept {
    Symbol copy(other);
    std::swap(symbol_, copy.symbol_);
    return *this;
  }
  ~Symbol();
  // JavaScript's Symbol.for(key): the same symbol for the same key, anywhere in the program.
  static Symbol for_(StringArg key);
  // What for-of asks an object for: a function that gives an iterator, whose next() gives {value, done}.
  static Symbol iterator();
  static Symbol asyncIterator();
  // The name of an object's class, where it is printed.
  static Symbol toStringTag();

  String description() const;
  // "Symbol(description)".
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
