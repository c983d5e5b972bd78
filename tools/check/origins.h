// Where a reference, a view or an iterator comes from: what it looks into, and so what may end it.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace check {

struct Origin {
  // From what is safest to what is not: of two, the later one counts.
  enum Kind : unsigned char {
    lasting,    // a literal, a constant, a value of its own
    variable,   // a local variable itself
    borrowed,   // what another local view or reference looks at
    content,    // what a local variable owns, which changes when that does
    unsteady,   // an object's member, an element, the caller's
    dangling,   // a temporary that ends with the statement
  };
  Kind kind = lasting;
  const clang::VarDecl* root = nullptr;
  bool inside = false;  // borrowed: what is owned by what the root looks at, not that itself

  Origin join(Origin other) const { return other.kind > kind ? other : *this; }
};

// Of an expression that is a reference, a view or an iterator, or of which a reference is made.
Origin originOf(const clang::Expr* expression);
// The variable that an expression names: that of a structured binding is the whole.
const clang::VarDecl* variableOf(const clang::ValueDecl* decl);

}  // namespace check
